// Package scenario makes of a recording what a person goes on editing: the script of a fake
// server that answers as the recorded one did, and a feature in which a client does what the
// recorded one did. It says what of the recording is in neither.
//
// It runs no scenarios; package steps does. [Check] is the exception: it lets the recorded
// client talk to the fake server in virtual time and compares each message.
package scenario
