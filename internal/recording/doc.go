// Package recording is the format in which mcpsim writes down what passed between a real
// client and a real server: JSON Lines, a header first, then one [Entry] per line. The format
// is described in docs/recordings.md. Secrets are taken out before anything is written.
//
// A recording is not a trace: that of a simulation knows causes and the runtime's state.
package recording
