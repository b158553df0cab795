package reports

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	File     string      `xml:"file,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	real     time.Duration
}

type junitCase struct {
	Name       string          `xml:"name,attr"`
	Class      string          `xml:"classname,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Failure    *junitMessage   `xml:"failure"`
	Skipped    *junitMessage   `xml:"skipped"`
	Out        string          `xml:"system-out,omitempty"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes results as JUnit XML: one test suite per feature file, one
// test case per run of a scenario with its guarantee ids, seeds and reproduce
// line as properties. A known gap, an expected failure, and what was not observed
// or not testable, count as skipped; a warning passes and is told in the output
// of its case.
func WriteJUnit(w io.Writer, results []Result) error {
	all := junitSuites{Name: "mcpsim"}
	var real time.Duration
	for _, r := range results {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].File != r.URI {
			all.Suites = append(all.Suites, junitSuite{Name: r.Feature, File: r.URI})
		}
		s := &all.Suites[len(all.Suites)-1]
		s.add(r)
		s.Time = seconds(s.real)
		real += r.Real
	}
	for _, s := range all.Suites {
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Skipped += s.Skipped
	}
	all.Time = seconds(real)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	return nil
}

func (s *junitSuite) add(r Result) {
	c := junitCase{Name: r.Name, Class: r.Feature + "." + r.Rule.Name, Time: seconds(r.Real)}
	if r.Attempt > 1 {
		c.Name += fmt.Sprintf(" (run %d)", r.Attempt)
	}
	for _, id := range r.Rule.IDs {
		c.property("guarantee", id)
	}
	if r.Level != "" {
		c.property("level", r.Level)
	}
	c.property("line", strconv.Itoa(r.Line))
	c.property("world", r.World)
	c.property("seed", strconv.FormatUint(r.Seed, 10))
	c.property("schedule_seed", strconv.FormatUint(r.ScheduleSeed, 10))
	c.property("virtual_seconds", seconds(r.Virtual))
	c.property("reproduce", r.Reproduce)
	message, _, _ := strings.Cut(r.Error, "\n")
	message = printable(message)
	text := strings.Join(append(failureText(r), "reproduce: "+r.Reproduce), "\n")
	switch r.Verdict {
	case Failed:
		c.Failure = &junitMessage{Message: message, Text: text}
		s.Failures++
	case KnownGap:
		c.Skipped = &junitMessage{Message: "known gap: " + message}
		s.Skipped++
	case Expected, NotObserved, NotTestable:
		c.Skipped = &junitMessage{Message: string(r.Verdict) + ": " + message}
		s.Skipped++
	case Warned:
		c.Out = "warning: " + text
	}
	s.Tests++
	s.real += r.Real
	s.Cases = append(s.Cases, c)
}

func (c *junitCase) property(name, value string) {
	c.Properties = append(c.Properties, junitProperty{Name: name, Value: value})
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }
