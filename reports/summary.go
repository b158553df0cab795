package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// The name and version of the summary format; docs/validate.md describes it.
const (
	summaryFormat  = "mcpsim-summary"
	summaryVersion = 1
)

// Tally counts checks. Observed are those that were decided, of Total.
type Tally struct {
	Total       int `json:"total"`
	Observed    int `json:"observed"`
	Passed      int `json:"passed"`
	Failed      int `json:"failed"`
	Warned      int `json:"warned"`
	Expected    int `json:"expected"`
	NotObserved int `json:"not_observed"`
	NotTestable int `json:"not_testable"`
	Blocked     int `json:"blocked"` // of the not testable ones: for what another check tells
	NotRun      int `json:"not_run"`
}

// summary is what the results of a run come to, for programs.
type summary struct {
	Format   string           `json:"format"`
	Version  int              `json:"version"`
	Mcpsim   string           `json:"mcpsim"`
	Text     string           `json:"text"`
	Checks   Tally            `json:"checks"`
	Levels   map[string]Tally `json:"levels"`
	Suites   map[string]Tally `json:"suites"`
	Findings []summaryFinding `json:"findings"`
	Open     []summaryOpen    `json:"open"`
}

// summaryFinding is a check that failed, warned or was expected to.
type summaryFinding struct {
	Check   string  `json:"check"`
	Level   string  `json:"level"`
	Verdict Verdict `json:"verdict"`
	Rule    string  `json:"rule"`
}

// summaryOpen is a check that was not decided, and what would decide it.
type summaryOpen struct {
	Check   string  `json:"check"`
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason"`
	// Wants is what would make it observable: a flag, a tool, a capability or a revision
	// of the server, or that another check passes. Both are "" if that is not known.
	Wants string `json:"wants,omitempty"`
	What  string `json:"what,omitempty"`
}

// Badge is what the results of a run come to in one line. It is no grade: it says how
// much was seen, and how much of that failed.
func Badge(results []Result) string {
	t := tally(worstOf(results))
	return fmt.Sprintf("mcpsim: %d of %d observed, %d failed", t.Observed, t.Total, t.Failed)
}

// TallyOf counts the checks of results.
func TallyOf(results []Result) Tally { return tally(worstOf(results)) }

// CheckVerdicts are the worst verdicts of checks by their ids, and these in order.
type CheckVerdicts struct {
	Order []string
	Of    map[string]Verdict
}

// Verdicts are the worst verdicts of the checks in results.
func Verdicts(results []Result) CheckVerdicts {
	out := CheckVerdicts{Of: map[string]Verdict{}}
	for _, r := range worstOf(results) {
		id := strings.Join(r.Rule.IDs, " ")
		if out.Of[id] == "" {
			out.Order = append(out.Order, id)
		}
		out.Of[id] = worse(out.Of[id], r.Verdict)
	}
	return out
}

// writeBadge writes [Badge].
func writeBadge(w io.Writer, _ Run, results []Result) error {
	_, err := fmt.Fprintln(w, Badge(results))
	return err
}

// writeSummary writes a summary as one JSON object.
func writeSummary(w io.Writer, run Run, results []Result) error {
	worst := worstOf(results)
	s := summary{
		Format: summaryFormat, Version: summaryVersion, Mcpsim: run.Mcpsim, Text: Badge(results), Checks: tally(worst),
		Levels: tallies(worst, func(r Result) string { return r.Level }), Suites: tallies(worst, func(r Result) string { return r.Suite }),
		Findings: []summaryFinding{}, Open: []summaryOpen{},
	}
	for _, r := range worst {
		check := strings.Join(r.Rule.IDs, " ")
		switch r.Verdict {
		case Failed, Warned, Expected:
			s.Findings = append(s.Findings, summaryFinding{check, r.Level, r.Verdict, r.Rule.Name})
		case NotObserved, NotTestable, NotRun:
			wants, what := r.wants()
			reason, _, _ := strings.Cut(r.Error, "\n")
			s.Open = append(s.Open, summaryOpen{check, r.Verdict, reason, wants, what})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		return fmt.Errorf("writing the summary: %w", err)
	}
	return nil
}

// worstOf has one result for each Rule, its worst, in the order of their first ones.
func worstOf(results []Result) []Result {
	var out []Result
	at := map[ruleKey]int{}
	for _, r := range results {
		i, known := at[r.rule()]
		switch {
		case !known:
			at[r.rule()] = len(out)
			out = append(out, r)
		case worse(out[i].Verdict, r.Verdict) != out[i].Verdict:
			out[i] = r
		}
	}
	return out
}

func tallies(worst []Result, of func(Result) string) map[string]Tally {
	groups := map[string][]Result{}
	for _, r := range worst {
		if name := of(r); name != "" {
			groups[name] = append(groups[name], r)
		}
	}
	out := map[string]Tally{}
	for name, group := range groups {
		out[name] = tally(group)
	}
	return out
}

// tally counts results, one for each Rule.
func tally(worst []Result) Tally {
	s := Summarise(worst)
	n := s.Rules
	return Tally{
		Total: len(worst), Observed: n[Passed] + n[Failed] + n[Warned] + n[Expected],
		Passed: n[Passed], Failed: n[Failed], Warned: n[Warned], Expected: n[Expected],
		NotObserved: n[NotObserved], NotTestable: n[NotTestable], Blocked: s.Blocked, NotRun: n[NotRun],
	}
}

// missing say what reasons of checks that were not decided ask for.
var missing = []struct {
	wants  string
	reason *regexp.Regexp
}{
	{"flag", regexp.MustCompile(`(--allow-calls|--idle \S+)`)},
	{"revision", regexp.MustCompile(`holds (?:for|from) revision ([0-9-]+)`)},
	{"capability", regexp.MustCompile(`does not declare (\S+(?: of \S+)?)`)},
	{"tool", regexp.MustCompile(`^((?:no tool|none of the tools|no call|nothing is completed|no resource|the server sent no|the server sent fewer).*)`)},
}

// wants is what would decide a check, as far as its reason tells.
func (r Result) wants() (wants, what string) {
	switch {
	case r.See != "":
		return "check", r.See
	case r.Verdict == NotRun:
		return "flag", "--budget"
	}
	for _, m := range missing {
		if found := m.reason.FindStringSubmatch(r.Error); found != nil {
			return m.wants, strings.TrimSpace(found[1])
		}
	}
	return "", ""
}
