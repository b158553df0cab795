// Package room runs the providers of a room server: they are connected on command,
// their public states are there for all to see, and the log does not repeat itself (see
// [Board]). The HTTP interface to it is package control.
package room
