package config

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// Problem is something in a definition that was ignored or could not be used: its
// File, Line and Column, from 1 and 0 when unknown; the Server that is meant, if it
// is a single one; the Text; and Skipped when the whole server was left out because
// of it. It never contains a configured value. String is
// `file:line:column: server "name": text`, without what is unknown.
type Problem = jsonc.Problem

// SyntaxError says where a file stops being JSON with comments, or TOML: File, Line
// and Column, both from 1, the Text, and an Excerpt, which is the line with a caret
// line below it in which values and names are masked.
type SyntaxError = jsonc.SyntaxError

// MaxFileSize is the size of a settings file in bytes from which on it is not read.
const MaxFileSize = jsonc.MaxSize

// MaxServers is how many servers a file may define that is found in a folder: each costs about
// a kilobyte, and time whenever servers are compared.
const MaxServers = 10_000

// ReadLimit is how much of a settings file is read, in bytes: enough to see that it is too long.
const ReadLimit = MaxFileSize + 1

// problemOf is a problem of a definition whose place in a file is not known.
func problemOf(server, format string, args ...any) Problem {
	return Problem{Server: server, Text: fmt.Sprintf(format, args...)}
}
