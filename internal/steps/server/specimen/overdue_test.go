package specimen_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

// TestTooLittleTime: a server whose errors have no version, and whose answers take so long that
// the time is over in the middle, is blamed for what was seen by then; nothing that is judged by the
// whole run is right.
func TestTooLittleTime(t *testing.T) {
	change := both(version(nil, failing), handle("ping", func(c *call, next handler) (object, *fault) {
		<-c.clk.After(time.Second)
		return next(c)
	}))
	for _, over := range []string{"stdio", "http"} {
		late, told := 0, []string(nil)
		for _, r := range (trial{over: over, change: change, budget: 20 * time.Second}).judge(t) {
			switch r.Verdict {
			case reports.NotRun:
				late++
			case reports.Passed:
				assert.Check(t, !slices.Contains(r.Tags, "@last"), "over %s passes %v: %s", over, r.Rule.IDs, r.Name)
			case reports.Failed, reports.Warned:
				told = append(told, strings.Join(r.Rule.IDs, " "))
			}
		}
		assert.Check(t, late > 100, "over %s %d checks were not run", over, late)
		assert.DeepEqual(t, slices.Compact(told), []string{"BASE-06"})
	}
}
