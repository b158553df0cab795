package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/mcpsim/mcpsim/internal/shortage"
)

// The exit codes; `mcpsim help exit-codes` explains them.
const (
	ExitOK              = 0
	ExitFailed          = 1
	ExitUsage           = 2
	ExitAuth            = 3
	ExitUnreachable     = 4
	ExitNothing         = 5
	ExitNotReproducible = 6
	ExitStale           = 7
	ExitBug             = 70
	ExitHangup          = 129 // 128 + SIGHUP
	ExitInterrupt       = 130 // 128 + SIGINT
	ExitBrokenPipe      = 141 // 128 + SIGPIPE
	ExitTerminated      = 143 // 128 + SIGTERM
)

// Failure ends the program with a code. A nil Err has nothing to say: it has
// been said already.
type Failure struct {
	Code int
	Err  error
}

func (f *Failure) Error() string {
	if f.Err == nil {
		return ""
	}
	return f.Err.Error()
}

func (f *Failure) Unwrap() error { return f.Err }

// Fail is a [Failure].
func Fail(code int, err error) error { return &Failure{code, err} }

// Usage marks err as a mistake in the command line or in an input file.
func Usage(err error) error { return &Failure{ExitUsage, err} }

// Written marks a failed write to stdout; nil stays nil.
func Written(err error) error {
	if err == nil {
		return nil
	}
	return &Failure{ExitFailed, fmt.Errorf("writing to stdout: %w", err)}
}

// errBrokenPipe is why a command ends when its output has no reader any more.
var errBrokenPipe = errors.New("the output has no reader any more")

// Reader marks an error of a write to stdout that says that its reader has gone. One of a server, or of a
// report, says nothing about stdout.
func Reader(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return errBrokenPipe
	}
	return err
}

// Interrupted is the cause of a context that a signal ended.
type Interrupted struct{ Signal os.Signal }

func (i *Interrupted) Error() string { return "interrupted" }

// ExitCode is the code for the error of a command.
func ExitCode(err error) int {
	var f *Failure
	var i *Interrupted
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, errBrokenPipe):
		return ExitBrokenPipe
	case errors.As(err, &i) && i.Signal == syscall.SIGTERM:
		return ExitTerminated
	case errors.As(err, &i) && i.Signal == syscall.SIGHUP:
		return ExitHangup
	case errors.As(err, &i) || errors.Is(err, context.Canceled):
		return ExitInterrupt
	case errors.As(err, &f):
		return f.Code
	case shortage.Of(err) != "":
		return ExitFailed
	}
	return ExitBug
}

// Coded reports whether err has a code of its own.
func Coded(err error) bool {
	var f *Failure
	return errors.As(err, &f)
}
