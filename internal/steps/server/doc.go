// Package server is the vocabulary of features that check servers: what a step of
// the chapter server says, done with package probe.
//
// It sends and receives nothing itself, and it is no vocabulary of a client
// runtime (package steps is).
package server
