// Package login obtains the tokens that servers over HTTP want, as the specification's
// chapter on authorization says: it finds the authorization server of a server
// (discover.go, metadata.go), becomes a client of it (register.go), has the user decide
// (authorize.go) and gets a token (logins.go). What it reads was written by servers that
// have proved nothing yet, so every document is bounded, and each refusal is an [*Error]
// that names the document and the field.
//
// The exchanges are our own (X-LOGIN-2). Stores, renewals and the form of token requests
// are package secrets'. The package shows
// nothing to a user: that is what a [UserAgent] does. It judges no server and speaks no
// MCP.
package login
