package specimen_test

import (
	"cmp"
	"flag"
	"regexp"
	"slices"
	"sync"
	"testing"

	judges "github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

var (
	whole = flag.Bool("whole", false, "judge each defect by all checks, not only by those that own it")
	match = flag.String("match", ".", "only defects whose key matches this `EXPRESSION`")
)

// parts is how many days it takes to judge all.
const parts = 10

func TestInnocents(t *testing.T) {
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	keys := []string{"stdio", "http"}
	for _, in := range innocents() {
		for _, over := range (defect{over: in.over}).overs() {
			keys = append(keys, over+": "+in.name)
		}
	}
	said := judgetest.OpenPage(t, "unjudged.golden", keys)
	for _, over := range (defect{}).overs() {
		said.Says(over, usual(t, over), t.Errorf)
	}
	for _, in := range innocents() {
		for _, over := range (defect{over: in.over}).overs() {
			key := over + ": " + in.name
			if !mine(key) || !wanted.MatchString(in.name) {
				continue
			}
			t.Run(key, func(t *testing.T) {
				t.Parallel()
				judgetest.Twice(t, func(problem func(string, ...any)) {
					passed := 0
					judged := (trial{over: over, change: in.change, header: in.header}).judge(t)
					said.Says(key, judgetest.Unjudged(judged, usual(t, over)), problem)
					for _, r := range judged {
						blamed := r.Verdict == reports.Failed || r.Verdict == reports.Warned
						if blamed && !slices.ContainsFunc(r.Rule.IDs, func(id string) bool { return slices.Contains(in.blame, id) }) {
							problem("%s %v %s: %s", r.Verdict, r.Rule.IDs, r.Name, r.Error)
						}
						if r.Verdict == reports.Passed {
							passed++
						} else if testing.Verbose() {
							t.Logf("%s %v %s: %s", r.Verdict, r.Rule.IDs, r.Name, r.Error)
						}
					}
					if passed < 20 {
						problem("only %d examples passed", passed)
					}
				})
			})
		}
	}
}

func (d defect) overs() []string {
	if d.over != "" {
		return []string{d.over}
	}
	return []string{"stdio", "http"}
}

// owners are the checks that may tell a defect.
func (d defect) owners() []string { return append([]string{d.id}, d.also...) }

func (d defect) key(over string) string { return d.id + "/" + over + ": " + d.name }

// try judges a defect, all of it as users are told.
func (d defect) try(t *testing.T, over string) (judgetest.Outcome, []reports.Result) {
	tr := trial{over: over, change: d.change, header: d.header}
	if !*whole {
		tr.only = d.owners()
	}
	results := tr.judge(t)
	return judgetest.OutcomeOf(d.key(over), d.owners(), results, new(judges.Causes).Settle, reports.Failed, reports.Warned), results
}

func TestDefects(t *testing.T) {
	var mu sync.Mutex
	var all []judgetest.Outcome
	wanted, mine := regexp.MustCompile(*match), judgetest.Part(t, parts)
	var keys []string
	for _, d := range defects() {
		for _, over := range d.overs() {
			keys = append(keys, d.key(over))
		}
	}
	said := judgetest.OpenPage(t, "said.golden", keys)
	t.Run("all", func(t *testing.T) {
		for _, d := range defects() {
			for _, over := range d.overs() {
				key := d.key(over)
				if !mine(key) || !wanted.MatchString(key) {
					continue
				}
				t.Run(key, func(t *testing.T) {
					t.Parallel()
					var o judgetest.Outcome
					judgetest.Twice(t, func(problem func(string, ...any)) {
						var results []reports.Result
						if o, results = d.try(t, over); !*whole && !(slices.Contains([]string{"LIFE-07", "LIFE-09", "LIFE-16"}, d.id) && over == "stdio") { // whose processes end beside what is asked of them
							said.Says(key, judgetest.Findings(results, func(r reports.Result) bool {
								return slices.ContainsFunc(d.owners(), func(id string) bool { return slices.Contains(r.Rule.IDs, id) })
							}), problem)
						}
					})
					mu.Lock()
					defer mu.Unlock()
					all = append(all, o)
				})
			}
		}
	})
	slices.SortFunc(all, func(a, b judgetest.Outcome) int { return cmp.Compare(a.Key, b.Key) })
	judgetest.Report(t, all)
	if *whole {
		judgetest.Besides(t, all)
	} else {
		judgetest.Ratchet(t, all)
	}
}
