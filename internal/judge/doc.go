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
	Practice func(id string) string // how bad it is in practice if a check fails; nil if that is not known
	Alone    func(id string) bool   // whether a check measures, and so runs beside no other; nil if none does
	Early    []string               // the checks that others build on, the first one first
	// Stands names the checks that stand for an id that no check has; nil if there are no
	// such ids.
	Stands func(id string) []string
	// Instead says what to do about an id that no check has or stands for, empty if that is
	// not known; nil if there are no such ids.
	Instead func(id string) string
	// SumsUp reports whether a job judges all situations of the run, besides those that
	// begin with Then or have the tag @last; nil if none does.
	SumsUp func(j gherkin.Job) bool
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
