package explore

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/reports"
)

// Group is failures with one signature.
type Group struct {
	gherkin.Signature
	Runs      int            // that failed so
	Scenarios []string       // places, sorted
	Kinds     map[string]int // runs by kind of variation
	First     reports.Result // the simplest of them

	scenarios map[string]bool
}

// Report is what a campaign has found.
type Report struct {
	Runs, Failed int
	Groups       []Group // most frequent first
	Failures     []Failure
	Fixed        []Failure // known ones that passed
	Scenarios    int
	Cuts, Places int // connections cut, places to cut them at
	Took         time.Duration
}

// PerGroup bounds the failures of one group that are kept for the next time.
const PerGroup = 5

// report grows while a campaign runs.
type report struct {
	runs, failed int
	groups       map[gherkin.Signature]*Group
	kept         []Failure
	known        map[string]bool // keys of what failed, while only known failures have been run
	fixed        []Failure
}

// judgeKnown notes which of the known failures, which have all been run, are gone.
func (r *report) judgeKnown(asked []Failure) {
	for _, f := range asked {
		if !r.known[f.key()] {
			r.fixed = append(r.fixed, f)
		}
	}
	r.known = nil
}

func (r *report) add(a gherkin.Answer) {
	if a.Signature == nil {
		a.Signature = gherkin.SignatureOf(a.Result)
	}
	if r.groups == nil {
		r.groups, r.known = map[gherkin.Signature]*Group{}, map[string]bool{}
	}
	if r.known != nil {
		r.known[failureOf(a.Result).key()] = true
	}
	r.failed++
	key := *a.Signature
	g := r.groups[key]
	if g == nil {
		g = &Group{Signature: key, Kinds: map[string]int{}, scenarios: map[string]bool{}, First: a.Result}
		r.groups[key] = g
	}
	g.Runs++
	g.Kinds[KindOf(variationOf(a.Result))]++
	g.scenarios[a.Result.Place()] = true
	if simpler(a.Result, g.First) {
		g.First = a.Result
	}
	if g.Runs <= PerGroup {
		r.kept = append(r.kept, failureOf(a.Result))
	}
}

// simpler reports whether a failure is easier to look into than another one.
func simpler(a, b reports.Result) bool {
	rank := func(r reports.Result) int { return slices.Index(Kinds(), KindOf(variationOf(r))) }
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(a.Steps), len(b.Steps))) < 0
}

func variationOf(r reports.Result) gherkin.Variation {
	return gherkin.Variation{Seed: r.Seed, ScheduleSeed: r.ScheduleSeed, OrderSeed: r.OrderSeed, Disturb: r.Disturb, Laws: r.Laws}
}

// end sums up.
func (r *report) end(subjects []*subject, took time.Duration) Report {
	out := Report{Runs: r.runs, Failed: r.failed, Failures: r.kept, Fixed: r.fixed, Scenarios: len(subjects), Took: took}
	for _, g := range r.groups {
		g.Scenarios = slices.Sorted(maps.Keys(g.scenarios))
		out.Groups = append(out.Groups, *g)
	}
	slices.SortFunc(out.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Runs, a.Runs), a.Signature.Compare(b.Signature))
	})
	for _, s := range subjects {
		out.Places += s.total
		out.Cuts += min(s.used[Cut], s.total)
	}
	return out
}
