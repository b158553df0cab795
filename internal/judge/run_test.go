package judge

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/shard"
	"github.com/mcpsim/mcpsim/reports"
)

// A SHOULD that does not hold warns, unless it is asked to fail; a MAY never fails.
func TestSeverity(t *testing.T) {
	for _, c := range []struct {
		strict bool
		level  string
		want   reports.Verdict
	}{
		{false, "SHOULD", reports.Warned}, {true, "SHOULD", reports.Failed}, {true, "MAY", reports.Warned},
	} {
		trial := Trial{Strict: c.strict, Reproduce: func(id string) string { return "again " + id }}
		r := trial.judge(reports.Result{Verdict: reports.Warned, Level: c.level, Rule: reports.Rule{IDs: []string{"CLI-12", "CLI-13"}}})
		assert.Equal(t, r.Verdict, c.want)
		assert.Equal(t, r.Reproduce, "again CLI-12,CLI-13")
	}
}

// What a shard has of the jobs that sum up says only a part.
func TestShardsSumUpAPart(t *testing.T) {
	job := func(line int, keyword string, tags ...string) gherkin.Job {
		return gherkin.Job{Scenario: gherkin.Scenario{URI: "a.feature", Line: line, Tags: tags}, Steps: []reports.Step{{Keyword: keyword, Text: "x"}}}
	}
	jobs := []gherkin.Job{job(3, "When "), job(5, "When ", "@last"), job(7, "Then "), job(9, "When ", "@every")}
	kind := Kind{SumsUp: func(j gherkin.Job) bool { return slices.Contains(j.Scenario.Tags, "@every") }}
	part := Checks{kind: kind, shard: shard.Shard{Number: 1, Of: 2}}
	assert.DeepEqual(t, part.partial(jobs), map[string]bool{"a.feature:5": true, "a.feature:7": true, "a.feature:9": true})
	for _, whole := range []shard.Shard{{}, {Number: 1, Of: 1}} {
		all := Checks{kind: kind, shard: whole}
		assert.Equal(t, len(all.partial(jobs)), 0)
	}
}

func TestOutcomes(t *testing.T) {
	stale := reports.Result{Verdict: reports.Failed, Stale: true}
	is := func(v reports.Verdict) reports.Result { return reports.Result{Verdict: v} }
	for name, c := range map[string]struct {
		results []reports.Result
		want    Outcome
	}{
		"nothing":                   {nil, Undecided},
		"nothing decided":           {[]reports.Result{is(reports.NotObserved), is(reports.NotTestable)}, Undecided},
		"one passed":                {[]reports.Result{is(reports.Passed), is(reports.NotObserved)}, Holds},
		"warned and expected":       {[]reports.Result{is(reports.Warned), is(reports.Expected)}, Holds},
		"stale":                     {[]reports.Result{is(reports.Passed), stale}, Stale},
		"a failure is before stale": {[]reports.Result{stale, is(reports.Failed)}, Fails},
	} {
		assert.Equal(t, OutcomeOf(c.results), c.want, name)
	}
}
