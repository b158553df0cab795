// Package ws carries MCP over a WebSocket: one JSON-RPC message per text message,
// in both directions, over one connection from the upgrade to its end.
//
// One goroutine reads and one more writes while there is something to write.
// Whatever ends the connection starts the owner, which rejects what is pending;
// Close waits for it, and with it for both. Pings of the server are answered, none
// are sent: an idle transport owns no timer.
//
// MCP knows no such transport. The specification allows custom ones, runtimes in
// the field have this one (ROOM-24), and the subprotocol "mcp" that some of their
// servers insist on is offered. The package does not reconnect, follows no
// redirect and sends no message of its own.
package ws
