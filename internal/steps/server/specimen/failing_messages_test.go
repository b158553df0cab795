package specimen_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
	"github.com/mcpsim/mcpsim/reports"
)

// What all checks say where one message of each fails is a page: none takes what it has not
// seen to the end for right.
func TestMessagesThatFail(t *testing.T) {
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	failings := map[string]map[string]*servertest.Failing{
		"stdio": servertest.Failings("stdio", servertest.Lost, servertest.Silent),
		"http":  servertest.Failings("http", servertest.Lost, servertest.Silent, servertest.Refused, servertest.Cut),
	}
	var keys []string
	for _, some := range failings {
		keys = slices.AppendSeq(keys, maps.Keys(some))
	}
	slices.Sort(keys)
	said := judgetest.OpenPage(t, "failing-messages.golden", keys)
	for _, key := range keys {
		if !mine(key) || !wanted.MatchString(key) {
			continue
		}
		over, _, _ := strings.Cut(key, ":")
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			judgetest.Twice(t, func(problem func(string, ...any)) {
				results := trial{over: over, by: failings[over][key].Judge}.judge(t)
				all := func(reports.Result) bool { return true }
				said.Says(key, judgetest.Findings(results, all)+judgetest.Unjudged(results, usual(t, over)), problem)
			})
		})
	}
}
