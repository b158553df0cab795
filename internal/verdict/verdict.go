// Package verdict holds the errors of checks, foremost of those that can neither
// pass nor fail. It judges nothing: what runs a check asks whether its error carries a verdict.
package verdict

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/reports"
)

// undecided is the error of a step that can neither pass nor fail.
type undecided struct {
	verdict reports.Verdict
	reason  string
	see     string // the check that says why; "" = none does
}

func (e *undecided) Error() string { return e.reason }

// NotObserved is the error of a step whose situation never arose. It ends the
// scenario with that verdict; the format is its reason.
func NotObserved(format string, args ...any) error {
	return &undecided{verdict: reports.NotObserved, reason: fmt.Sprintf(format, args...)}
}

// NotTestable is the error of a step that lacks a precondition. It ends the
// scenario with that verdict; the format is its reason.
func NotTestable(format string, args ...any) error {
	return &undecided{verdict: reports.NotTestable, reason: fmt.Sprintf(format, args...)}
}

// NotRun is the error of a step for which there is no time left; the format is its
// reason.
func NotRun(format string, args ...any) error {
	return &undecided{verdict: reports.NotRun, reason: fmt.Sprintf(format, args...)}
}

// Because is the error of a step whose precondition is the business of another
// check, which tells what is wrong with it: not testable, and the format is its
// reason. A cause is told once.
func Because(check, format string, args ...any) error {
	return &undecided{verdict: reports.NotTestable, reason: "see " + check + ": " + fmt.Sprintf(format, args...), see: check}
}

// See is the check that an error of [Because] names, or "".
func See(err error) string {
	if u, ok := errors.AsType[*undecided](err); ok {
		return u.see
	}
	return ""
}

// Told is err, but a plain error with its reason if the check that it names is one of own: a
// check that points at itself would leave its finding untold.
func Told(err error, own ...string) error {
	see := See(err)
	if see == "" || !slices.Contains(own, see) {
		return err
	}
	return errors.New(strings.Replace(err.Error(), "see "+see+": ", "", 1))
}

// broke is an error with what had no answer.
type broke struct {
	error
	what string
}

func (b *broke) Unwrap() error { return b.error }

// Broke is err, and says which request of the server's has broken it or was left
// without an answer: of several checks that meet the same the first one tells it.
func Broke(err error, what string) error { return &broke{err, what} }

// Broken is what an error of [Broke] names, or "".
func Broken(err error) string {
	if b, ok := errors.AsType[*broke](err); ok {
		return b.what
	}
	return ""
}

// NotObservedIf is [NotObserved] if the condition holds, else nil.
func NotObservedIf(condition bool, format string, args ...any) error {
	if condition {
		return NotObserved(format, args...)
	}
	return nil
}

// NotTestableIf is [NotTestable] if the condition holds, else nil.
func NotTestableIf(condition bool, format string, args ...any) error {
	if condition {
		return NotTestable(format, args...)
	}
	return nil
}

// FailedIf is an error, as [fmt.Errorf] makes it, if the condition holds, else nil.
func FailedIf(condition bool, format string, args ...any) error {
	if condition {
		return fmt.Errorf(format, args...)
	}
	return nil
}

// Of is the verdict that an error carries, or "".
func Of(err error) reports.Verdict {
	if u, ok := errors.AsType[*undecided](err); ok {
		return u.verdict
	}
	return ""
}
