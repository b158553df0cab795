package acceptance

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/junit"
	"github.com/mcpsim/mcpsim/internal/words"
)

// Status is what came of a scenario or of one of its steps (S-ROOM-15).
type Status string

const (
	Passed  Status = "PASSED"
	Failed  Status = "FAILED"
	Warning Status = "WARNING" // something optional is not there; it counts as passed
	Skipped Status = "SKIPPED" // nothing was looked at
)

// Report is what came of a run, as results/report.json has it.
type Report struct {
	Timestamp time.Time        `json:"timestamp"` // when the run began
	Config    Config           `json:"config"`
	Summary   Summary          `json:"summary"`
	Results   []ScenarioResult `json:"results"` // one per scenario, in order
}

// Config is what was run against whom.
type Config struct {
	RoomServer string   `json:"roomServer"` // base URL
	Operator   string   `json:"operator"`   // base URL
	Scenarios  []string `json:"scenarios"`
}

// Summary counts scenarios: Total is the sum of the others.
type Summary struct {
	Total    int          `json:"total"`
	Passed   int          `json:"passed"`
	Failed   int          `json:"failed"`
	Skipped  int          `json:"skipped"`
	Duration Milliseconds `json:"duration"`
}

// ScenarioResult is what came of one scenario.
type ScenarioResult struct {
	Scenario string       `json:"scenario"`
	Status   Status       `json:"status"`
	Duration Milliseconds `json:"duration"`
	Results  []StepResult `json:"results"`
	Error    string       `json:"error,omitempty"` // of the step that failed
}

// StepResult is what came of one step.
type StepResult struct {
	Step    string `json:"step"`
	Status  Status `json:"status"`
	Message string `json:"message"` // what was seen, or what is wrong
}

// Milliseconds is a duration that JSON has as a whole number of milliseconds.
type Milliseconds time.Duration

// MarshalJSON implements [json.Marshaler].
func (d Milliseconds) MarshalJSON() ([]byte, error) {
	return json.Marshal(time.Duration(d).Milliseconds())
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *Milliseconds) UnmarshalJSON(data []byte) error {
	var ms int64
	if err := json.Unmarshal(data, &ms); err != nil {
		return err
	}
	*d = Milliseconds(time.Duration(ms) * time.Millisecond)
	return nil
}

// Failed reports whether the run failed. One in which nothing passed has failed
// too: nothing was shown.
func (r Report) Failed() bool { return r.Summary.Failed > 0 || r.Summary.Passed == 0 }

// add counts a scenario.
func (r *Report) add(s ScenarioResult) {
	r.Results = append(r.Results, s)
	r.Summary.Total++
	switch s.Status {
	case Failed:
		r.Summary.Failed++
	case Skipped:
		r.Summary.Skipped++
	default:
		r.Summary.Passed++
	}
}

// WriteJSON writes the report as JSON.
func (r Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(words.NewJSONDoor(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// WriteJUnit writes the report as JUnit XML: one test suite, one test case per
// scenario with its steps. It has the numbers of [Report.WriteJSON] (ROOM-64).
func (r Report) WriteJUnit(w io.Writer) error {
	all := junit.Suite{Name: "MCP Integration Tests", Timestamp: r.Timestamp.UTC().Format("2006-01-02T15:04:05")}
	for _, s := range r.Results {
		all.Add(s.junit())
	}
	all.Time = junit.Seconds(r.Summary.Duration) // with the pauses between scenarios
	door := words.NewDoor(w)
	return errors.Join(junit.Write(door, all), door.Flush())
}

func (s ScenarioResult) junit() junit.Case {
	var steps strings.Builder
	for _, step := range s.Results {
		fmt.Fprintf(&steps, "%-7s %s: %s\n", step.Status, step.Step, words.Printable(step.Message))
	}
	c := junit.Case{Name: s.Scenario, Class: "integration", Time: junit.Seconds(s.Duration)}
	switch s.Status {
	case Failed:
		c.Failure = &junit.Message{Message: s.Error, Text: steps.String()}
	case Skipped:
		c.Skipped = &junit.Message{Message: s.Error}
	case Warning: // as other reports of mcpsim have it
		c.Out = "warning: something optional is not there\n" + steps.String()
	default:
		c.Out = steps.String()
	}
	return c
}
