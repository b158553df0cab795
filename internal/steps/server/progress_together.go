package server

import (
	"cmp"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// The tokens of two calls: different ones, and a number and the same digits as a text.
var (
	atOnce = []string{`"mcpsim-one"`, `"mcpsim-two"`}
	alikes = []string{`7001`, `"7001"`}
)

// callTogether calls a tool twice at once, and once more unless both calls report progress, each
// with its own token.
func (p *progress) callTogether(c *check, alike string, t trial, s *probe.Survey) error {
	p.tokens = atOnce
	if alike != "" {
		p.tokens = alikes
	}
	for range 2 {
		if err := p.pair(c, lasting(s, t)); err != nil {
			return err
		}
		if p.together[p.tokens[0]] > 0 && p.together[p.tokens[1]] > 0 && p.mixed == "" {
			return nil
		}
	}
	return nil
}

// lasting is the slowest call that was answered and reports progress that grows, or else the one
// that was chosen: two calls of a fast tool are hardly ever under way at once.
func lasting(s *probe.Survey, chosen trial) trial {
	slowest := chosen
	for _, one := range s.Trials {
		if one.Err == nil && one.Took > slowest.Took && len(one.Progress) > 1 && twiceReported(one.Progress, one.Token) == "" {
			slowest = trial{one}
		}
	}
	return slowest
}

// twiceReported is a value of progress that comes twice for a token; "" = none does.
func twiceReported(reports []probe.Frame, token string) string {
	seen := map[float64]bool{}
	for _, f := range reports {
		n := progressOf(f)
		if n == nil || !sameValue(probe.ProgressToken(f), token) {
			continue
		}
		if seen[*n] {
			return shownNumber(n)
		}
		seen[*n] = true
	}
	return ""
}

func (p *progress) pair(c *check, t trial) error {
	p.together, p.mixed, c.sent = map[string]int{}, "", c.conn.Size()
	var calls []*probe.Pending
	for _, token := range p.tokens {
		call, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, token), c.conn.Patience())
		if err != nil {
			return err
		}
		defer call.Drop()
		calls = append(calls, call)
	}
	for _, call := range calls {
		if _, err := call.Await(c.conn.Patience()); err != nil { // which is the business of another check
			return verdict.NotObserved("two calls at once were not both answered this time: %s", err)
		}
	}
	reports, err := c.reports()
	for _, own := range p.tokens {
		for _, f := range reports {
			if sameValue(probe.ProgressToken(f), own) {
				p.together[own]++
			}
		}
		if twice := twiceReported(reports, own); twice != "" && twiceReported(t.Progress, t.Token) == "" {
			p.mixed = fmt.Sprintf("of two calls of the tool %q at once the token %s is told of the progress %s twice", t.Tool.Name, own, twice)
		}
	}
	return err
}

func (p *progress) forBoth(c *check, t trial, s *probe.Survey) error {
	t = lasting(s, t)
	one, two := p.together[p.tokens[0]], p.together[p.tokens[1]]
	switch {
	case one > 0 && two > 0:
		return p.apart(c)
	case one == 0 && two == 0:
		return verdict.NotObserved("the tool %q reports no progress this time", t.Tool.Name)
	}
	if err := p.callTracked(c, t, `"mcpsim-alone"`); err != nil {
		return err
	}
	if tokens, err := c.reported(); err != nil || len(tokens) == 0 {
		return cmp.Or(err, verdict.NotObserved("the tool %q reports no progress this time", t.Tool.Name))
	}
	return fmt.Errorf("of two calls of the tool %q at once one reports progress %d times and the other %d times", t.Tool.Name, one, two)
}

// apart judges whether both calls have reported with the token of one of them, time after time.
func (p *progress) apart(c *check) error {
	switch {
	case p.mixed == "":
		return nil
	case c.bench.Found(probe.OneStream):
		return verdict.Because(streamCheck, "notifications come twice")
	case c.bench.Found(probe.Grows):
		return verdict.Because("PROG-02", "calls report the same progress twice that are alone, too")
	}
	return fmt.Errorf("%s", p.mixed)
}
