// Package mcpsimtest is mcpsim for the go test of those who write MCP servers and
// clients in Go: [Validate] checks a server, each check a subtest, and [NewServer] serves a
// fake server, correct or with the faults of a script, to a client under test.
//
// It does what `mcpsim validate` and `mcpsim serve` do, without the command.
package mcpsimtest
