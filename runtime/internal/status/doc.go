// Package status is what people are told of servers. In the view /mcp that is one
// line per server that says how it is or why it is not connected, and a hint below
// the list (see [Of]). A room server tells everybody the state of its providers, and
// has a log that does not repeat itself (see [Board]).
//
// The package draws nothing and asks nobody; whoever shows a view maps [Style] to
// colours.
package status
