package modern_test

import (
	"cmp"
	"slices"
	"sync"
	"testing"

	judges "github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/reports"
)

// tryWhole judges defects by all checks, as users are told: one tells each, and no other MUST
// fails but for those of the list.
func tryWhole(t *testing.T, mine func(key string) bool) {
	var mu sync.Mutex
	var all []judgetest.Outcome
	t.Run("all", func(t *testing.T) {
		for _, d := range defects {
			for _, over := range overs(d.over) {
				key := d.key(over)
				if !mine(key) {
					continue
				}
				t.Run(key, func(t *testing.T) {
					t.Parallel()
					judged := judgeBy(t, servertest.Judge, over, d.change, d.id == instancesCheck)
					o := judgetest.OutcomeOf(key, d.owners(), judged, new(judges.Causes).Settle, reports.Failed)
					mu.Lock()
					defer mu.Unlock()
					all = append(all, o)
				})
			}
		}
	})
	slices.SortFunc(all, func(a, b judgetest.Outcome) int { return cmp.Compare(a.Key, b.Key) })
	judgetest.Report(t, all)
	judgetest.Besides(t, all)
}
