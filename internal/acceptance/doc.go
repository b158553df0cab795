// Package acceptance is the acceptance suite of a room server and its operator:
// four scenarios in which both are asked over HTTP, as any client could ask them, and
// the folder of artifacts that a run leaves (ROOM-57 to 65).
//
//	01-no-mcp           the room server works without any provider
//	02-load-mcp         providers are connected on command
//	03-mcp-unavailable  one that cannot be reached is tried, reported and given up
//	04-status           all status endpoints tell the same, in the documented form
//
// A [Suite] runs the scenarios, a [Report] is what came of them, and a [Folder] is
// where logs and results are kept. The package starts no role: it knows addresses
// only. All waits are those of a clock, so that the minute and a half of a run
// takes no time in a simulation.
package acceptance
