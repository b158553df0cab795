package judge

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// A check is for any transport if its examples are for different ones.
func TestListsNameTheTransportOfAllExamples(t *testing.T) {
	example := func(r *gherkin.Rule, tags ...string) *gherkin.Example {
		return &gherkin.Example{Rule: r, Tags: append(tags, "@MUST")}
	}
	both := &gherkin.Rule{IDs: []string{"A-1"}}
	web := &gherkin.Rule{IDs: []string{"A-2"}}
	some := &gherkin.Rule{IDs: []string{"A-3"}}
	c := Checks{examples: []*gherkin.Example{
		example(both, "@stdio"), example(web, "@http"), example(both, "@http"), example(web, "@http"),
		example(some, "@http"), example(some),
	}}
	got := map[string]string{}
	for _, check := range c.List() {
		got[check.IDs[0]] = check.Transport + " " + check.Level
	}
	assert.DeepEqual(t, got, map[string]string{"A-1": "any MUST", "A-2": "http MUST", "A-3": "any MUST"})
}

// Jobs that judge all situations come behind those that bring them about; the others keep their order.
func TestWhatSumsUpComesLast(t *testing.T) {
	job := func(name, step string) gherkin.Job {
		return gherkin.Job{Scenario: gherkin.Scenario{Name: name}, Steps: []reports.Step{{Text: step}}}
	}
	names := func(k Kind) (out []string) {
		for _, j := range k.sumsUpLast([]gherkin.Job{job("a", "all"), job("b", "one"), job("c", "all"), job("d", "one")}) {
			out = append(out, j.Scenario.Name)
		}
		return out
	}
	assert.DeepEqual(t, names(Kind{}), []string{"a", "b", "c", "d"})
	sumsUp := func(j gherkin.Job) bool { return j.Steps[0].Text == "all" }
	assert.DeepEqual(t, names(Kind{SumsUp: sumsUp}), []string{"b", "d", "a", "c"})
}
