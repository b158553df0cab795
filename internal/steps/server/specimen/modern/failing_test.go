package modern_test

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
		return outgoing(func(c *call, msg object) []object {
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
	type failing struct {
		over   string
		change func(*server)
	}
	servers := map[string]failing{}
	for method := range correct(nil).methods {
		for how, fail := range failures {
			for _, over := range overs("") {
				servers[over+": "+method+" "+how] = failing{over, fail(method)}
			}
		}
	}
	said := judgetest.OpenPage(t, "failing.golden", slices.Collect(maps.Keys(servers)))
	for key, s := range servers {
		if !mine(key) || !wanted.MatchString(key) {
			continue
		}
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				results := judge(t, s.over, s.change)
				all := func(reports.Result) bool { return true }
				said.Says(key, judgetest.Findings(results, all)+judgetest.Unjudged(results, usual(t, s.over)), problem)
			})
		})
	}
}
