// Package authority is the vocabulary of features that check authorization servers: what a
// step of the chapter issuer says, judged by what package authcheck has seen.
//
// It sends nothing itself, and it is neither the vocabulary of the fake authorization servers
// of scenarios (package steps is) nor that of MCP servers (package server is).
package authority
