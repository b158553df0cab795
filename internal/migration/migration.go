// Package migration says what a server of an earlier revision has to change to serve
// 2026-07-28: from what was seen of it, and from what the checks of that revision came
// to. It asks the server for nothing, and judges nothing by itself.
package migration

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/reports"
)

// Subject is the server that was looked at.
type Subject struct {
	Since  string                 // the revision that it is to come from
	HTTP   bool                   // it is reached over HTTP
	Modern bool                   // it speaks 2026-07-28
	Saw    func(probe.Sight) bool // what was seen of it with a handshake; nil = it opens no sessions
}

// state is how far a change is.
type state int

const (
	open      state = iota // it is to be made
	done                   // its checks passed
	undecided              // the server is modern, and no check of it was decided
	needless               // nothing shows that the server is concerned
)

// row is a change as it stands for a server.
type row struct {
	change
	state
	must    bool
	because string // what shows it
}

// Report is the whole text, with its end of line.
func Report(s Subject, results []reports.Result) string {
	verdicts := reports.Verdicts(results)
	var rows []row
	for _, c := range changes {
		if !s.HTTP {
			c.checks = slices.DeleteFunc(slices.Clone(c.checks), func(id string) bool { return strings.HasPrefix(id, "M-HM-") })
		}
		if !c.http || s.HTTP {
			rows = append(rows, s.judge(c, verdicts))
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.weight(), a.weight()) })
	var b strings.Builder
	fmt.Fprintf(&b, "\nfrom %s to %s: %s\n", s.Since, probe.ModernRevision, headline(rows))
	for _, r := range rows {
		if r.state == open {
			fmt.Fprintf(&b, "%-6s  %s\n        %s\n", r.level(), r.now, r.because)
		}
	}
	fmt.Fprint(&b, told(rows, done, "done"), told(rows, undecided, "not decided by the checks that ran"), told(rows, needless, "not for this server, as far as was seen"))
	return b.String()
}

// weight sorts what must be done first.
func (r row) weight() int {
	if r.must {
		return 1
	}
	return 0
}

func (r row) level() string {
	if r.must {
		return "MUST"
	}
	return "SHOULD"
}

func headline(rows []row) string {
	var must, should, unknown int
	for _, r := range rows {
		switch {
		case r.state == undecided:
			unknown++
		case r.state != open:
		case r.must:
			must++
		default:
			should++
		}
	}
	text := "nothing to change was found"
	if must+should > 0 {
		text = fmt.Sprintf("%d to change, %d of them a MUST", must+should, must)
	}
	if unknown > 0 {
		text += fmt.Sprintf(", %d not decided", unknown)
	}
	return text
}

// told are the changes in one state, in short.
func told(rows []row, in state, title string) string {
	var lines []string
	for _, r := range rows {
		if r.state == in {
			short := r.now
			if end := strings.IndexAny(short, ":;("); end > 0 {
				short = strings.TrimSpace(short[:end])
			}
			lines = append(lines, "  "+short+"\n")
		}
	}
	if lines == nil {
		return ""
	}
	return title + ":\n" + strings.Join(lines, "")
}

// judge is how far a change is. Checks that were decided say more than what was seen.
func (s Subject) judge(c change, verdicts reports.CheckVerdicts) row {
	r := row{change: c, must: c.must}
	var failed, warned, passed []string
	for _, id := range c.checks {
		switch verdicts.Of[id] {
		case reports.Failed:
			failed = append(failed, id)
		case reports.Warned, reports.Expected:
			warned = append(warned, id)
		case reports.Passed:
			passed = append(passed, id)
		}
	}
	seen := s.seen(c)
	switch {
	case len(failed)+len(warned) > 0:
		r.must = len(failed) > 0
		r.because = "see " + strings.Join(append(failed, warned...), ", ")
	case s.Saw != nil && c.seen != nil && seen == "":
		r.state = needless
	case s.Modern && len(passed) > 0:
		r.state = done
	case s.Modern:
		r.state = undecided
	default:
		r.because = cmp.Or(seen, "it speaks no modern revision") + "; checked by " + strings.Join(c.checks, ", ")
	}
	return r
}

// seen is what shows that a server is concerned; "" = nothing does.
func (s Subject) seen(c change) string {
	var out []string
	for _, sight := range c.seen {
		if s.Saw != nil && s.Saw(sight) {
			out = append(out, string(sight))
		}
	}
	return strings.Join(out, ", ")
}
