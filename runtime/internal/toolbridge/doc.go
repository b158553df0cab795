// Package toolbridge turns the tools of MCP servers into tools of a session: their
// names and texts there, the arguments of a call, the output that its result or
// its failure becomes, and which failures a new connection may cure.
//
// It is a set of pure functions. It owns no connection, no goroutine and no timer,
// it keeps no registry of tools, and it does not validate arguments: package
// manager makes the calls.
package toolbridge
