// Package client is the vocabulary of features that check clients: what a step of
// the chapter client says, judged by what package clientcheck has recorded.
//
// It runs nothing itself, and it is no vocabulary of a client runtime (package
// steps is).
package client
