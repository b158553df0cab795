// Package gherkin runs features: it reads them, checks every step against a
// vocabulary before anything runs, selects scenarios and executes each of them
// in a world of its own, in this process or in child workers.
//
// It knows neither nouns nor worlds: the steps come in as a [Vocabulary], the
// worlds from a [NewWorld] function, the guarantee ids from the caller. It
// writes nothing: results are values of package reports.
package gherkin
