package shard

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Shard{"": {}, "1/1": {1, 1}, "2/8": {2, 8}, "8/8": {8, 8}, "auto/8": {4, 8}} {
		got, err := Parse(text, "3")
		assert.NilError(t, err, text)
		assert.Equal(t, got, want, text)
	}
	for text, want := range map[string]string{
		"2": "want NUMBER/OF", "2/": "want NUMBER/OF", "1/0": "want NUMBER/OF", "1/10001": "want NUMBER/OF", "1/2/3": "want NUMBER/OF",
		"0/2": "want a number from 1 to 2", "3/2": "want a number from 1 to 2", "-1/2": "want a number from 1 to 2", "/2": "want a number from 1 to 2",
		"auto/3": `JOB_COMPLETION_INDEX, which is "3": want 0 to 2`,
	} {
		_, err := Parse(text, "3")
		assert.Check(t, is.ErrorContains(err, want), text)
	}
	_, err := Parse("auto/3", "")
	assert.Check(t, is.ErrorContains(err, `which is ""`))
	_, err = Parse("auto/3", "-1")
	assert.Check(t, is.ErrorContains(err, `which is "-1"`))
}

// jobs are rules of so many examples, each in two attempts.
func jobs(examples ...int) (out []gherkin.Job) {
	for rule, n := range examples {
		for line := range n {
			for attempt := range 2 {
				j := gherkin.Job{Attempt: attempt + 1, Rule: reports.Rule{Name: fmt.Sprint("rule ", rule)}}
				j.Scenario.URI, j.Scenario.Line = "a.feature", 100*rule+line
				out = append(out, j)
			}
		}
	}
	return out
}

func nowhere(gherkin.Job) bool { return false }

func rulesOf(jobs []gherkin.Job) (out []string) {
	for _, j := range jobs {
		out = append(out, j.Rule.Name)
	}
	return slices.Compact(out)
}

// Each job is in one shard, those of a Rule in the same one, in their order.
func TestShardsAreTheWhole(t *testing.T) {
	all := jobs(1, 3, 2, 1, 1, 4, 1)
	for of := range 10 {
		seen := map[string]int{}
		for number := 1; number <= of; number++ {
			part := Shard{number, of}.Jobs(all, nil, nowhere)
			assert.Check(t, slices.IsSortedFunc(part, func(a, b gherkin.Job) int { return a.Scenario.Line - b.Scenario.Line }))
			for _, j := range part {
				seen[fmt.Sprint(j.Scenario.Line, j.Attempt)]++
			}
			for _, rule := range rulesOf(part) {
				seen[rule]++
			}
		}
		assert.Check(t, of == 0 || len(seen) == len(all)+7, "of %d", of)
		for name, n := range seen {
			assert.Check(t, n == 1, "%s is there %d times of %d", name, n, of)
		}
	}
	assert.Equal(t, len(Shard{}.Jobs(all, nil, nowhere)), len(all))
	assert.DeepEqual(t, rulesOf(Shard{2, 3}.Jobs(all, nil, nowhere)), []string{"rule 1", "rule 4"})
}

func TestShardsTakeAboutAsLong(t *testing.T) {
	all := jobs(1, 1, 1, 1, 1)
	result := func(rule string, took time.Duration) reports.Result {
		return reports.Result{URI: "a.feature", Rule: reports.Rule{Name: rule}, Real: took}
	}
	times := TimesOf([]reports.Result{
		result("rule 0", 1*time.Second), result("rule 3", 5*time.Second), result("rule 3", 4*time.Second),
		result("rule 1", 2*time.Second), result("rule 2", 4*time.Second), // rule 4 takes the mean, 4s
	})
	assert.DeepEqual(t, rulesOf(Shard{1, 2}.Jobs(all, times, nowhere)), []string{"rule 0", "rule 3"})
	assert.DeepEqual(t, rulesOf(Shard{2, 2}.Jobs(all, times, nowhere)), []string{"rule 1", "rule 2", "rule 4"})
}

func TestWhatIsForEverywhereIsInEveryShard(t *testing.T) {
	all := jobs(1, 1, 1)
	first := func(j gherkin.Job) bool { return j.Rule.Name == "rule 0" }
	assert.DeepEqual(t, rulesOf(Shard{1, 2}.Jobs(all, nil, first)), []string{"rule 0", "rule 1"})
	assert.DeepEqual(t, rulesOf(Shard{2, 2}.Jobs(all, nil, first)), []string{"rule 0", "rule 2"})
	assert.DeepEqual(t, rulesOf(Shard{9, 9}.Jobs(all, nil, first)), []string{"rule 0"})
}
