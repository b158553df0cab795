package judge

import (
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
