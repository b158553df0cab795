package acceptance

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// The limits of a run (S-ROOM-15).
const (
	scenarioTimeout = 120 * time.Second
	readyTimeout    = 60 * time.Second // until both roles answer
	readyPause      = time.Second
	grace           = 10 * time.Second // what is expected may take this long after its wait
	gracePause      = 250 * time.Millisecond
)

// Provider is an MCP provider that scenarios have loaded.
type Provider struct {
	ID         string `json:"id"`
	URL        string `json:"url"` // of a WebSocket
	Visibility string `json:"visibility"`
}

// The ids of the two providers (S-ROOM-14).
const (
	AvailableID   = "example-mcp"
	UnavailableID = "test-mcp-unavailable"
)

// Suite is the acceptance suite against two roles that run somewhere. All fields
// but Dial and Tell must be set. A Suite is for one run.
type Suite struct {
	Server, Operator string // base URLs, without a slash at their end
	// URLs of WebSockets: Available can be connected, at Unavailable nothing listens.
	Available, Unavailable string
	Waits                  Waits
	FailFast               bool // skips what follows a scenario that failed
	Clock                  clock.Clock
	Dial                   func(ctx context.Context, network, addr string) (net.Conn, error) // nil: the network of the machine
	Log                    *Log
	Tell                   func(ScenarioResult) // is told of each scenario at its end; may be nil
}

// scenario is a list of steps. The first one that fails ends it.
type scenario struct {
	name  string
	steps []step
}

// step looks at one thing, and says what it saw.
type step struct {
	name     string
	look     func(context.Context) (seen string, err error)
	optional bool // a failure is a warning
}

// skipped is the error of a step that cannot look at anything.
type skipped struct{ why string }

func (s *skipped) Error() string { return s.why }

// Run runs all scenarios, one after the other, once both roles answer. The end of
// ctx fails the scenario that runs and skips the rest. status is the room server's
// status body after all that (ROOM-65).
func (s *Suite) Run(ctx context.Context, began time.Time) (r Report, status []byte) {
	r = Report{Timestamp: began.UTC(), Config: Config{RoomServer: s.Server, Operator: s.Operator}}
	start := s.Clock.Now()
	unready := s.ready(ctx)
	for i, scenario := range s.scenarios() {
		r.Config.Scenarios = append(r.Config.Scenarios, scenario.name)
		result := ScenarioResult{Scenario: scenario.name, Results: []StepResult{}}
		switch {
		case context.Cause(ctx) != nil:
			result.Status, result.Error = Skipped, context.Cause(ctx).Error()
		case unready != nil:
			result.Status, result.Error = Failed, unready.Error()
		case s.FailFast && r.Summary.Failed > 0:
			result.Status, result.Error = Skipped, "a scenario before it failed"
		default:
			result = s.play(ctx, scenario, i > 0)
		}
		s.tell(result)
		r.add(result)
	}
	r.Summary.Duration = Milliseconds(s.Clock.Now().Sub(start))
	return r, s.finalStatus(ctx)
}

// play runs one scenario, after a pause if there was one before it.
func (s *Suite) play(ctx context.Context, all scenario, pause bool) ScenarioResult {
	result := ScenarioResult{Scenario: all.name, Status: Passed, Results: []StepResult{}}
	if pause {
		_ = clock.Sleep(ctx, s.Clock, s.Waits.Between) // if ctx ends, the first step says so
	}
	s.Log.Say("info", "scenario %s", all.name)
	start := s.Clock.Now()
	ctx, cancel := clock.WithTimeout(ctx, s.Clock, scenarioTimeout)
	defer cancel()
	for _, step := range all.steps {
		if result.Status == Failed {
			result.Results = append(result.Results, StepResult{step.name, Skipped, "a step before it failed"})
			continue
		}
		done := step.do(ctx)
		s.Log.Say(level(done.Status), "%s %s: %s", done.Status, done.Step, done.Message)
		result.Results = append(result.Results, done)
		switch done.Status {
		case Failed:
			result.Status, result.Error = Failed, done.Step+": "+done.Message
		case Warning:
			result.Status = Warning
		}
	}
	result.Duration = Milliseconds(s.Clock.Now().Sub(start))
	return result
}

func (st step) do(ctx context.Context) StepResult {
	seen, err := st.look(ctx)
	var none *skipped
	switch {
	case err == nil:
		return StepResult{st.name, Passed, seen}
	case errors.As(err, &none):
		return StepResult{st.name, Skipped, none.why}
	case st.optional:
		return StepResult{st.name, Warning, err.Error()}
	}
	return StepResult{st.name, Failed, err.Error()}
}

func level(s Status) string {
	switch s {
	case Failed:
		return "error"
	case Warning:
		return "warn"
	}
	return "info"
}

func (s *Suite) tell(r ScenarioResult) {
	s.Log.Say(level(r.Status), "%s %s", r.Status, r.Scenario)
	if s.Tell != nil {
		s.Tell(r)
	}
}

// ready waits until both roles are healthy.
func (s *Suite) ready(ctx context.Context) error {
	ctx, cancel := clock.WithTimeout(ctx, s.Clock, readyTimeout)
	defer cancel()
	for _, url := range []string{s.Server, s.Operator} {
		for {
			_, err := s.ask(ctx, http.MethodGet, url+"/health", nil)
			if err == nil {
				break
			}
			if ended := clock.Sleep(ctx, s.Clock, readyPause); ended != nil {
				return fmt.Errorf("waiting for %s: %w, last %w", url, ended, err)
			}
		}
	}
	return nil
}

// finalStatus is asked for whatever has happened, a cancelled run included.
func (s *Suite) finalStatus(ctx context.Context) []byte {
	body, err := s.ask(context.WithoutCancel(ctx), http.MethodGet, s.Server+"/status/mcp", nil)
	if err != nil {
		body = fmt.Appendf(nil, `{"error":%q}`, words.Printable(err.Error()))
	}
	return body
}
