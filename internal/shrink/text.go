package shrink

import (
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
)

// Text is the smaller scenario as a feature file named name, with what is known of it in
// comments. place is where the scenario comes from.
func (r Result) Text(name, place string) string {
	feature := r.Draft.Text()
	var b strings.Builder
	note := func(format string, args ...any) {
		for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
			b.WriteString(strings.TrimRight("# "+words.Printable(line), " ") + "\n")
		}
	}
	note("A smaller %s. It fails like this:", place)
	note("  %s", indented(failure(r.Signature)))
	for _, v := range r.Values {
		note("%s", explanation(v))
	}
	if r.AnySeed {
		note("The seed does not matter.")
	} else {
		note("The seed matters: with others nearby it does not fail so.")
	}
	for _, s := range r.Slips {
		note("Without %s it fails for another reason:", s.Without)
		note("  %s", indented(failure(s.Signature)))
	}
	comments := strings.Count(b.String(), "\n") + 1
	line := comments + 1
	for i, l := range strings.Split(feature, "\n") {
		if strings.HasPrefix(strings.TrimSpace(l), "Example:") {
			line = comments + i + 1
		}
	}
	note("mcpsim run %s", strings.TrimPrefix(r.line(name, line), "mcpsim run "))
	return b.String() + feature
}

// line is the command that runs the smaller scenario.
func (r Result) line(name string, line int) string {
	v := r.Variation
	return reports.Result{
		URI: name, Line: line, World: gherkin.Virtual, Seed: v.Seed, ScheduleSeed: v.ScheduleSeed, OrderSeed: v.OrderSeed,
		Disturb: v.Disturb, Laws: v.Laws,
	}.ReproduceLine()
}

func failure(s gherkin.Signature) string {
	text := s.Step + "\n" + s.Difference
	if s.Cause != "" {
		text += "\nafter: " + s.Cause
	}
	return text
}

func indented(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }

// explanation says whether a value matters.
func explanation(v Value) string {
	text := fmt.Sprintf("%s in `%s` ", v.Text, v.Where)
	switch {
	case len(v.Others) == 0:
		return text + "may be another: it fails so with " + strings.Join(v.Same, ", ") + ", too."
	case len(v.Same) == 0:
		return text + "matters: it does not fail so with " + strings.Join(v.Others, ", ") + "."
	}
	return text + "may be " + strings.Join(v.Same, ", ") + ", too, but not " + strings.Join(v.Others, ", ") + "."
}
