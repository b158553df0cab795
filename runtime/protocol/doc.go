// Package protocol holds what MCP says: names of methods and notifications,
// shapes of their params and results for the legacy revisions (up to
// 2025-11-25), and the revisions with their eras.
//
// Shapes are read leniently and lose nothing: every definition that a server
// sends (tool, resource, prompt, content block) keeps its raw JSON, and what a
// runtime only passes on (schemas, annotations, _meta, structured content) is
// never decoded. The package sends nothing, validates nothing and has no
// opinion on the order of messages.
package protocol
