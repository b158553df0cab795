// Package status is what people are told of servers that settings define: one line per
// server that says how it is or why it is not connected, and a hint below the list (see
// [Of]).
//
// The package draws nothing and asks no user; what shows a view maps [Style] to colours.
package status
