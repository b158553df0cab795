package reports

import (
	"strings"

	"github.com/mcpsim/mcpsim/internal/words"
)

// findings are the results that ask for a change: what failed,
// then what warned.
func findings(results []Result) []Result {
	var out []Result
	for _, v := range []Verdict{Failed, Warned} {
		for _, r := range results {
			if r.Verdict == v {
				out = append(out, r)
			}
		}
	}
	return out
}

// headline is one line about a finding: its ids, its Rule, what is wrong.
func (r Result) headline() string {
	first, _, _ := strings.Cut(r.Error, "\n")
	return words.Printable(strings.Join(r.Rule.IDs, " ") + ": " + r.Rule.Name + ": " + first)
}

// continued is a text of several lines, of which none but the first begins where lines of
// ours do.
func continued(text string) string {
	return strings.ReplaceAll(words.PrintableLines(text), "\n", "\n  ")
}

// advice is what the Rule says about a finding: the place in the specification
// and what to change. A stale one needs none.
func (r Result) advice() []string {
	if r.Stale || r.Rule.Text == "" {
		return nil
	}
	return strings.Split(r.Rule.Text, "\n")
}

// inform reports whether a finding only informs: the level MAY.
func (r Result) inform() bool { return r.Verdict == Warned && r.Level == "MAY" }

var specPlace = words.Pattern(`(?m)^Spec:.*?(\d{4}-\d\d-\d\d) ((?:basic|client|server|changelog)[a-z/-]*)(?:, ([A-Z][A-Za-z -]*[A-Za-z]))?`)

// SpecURL is the page of the specification that the text of a Rule names first, with
// the heading on it if it names one; "" = it names none.
func (r Rule) SpecURL() string {
	m := specPlace().FindStringSubmatch(r.Text)
	if m == nil {
		return ""
	}
	url := "https://modelcontextprotocol.io/specification/" + m[1] + "/" + m[2]
	if m[3] != "" {
		url += "#" + strings.ReplaceAll(strings.ToLower(m[3]), " ", "-")
	}
	return url
}
