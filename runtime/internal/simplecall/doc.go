// Package simplecall calls a method of an MCP server with one HTTP POST and
// nothing around it: no handshake, no session. Native integrations of single
// services use it (OMP-TP-105 to 107).
//
// It is not a transport, and it is less robust than one on purpose. It has
//
//   - no timeout: a server that never answers is waited for without end;
//   - no abort: there is no context to cancel;
//   - no session id: what a server sends is not sent back;
//   - no life cycle: each call opens a connection of its own and closes it, and
//     the body is read to its end before any of it is looked at;
//   - no correlation: the id of the answer is not compared with that of the
//     request, and a JSON-RPC error is an answer like any other.
//
// A caller that needs any of these opens a connection with package host instead.
package simplecall
