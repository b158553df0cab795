package tell

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// Compare tells what got worse and what got better since old results, one line for
// each check whose worst verdict differs, worse ones first.
func Compare(old, now []reports.Result) string {
	before, after := reports.Verdicts(old), reports.Verdicts(now)
	var worse, better, other []string
	for _, id := range after.Order {
		was, is := before.Of[id], after.Of[id]
		line := fmt.Sprintf("  %-8s  %s, was %s\n", words.Printable(id), is, was)
		switch {
		case was == is:
		case was == "":
			other = append(other, fmt.Sprintf("  %-8s  %s, was not asked for\n", words.Printable(id), is))
		case weight[is] > 0 && weight[is] > weight[was]:
			worse = append(worse, line)
		case weight[was] > 0 && weight[is] != 0 && weight[is] < weight[was]:
			better = append(better, line)
		default:
			other = append(other, line)
		}
	}
	for _, id := range before.Order {
		if after.Of[id] == "" {
			other = append(other, fmt.Sprintf("  %-8s  not asked for, was %s\n", words.Printable(id), before.Of[id]))
		}
	}
	var b strings.Builder
	for _, part := range []struct {
		title string
		lines []string
	}{{"worse", worse}, {"better", better}, {"otherwise", other}} {
		if len(part.lines) > 0 {
			fmt.Fprintf(&b, "%s: %s\n%s", part.title, words.Count(len(part.lines), "check"), strings.Join(part.lines, ""))
		}
	}
	if b.Len() == 0 {
		return "no check came to another verdict\n"
	}
	return b.String()
}

// weight is how bad a verdict is; what was not decided has none, and is neither better
// nor worse than before.
var weight = map[reports.Verdict]int{reports.Failed: 2, reports.Warned: 1, reports.Expected: 1, reports.Passed: -1}

// Row is what the checks of one server came to, for [Table].
type Row struct {
	Name    string
	Results []reports.Result
	Err     string // why there are none; "" = there are
}

// Table compares servers: the verdict of each check that was a finding for any of them.
func Table(rows []Row) string {
	var b strings.Builder
	width := 6
	for _, r := range rows {
		width = max(width, len(words.Printable(r.Name)))
	}
	fmt.Fprintf(&b, "\n%-*s  %8s  %8s  %6s  %6s  %s\n", width, "server", "observed", "of", "failed", "warned", "findings")
	for _, r := range rows {
		if r.Err != "" {
			fmt.Fprintf(&b, "%-*s  %s\n", width, words.Printable(r.Name), words.Clip(words.Printable(strings.ReplaceAll(r.Err, "\n", "; ")), words.MaxShown))
			continue
		}
		t := reports.TallyOf(r.Results)
		fmt.Fprintf(&b, "%-*s  %8d  %8d  %6d  %6d  %s\n", width, words.Printable(r.Name), t.Observed, t.Total, t.Failed, t.Warned, folded(findingsOf(r.Results)))
	}
	return b.String()
}

// findingsOf are the checks that failed or warned, failures first.
func findingsOf(results []reports.Result) []string {
	var out []string
	for _, v := range []reports.Verdict{reports.Failed, reports.Warned} {
		for _, r := range results {
			if id := strings.Join(r.Rule.IDs, " "); r.Verdict == v && !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}
