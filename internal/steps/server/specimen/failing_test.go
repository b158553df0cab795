package specimen_test

import (
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// failures are what may become of a request.
var failures = map[string]func(method string) func(*server){
	"has no answer": func(method string) func(*server) {
		return outgoing(func(_ *session, c *call, msg object) []object {
			if c != nil && c.method == method && msg["method"] == nil {
				return nil
			}
			return []object{msg}
		})
	},
	"is an internal error": func(method string) func(*server) {
		return handle(method, func(*call, handler) (object, *fault) { return nil, refuse(-32603, "Internal error") })
	},
}

// What all checks say where one method fails is a page: which of them tells it, and that no
// other takes what it has not seen for right, or for wrong.
func TestMethodsThatFail(t *testing.T) {
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	methods := slices.Sorted(maps.Keys(correct(nil).methods))
	var keys []string
	for _, method := range methods {
		for how := range failures {
			for _, over := range (defect{}).overs() {
				keys = append(keys, over+": "+method+" "+how)
			}
		}
	}
	said := judgetest.OpenPage(t, "failing.golden", keys)
	for _, method := range methods {
		for how, fail := range failures {
			for _, over := range (defect{}).overs() {
				key := over + ": " + method + " " + how
				if !mine(key) || !wanted.MatchString(key) {
					continue
				}
				t.Run(key, func(t *testing.T) {
					t.Parallel()
					judgetest.Twice(t, func(problem func(string, ...any)) {
						results := (trial{over: over, change: fail(method)}).judge(t)
						all := func(reports.Result) bool { return true }
						said.Says(key, judgetest.Findings(results, all)+judgetest.Unjudged(results, usual(t, over)), problem)
					})
				})
			}
		}
	}
}
