// Package catalog mirrors what one server offers besides tools: its resources,
// resource templates, prompts and instructions. A [Mirror] loads them over a
// connection, refreshes what the server says has changed, keeps the subscriptions
// to resources as they are wanted, and tells consumers.
//
// All of it is best effort: a failure is logged and touches neither the connection
// nor the tools (OMP-LC-48, OMP-LC-104). The package opens and closes no
// connection; package manager says which one a mirror follows.
package catalog
