package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/junit"
	"github.com/mcpsim/mcpsim/internal/words"
)

// writeJUnit writes results as JUnit XML: one test suite per feature file, one
// test case per run of a scenario with its guarantee ids, seeds and reproduce
// line as properties. An expected failure, and what was not observed or not
// testable, count as skipped; a warning passes and is told in the output of its
// case.
func writeJUnit(w io.Writer, _ Run, results []Result) error {
	all := junit.Suites{Name: "mcpsim"}
	var suites []*junit.Suite
	for _, r := range results {
		if n := len(suites); n == 0 || suites[n-1].File != r.URI {
			suites = append(suites, &junit.Suite{Name: words.Visible(r.Feature), File: r.URI})
		}
		suites[len(suites)-1].Add(r.junit())
	}
	for _, s := range suites {
		all.Add(s)
	}
	return junit.Write(w, all)
}

func (r Result) junit() junit.Case {
	c := junit.Case{Name: words.Visible(r.Name), Class: words.Visible(r.Feature + "." + r.Rule.Name), Time: junit.Seconds(r.Real)}
	if r.Attempt > 1 {
		c.Name += fmt.Sprintf(" (run %d)", r.Attempt)
	}
	for _, id := range r.Rule.IDs {
		c.Property("guarantee", id)
	}
	if r.Level != "" {
		c.Property("level", r.Level)
	}
	c.Property("line", strconv.Itoa(r.Line))
	c.Property("world", r.World)
	c.Property("seed", strconv.FormatUint(r.Seed, 10))
	c.Property("schedule_seed", strconv.FormatUint(r.ScheduleSeed, 10))
	c.Property("virtual_seconds", junit.Seconds(r.Virtual).String())
	c.Property("reproduce", r.Reproduce)
	message, _, _ := strings.Cut(r.Error, "\n")
	message = words.Printable(message)
	text := strings.Join(append(r.Explain(), "reproduce: "+words.Visible(r.Reproduce)), "\n")
	text = words.Clip(text, words.InReport)
	switch r.Verdict {
	case Failed:
		c.Failure = &junit.Message{Message: message, Text: text}
	case Expected, NotObserved, NotTestable:
		c.Skipped = &junit.Message{Message: string(r.Verdict) + ": " + message}
	case Warned:
		c.Out = "warning: " + text
	}
	return c
}
