// Package config is one MCP server as a person configured it: its definition in
// unresolved form, where it came from, what is wrong with it, when two
// definitions are the same, and how placeholders and environment values become
// the values that are used on the wire.
//
// Everything here is a pure function of its arguments. Files are handed in as
// bytes and the environment as a [Lookup]; nothing is read, run or waited for.
// The package does not find configuration files, rank their providers or filter
// servers, and it knows no credential store.
package config
