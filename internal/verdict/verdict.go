// Package verdict holds the errors of checks, foremost of those that can neither
// pass nor fail. It judges nothing: what runs a check asks whether its error carries a verdict.
package verdict

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/reports"
)

// undecided is the error of a step that can neither pass nor fail.
type undecided struct {
	verdict reports.Verdict
	reason  string
}

func (e *undecided) Error() string { return e.reason }

// NotObserved is the error of a step whose situation never arose. It ends the
// scenario with that verdict; the format is its reason.
func NotObserved(format string, args ...any) error {
	return &undecided{reports.NotObserved, fmt.Sprintf(format, args...)}
}

// NotTestable is the error of a step that lacks a precondition. It ends the
// scenario with that verdict; the format is its reason.
func NotTestable(format string, args ...any) error {
	return &undecided{reports.NotTestable, fmt.Sprintf(format, args...)}
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
