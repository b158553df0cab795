package main

import (
	"context"
	"errors"
	"os"
	"syscall"
)

// The exit codes; `mcpsim help exit-codes` explains them.
const (
	exitOK              = 0
	exitFailed          = 1
	exitUsage           = 2
	exitNothing         = 5
	exitNotReproducible = 6
	exitStale           = 7
	exitBug             = 70
	exitInterrupt       = 130 // 128 + SIGINT
	exitBrokenPipe      = 141 // 128 + SIGPIPE
	exitTerminated      = 143 // 128 + SIGTERM
)

// failure ends the program with a code. A nil err has nothing to say: it has
// been said already.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string {
	if f.err == nil {
		return ""
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

// usage marks err as a mistake in the command line or in an input file.
func usage(err error) error { return &failure{exitUsage, err} }

// errBrokenPipe is why a run ends when nobody reads its output any more.
var errBrokenPipe = errors.New("nobody reads the output")

// interrupted is the cause of a context that a signal ended.
type interrupted struct{ signal os.Signal }

func (i *interrupted) Error() string { return "interrupted" }

// exitCode is the code for the error of a command.
func exitCode(err error) int {
	var f *failure
	var i *interrupted
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errBrokenPipe) || errors.Is(err, syscall.EPIPE):
		return exitBrokenPipe
	case errors.As(err, &i) && i.signal == syscall.SIGTERM:
		return exitTerminated
	case errors.As(err, &i) || errors.Is(err, context.Canceled):
		return exitInterrupt
	case errors.As(err, &f):
		return f.code
	}
	return exitBug
}
