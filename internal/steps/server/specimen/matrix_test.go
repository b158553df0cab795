package specimen_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	judges "github.com/mcpsim/mcpsim/internal/judge"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

var (
	whole   = flag.Bool("whole", false, "judge each defect by all checks, not only by those that own it")
	missing = flag.String("missed", "", "write the defects that were missed to this `FILE`")
	relist  = flag.Bool("relist", false, "write the known misses anew")
	match   = flag.String("match", ".", "only defects whose key matches this `EXPRESSION`")
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

// outcome is what the checks said of one defect over one transport.
type outcome struct {
	key, id string
	found   bool
	said    string   // by the owner
	others  []string // ids of unrelated checks that blamed it
	why     []string // the first line of what each of these said
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

// try judges a defect.
func (d defect) try(t *testing.T, over string) (outcome, []reports.Result) {
	tr := trial{over: over, change: d.change, header: d.header}
	if !*whole {
		tr.only = d.owners()
	}
	results := tr.judge(t)
	if *whole { // as users are told
		var causes judges.Causes
		for i, r := range results {
			results[i] = causes.Settle(r)
		}
	}
	blame := blamed(results)
	out := outcome{key: d.key(over), id: d.id}
	for _, id := range d.owners() {
		out.found = out.found || blame[id] != ""
	}
	for id := range blame {
		if !slices.Contains(d.owners(), id) {
			out.others = append(out.others, id)
		}
	}
	slices.Sort(out.others)
	for _, id := range out.others {
		out.why = append(out.why, id+" "+firstLine(blame[id]))
	}
	out.said = string(verdict(results, d.id))
	for _, r := range results {
		if slices.Contains(r.Rule.IDs, d.id) && r.Error != "" && r.Verdict != reports.Failed {
			out.said += ": " + firstLine(r.Error)
			break
		}
	}
	return out, results
}

func firstLine(s string) string { s, _, _ = strings.Cut(s, "\n"); return s }

func TestDefects(t *testing.T) {
	var mu sync.Mutex
	var all []outcome
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
					var o outcome
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
	slices.SortFunc(all, func(a, b outcome) int { return cmp.Compare(a.key, b.key) })
	report(t, all)
	if *whole {
		besides(t, all)
	} else {
		ratchet(t, all)
	}
}

func family(id string) string { f, _, _ := strings.Cut(id, "-"); return f }

// report prints what was found by family, and what was missed.
func report(t *testing.T, all []outcome) {
	var text strings.Builder
	total, found, cascades := map[string]int{}, map[string]int{}, 0
	for _, o := range all {
		for _, f := range []string{family(o.id), "all"} {
			total[f]++
			if o.found {
				found[f]++
			}
		}
		if !o.found {
			fmt.Fprintf(&text, "MISSED %s\n    the check said %s; others that failed: %v\n", o.key, o.said, o.others)
		}
		if o.found && len(o.others) > 0 {
			cascades++
			fmt.Fprintf(&text, "CASCADE %s\n    %s\n", o.key, strings.Join(o.why, "\n    "))
		}
	}
	for _, f := range slices.Sorted(maps.Keys(total)) {
		fmt.Fprintf(&text, "%-8s %3d of %3d found, %3d %%\n", f, found[f], total[f], 100*found[f]/total[f])
	}
	fmt.Fprintf(&text, "cascades %d\n", cascades)
	t.Log("\n" + text.String())
	if *missing != "" {
		if err := os.WriteFile(*missing, []byte(text.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
}
