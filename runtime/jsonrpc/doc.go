// Package jsonrpc holds the envelopes of JSON-RPC 2.0 as MCP uses them: ids,
// reading and writing of messages, their classification, and errors. Params and
// results stay raw until somebody needs them, ids are compared as raw tokens.
// It knows no MCP methods and no transports.
package jsonrpc
