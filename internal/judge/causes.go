package judge

import (
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/reports"
)

// Causes are the things that have broken in a run, each with the check that told it.
// The zero value is that of a run which begins.
type Causes struct{ first map[string]string }

// Settle returns a result, in the order of the checks: a finding about what an earlier
// check has told already is none, but not testable because of that.
func (c *Causes) Settle(r reports.Result) reports.Result {
	if r.Broke == "" || r.Verdict != reports.Failed && r.Verdict != reports.Warned {
		return r
	}
	if c.first == nil {
		c.first = map[string]string{}
	}
	own := strings.Join(r.Rule.IDs, " ")
	see, told := c.first[r.Broke]
	if !told {
		c.first[r.Broke] = own
	} else if see != own {
		r.Verdict, r.See, r.Error = reports.NotTestable, see, verdict.Because(see, "%s", r.Error).Error()
	}
	return r
}

// untold returns the places of results that point at a check which has told nothing, and at none
// that has: what they found would be told by nobody. Of those that point at one check the first
// is enough. A check that was not run, or not to its end, may have told it, and one that could look
// at nothing might have.
func untold(results []reports.Result) (places []int) {
	told, silent, points := map[string]bool{}, map[string]bool{}, map[string][]string{}
	for _, r := range results {
		for _, id := range r.Rule.IDs {
			switch r.Verdict {
			case reports.Failed, reports.Warned, reports.Expected, reports.NotRun:
				told[id] = true
			case reports.NotObserved: // of a server that floods its client, say: it could not look
			default:
				silent[id] = true
			}
			if r.See != "" {
				points[id] = append(points[id], r.See)
			}
		}
	}
	for _, far := range []bool{false, true} { // first those that point at what points nowhere itself
		for i, r := range results {
			if r.See == "" || !silent[r.See] || len(points[r.See]) > 0 && !far || leads(r.See, points, told, map[string]bool{}) {
				continue
			}
			told[r.See] = true // by this one in its place
			for _, id := range r.Rule.IDs {
				told[id] = true
			}
			places = append(places, i)
		}
	}
	slices.Sort(places)
	return places
}

// leads reports whether a check has told something, or points at one that has.
func leads(id string, points map[string][]string, told, seen map[string]bool) bool {
	if told[id] {
		return true
	}
	if seen[id] {
		return false
	}
	seen[id] = true
	return slices.ContainsFunc(points[id], func(next string) bool { return leads(next, points, told, seen) })
}

// revived is a result that points at another check as the finding that it is.
func revived(r reports.Result) reports.Result {
	r.Error = strings.Replace(r.Error, "see "+r.See+": ", "", 1)
	r.Verdict, r.See = reports.Failed, ""
	if r.Level == "SHOULD" || r.Level == "MAY" {
		r.Verdict = reports.Warned
	}
	return r
}
