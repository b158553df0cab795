// Package toolbridge turns the tools of MCP servers into tools of a session: their
// names and texts there, and what happens when one is called: waiting for a
// server that is not there yet, one reconnect and one retry, the conversion of
// results and failures into tool output.
//
// It is a set of pure functions around one small algorithm. It owns no
// connection, no goroutine and no timer, it keeps no registry of tools, and it
// does not validate arguments: whoever implements [Caller] connects, waits and
// gives up.
package toolbridge
