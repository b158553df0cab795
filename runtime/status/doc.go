// Package status is what a person sees of servers in the view /mcp: one line per
// server that says how it is or why it is not connected, and a hint below the
// list. It draws nothing and asks nobody; whoever shows it maps [Style] to colours.
package status
