// Package terminal is the terminal of a user: a screen that is drawn as a whole, the
// keys that are pressed, and a prompt for lines. However a program ends, the
// terminal is what it was before. It knows no MCP.
//
// Lines are edited by golang.org/x/term. Keys and screen are our own, on charmbracelet's
// x/ansi and x/term, which mcpsim uses anyway. Bubble Tea v2.0.10 (newer versions cannot
// be resolved) was linked and weighed: every start costs 3 ms more of processor time
// (mcpsim version: 22 to 25 ms; mcpsim run starts many workers), the program grows by
// 1.6 MB, the module by seven dependencies, and it does not restore the terminal before
// SIGQUIT or when a second signal ends the program while servers are being stopped. It
// writes differences of frames, so that the tests on a pseudo-terminal would need an
// emulator to know what is on the screen.
package terminal
