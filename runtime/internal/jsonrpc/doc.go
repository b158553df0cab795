// Package jsonrpc holds the envelopes of JSON-RPC 2.0 as MCP uses them: ids,
// reading and writing of messages, their classification, and errors. Params and
// results stay raw until they are needed, ids are compared as raw tokens.
//
// It knows no MCP methods, no transports and no correlation of answers. It is
// lenient where deployed servers are not exact: a missing or wrong "jsonrpc"
// member is accepted, unknown members are ignored, the last of duplicate
// members counts, and strings may hold invalid UTF-8 (what decodes them later
// puts U+FFFD there, as encoding/json does).
package jsonrpc
