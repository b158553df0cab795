package explore

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/steps"
)

func TestVariationsOfEachKind(t *testing.T) {
	s := &subject{}
	s.learn([]gherkin.Stream{{Link: "docs", Conn: 1, Direction: "up", Messages: [][]string{{"start", "name"}, {"end"}}}}, 1)
	assert.Equal(t, s.total, 3)
	var cuts []string
	kinds := map[string]int{}
	for _, v := range s.next(Kinds(), 1, 40) {
		kinds[KindOf(v)]++
		assert.Check(t, v.Laws)
		if KindOf(v) == Cut {
			cuts = append(cuts, v.Disturb[0])
		}
		for _, text := range v.Disturb {
			assert.NilError(t, steps.CheckDisturbance(text))
		}
	}
	assert.Equal(t, kinds[Cut], 3, "each place once")
	slices.Sort(cuts)
	assert.DeepEqual(t, cuts, []string{
		"docs cut 1 at name end half up on connection 1",
		"docs cut 1 at start end close up on connection 1",
		"docs cut 2 at end end half up on connection 1",
	})
	assert.Equal(t, len(s.next([]string{Cut}, 1, 5)), 0, "nothing is left to cut")
	assert.Equal(t, kinds[Seed]+kinds[Schedule]+kinds[Order]+kinds[Latency], 37)
}

// A link may have any name, and a variation names it all the same.
func TestLinksWithSpaces(t *testing.T) {
	for _, name := range []string{"My Docs.2", `the "docs"`, "tab\there"} {
		s := &subject{}
		s.learn([]gherkin.Stream{{Link: name, Conn: 1, Direction: "up", Messages: [][]string{{"start"}}}}, 1)
		for _, v := range s.next([]string{Cut, Latency}, 1, 30) {
			for _, text := range v.Disturb {
				assert.NilError(t, steps.CheckDisturbance(text))
				assert.Check(t, strings.HasPrefix(text, "* ") || strings.HasPrefix(text, strconv.Quote(name)+" "), text)
			}
		}
	}
}

// Processes that keep failures at the same time lose none; what was fixed goes.
func TestFailuresAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "deep", "failures.jsonl")
	none, err := LoadFailures(name)
	assert.NilError(t, err)
	assert.Equal(t, len(none), 0)
	failure := func(n int) Failure {
		return Failure{Version: failuresVersion, URI: "a.feature", Rule: "r", Name: "n", Variation: gherkin.Variation{Seed: uint64(n), Laws: true}}
	}
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() { assert.Check(t, KeepFailures(name, []Failure{failure(n), failure(0)}, nil)) })
	}
	all.Wait()
	known, err := LoadFailures(name)
	assert.NilError(t, err)
	assert.Equal(t, len(known), 20)

	foreign := "no JSON\n" + `{"version":99,"uri":"later.feature"}` + "\n"
	data, err := os.ReadFile(name)
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(name, append(data, foreign...), 0o600))
	moved := failure(3)
	moved.Line = 77 // the file was edited
	assert.NilError(t, KeepFailures(name, nil, []Failure{moved}))
	known, err = LoadFailures(name)
	assert.NilError(t, err)
	assert.Equal(t, len(known), 19)
	data, err = os.ReadFile(name)
	assert.NilError(t, err)
	assert.Check(t, strings.Contains(string(data), "later.feature"), "lines that are not understood stay")
}

// Failures with much to say leave a file that can be read again: the oldest go.
func TestLongFailuresAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "failures.jsonl")
	var add []Failure
	for n := range maxFailures {
		add = append(add, Failure{Version: failuresVersion, URI: "a.feature", Name: strings.Repeat("n", 6000), Variation: gherkin.Variation{Seed: uint64(n)}})
	}
	assert.NilError(t, KeepFailures(name, add, nil))
	assert.NilError(t, KeepFailures(name, []Failure{{Version: failuresVersion, URI: "b.feature"}}, nil))
	known, err := LoadFailures(name)
	assert.NilError(t, err)
	assert.Check(t, len(known) > 600 && len(known) < maxFailures, "%d", len(known))
	assert.Equal(t, known[len(known)-1].URI, "b.feature")
	assert.Equal(t, known[len(known)-2].Seed, uint64(maxFailures-1))
	info, err := os.Stat(name)
	assert.NilError(t, err)
	assert.Check(t, info.Size() <= maxFailuresFile, "%d", info.Size())

	assert.NilError(t, KeepFailures(name, []Failure{{Version: failuresVersion, Name: strings.Repeat("n", maxFailuresFile)}}, nil))
	known, err = LoadFailures(name)
	assert.NilError(t, err)
	assert.Equal(t, known[len(known)-1].URI, "b.feature", "what does not fit is left out alone")
}

const flaky = `@omp @virtual
Feature: Flaky
  @X-01
  Rule: A call is answered in time

    Example: by luck
      Given server "docs" over stdio
      And the link to "docs" has latency 10ms jitter 9ms
      When the runtime starts
      And 1s passes
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "x"}
        """
      And 21ms pass
      Then call 1 returns "x"
`

// What depends on the seed is found by other seeds, and told as one group.
func TestACampaignFindsWhatASeedHides(t *testing.T) {
	vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
	assert.NilError(t, err)
	feature, problems := gherkin.ParseFeature("flaky.feature", []byte(flaky))
	assert.Equal(t, len(problems), 0, "%v", problems)
	jobs := gherkin.Plan(feature.Rules[0].Examples, gherkin.Settings{Worlds: []string{gherkin.Virtual}})
	runs := 0
	c := Campaign{
		Runners: []gherkin.Runner{&gherkin.Executor{T: t, Vocabulary: vocabulary, NewWorld: steps.New}}, Clock: clock.Real(),
		Kinds: Kinds(), Seed: 1, PerRound: 50, Progress: func(n, _ int) { runs = n },
	}
	found, err := c.Run(t.Context(), jobs)
	assert.NilError(t, err)
	assert.Equal(t, runs, found.Runs)
	assert.Check(t, found.Places > 20, "places to cut: %d", found.Places)
	assert.Check(t, len(found.Groups) >= 1 && found.Groups[0].Kinds[Seed] > 0, "%+v", found.Groups)
	for _, g := range found.Groups {
		t.Log(fmt.Sprintf("%d × %s: %s (%s) %v: %s", g.Runs, g.Step, g.Difference, g.Cause, g.Kinds, g.First.Reproduce))
		assert.Equal(t, g.Kinds[Latency]+g.Kinds[Cut], 0, "its own Thens are not asked under these")
	}
}

const small = `@omp @virtual
Feature: Small
  @X-01
  Rule: A call is answered

    Example: over stdio
      Given server "docs" over stdio
      When the runtime starts
      And tool "mcp__docs_echo" is called with:
        """json
        {"text": "x"}
        """
      Then call 1 returns "x"
`

// BenchmarkExplore runs variations of a small scenario of each kind, with the laws (goal:
// 3,000 in a second on one core). What there is to cut, some 70 places, is cut anew.
func BenchmarkExplore(b *testing.B) {
	debug.SetGCPercent(400) // as the command does
	vocabulary, err := gherkin.NewVocabulary(steps.Vocabulary())
	assert.NilError(b, err)
	feature, problems := gherkin.ParseFeature("small.feature", []byte(small))
	assert.Equal(b, len(problems), 0, "%v", problems)
	jobs := gherkin.Plan(feature.Rules[0].Examples, gherkin.Settings{Worlds: []string{gherkin.Virtual}})
	for _, kind := range Kinds() {
		b.Run(kind, func(b *testing.B) {
			var t testing.T
			runs := 0
			for b.Loop() {
				c := Campaign{
					Runners: []gherkin.Runner{&gherkin.Executor{T: &t, Vocabulary: vocabulary, NewWorld: steps.New}}, Clock: clock.Real(),
					Kinds: []string{kind}, Seed: 1, PerRound: 200, Progress: func(int, int) {},
				}
				found, err := c.Run(b.Context(), jobs)
				assert.NilError(b, err)
				assert.Equal(b, len(found.Groups), 0)
				runs += found.Runs
			}
			b.ReportMetric(float64(runs)/b.Elapsed().Seconds(), "runs/s")
			b.ReportMetric(3_000, "goal-runs/s")
		})
	}
}
