package acceptance

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// suiteName is the name of the one test suite in JUnit XML.
const suiteName = "MCP Integration Tests"

type junitSuite struct {
	XMLName   xml.Name    `xml:"testsuite"`
	Name      string      `xml:"name,attr"`
	Tests     int         `xml:"tests,attr"`
	Failures  int         `xml:"failures,attr"`
	Skipped   int         `xml:"skipped,attr"`
	Time      string      `xml:"time,attr"`      // seconds
	Timestamp string      `xml:"timestamp,attr"` // without a zone: UTC
	Cases     []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitMessage `xml:"failure"`
	Skipped *junitMessage `xml:"skipped"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the report as JUnit XML: one test suite, one test case per
// scenario with its steps. It has the numbers of [Report.WriteJSON] (ROOM-64).
func (r Report) WriteJUnit(w io.Writer) error {
	all := junitSuite{
		Name: suiteName, Tests: r.Summary.Total, Failures: r.Summary.Failed, Skipped: r.Summary.Skipped,
		Time: seconds(r.Summary.Duration), Timestamp: r.Timestamp.UTC().Format("2006-01-02T15:04:05"),
	}
	for _, s := range r.Results {
		all.Cases = append(all.Cases, s.junit())
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	_, err := io.WriteString(w, xml.Header)
	if err == nil {
		err = enc.Encode(all)
	}
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	if err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	return nil
}

func (s ScenarioResult) junit() junitCase {
	c := junitCase{Name: s.Scenario, Class: "integration", Time: seconds(s.Duration)}
	switch s.Status {
	case Failed:
		c.Failure = &junitMessage{Message: s.Error, Text: s.steps()}
	case Skipped:
		c.Skipped = &junitMessage{Message: s.Error}
	default:
		c.Out = s.steps()
	}
	return c
}

// steps are the steps of a scenario, one per line.
func (s ScenarioResult) steps() string {
	var b strings.Builder
	for _, step := range s.Results {
		fmt.Fprintf(&b, "%-7s %s: %s\n", step.Status, step.Step, step.Message)
	}
	return b.String()
}

func seconds(d Milliseconds) string {
	return strconv.FormatFloat(time.Duration(d).Seconds(), 'f', 3, 64)
}
