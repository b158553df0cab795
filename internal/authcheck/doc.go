// Package authcheck looks at an OAuth authorization server from outside: its metadata, what
// it answers to users who come with a request, and what it gives for codes and refresh
// tokens. It is the engine behind `mcpsim validate --authorization-server`.
//
// It has a client of its own and judges nothing: checks do, with the steps of package
// internal/steps/authority. It logs nobody in; where a person would have to decide, the
// checks that need a code are not observed.
package authcheck
