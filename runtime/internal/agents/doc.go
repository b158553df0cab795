// Package agents runs MCP servers the way an agent framework does: the program
// connects them, asks them for tools and calls these, and cleans up. Nothing here
// reconnects by itself.
//
// A [Server] owns its connection from Connect to Cleanup and serves requests in
// between, with retries out of one budget (see [Retry]). A [Manager] runs the life
// cycle of many and keeps five views of them: configured, connected, failed and
// active servers, and the error of each.
//
// # Owners
//
// Whatever opens or closes a connection runs on the goroutine that owns it, and on
// no other: the caller's in a sequential manager, or one worker per server in a
// parallel one, which does both the connect and the cleanup (OAI-04 to 08).
// Timers only end contexts; what an expired one means is decided by the owner.
// Each event carries the owner's token as its actor: "docs/worker-1",
// "docs/request-3", or the name that a caller has given itself with [WithOwner].
//
// Views and lists are made in configured order, so that the order in which servers
// complete shows nowhere (OAI-30 to 32).
//
// What tools look like to an agent is package agenttools' business; how a
// connection is made is hidden behind a [connect.Connector].
package agents
