// Package judgetest has what the tests of judges have in common: what they say of subjects, and
// how a busy machine does not disturb them.
package judgetest

import (
	"fmt"
	"strings"
	"testing"
)

// Twice judges a real process, and if that finds a problem, judges it once more: only the
// problems of the second time fail the test. On a busy machine a process may come too late for
// one of many moments; a check that is blind, or blames wrongly, does so each time.
func Twice(t *testing.T, judge func(problem func(format string, args ...any))) {
	t.Helper()
	var first []string
	judge(func(format string, args ...any) { first = append(first, fmt.Sprintf(format, args...)) })
	if len(first) > 0 {
		t.Logf("judged once more, as the first time there was this:\n%s", strings.Join(first, "\n"))
		judge(t.Errorf)
	}
}
