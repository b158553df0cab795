// Package secrets finds the values that a definition names instead of holding
// them: environment variables, what commands print, OAuth tokens. It fills them
// in for one connection, renews tokens that expire or are rejected, and puts
// what it found nowhere but into the result: not into errors, logs or events
// (OMP-LC-29).
//
// What is found belongs to one connection; the next one asks again (OMP-LC-30).
// Two things are kept, in memory only: what a command printed, for the life of a
// [Commands], and nothing else (F-10). Tokens live in a [Store], which belongs to
// the program.
//
// The package does not expand placeholders and does not validate definitions
// (package config does, before anything here runs: OMP-LC-39), it starts no
// processes (package shell does), and it makes no login (package login does): it renews what a
// login has stored.
package secrets
