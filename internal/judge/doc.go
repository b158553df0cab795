// Package judge checks a server or a client: it chooses checks, runs them against
// a subject, and judges what they find against what is expected to fail. What a
// check does is written in features; how a subject is reached, its [Kind] and a
// world know. Findings are told by package tell and written by package reports.
package judge

import (
	"io/fs"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Kind is a kind of subject: servers or clients.
type Kind struct {
	Name     string                 // "server" or "client", also the key of its list in a baseline
	Command  string                 // the command that judges it, for hints, such as "mcpsim validate"
	Features fs.FS                  // the checks that are built in
	Source   gherkin.Source         // the steps that checks are written with
	Families []string               // the prefixes of their ids
	Suites   []string               // the names of suites; empty = there are none
	SuiteOf  func(id string) string // the suite of a check; nil if there are none
}

// UsageError is a mistake in what was asked for or in a file of it. Nothing has
// run.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the mistake.
func (e *UsageError) Unwrap() error { return e.Err }

// NoneError says that no check is left to run.
type NoneError struct{ Reason string }

func (e *NoneError) Error() string { return e.Reason }
