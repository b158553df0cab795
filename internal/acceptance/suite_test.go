package acceptance_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// rooms is a room server and its operator that say what they should, unless told
// otherwise.
type rooms struct {
	clk    clock.Clock
	loaded time.Time // zero = not yet
	asked  int
	// change is how they differ from good ones.
	change func(r *rooms, req *http.Request, code int, body string) (int, string)
}

func (r *rooms) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.asked++
	code, body := http.StatusOK, ""
	switch req.URL.Path {
	case "/health":
		body = `{"status":"healthy"}`
	case "/mcp/load":
		r.loaded = r.clk.Now()
		body = `{"message":"loaded","count":2}`
	case "/admin/mcp/load":
		body = `{"message":"initiated","count":1}`
	case "/status/mcp", "/mcp/status":
		body = `{"providers":[` + r.providers() + `]}`
	}
	if r.change != nil {
		code, body = r.change(r, req, code, body)
	}
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
}

func (r *rooms) providers() string {
	if r.loaded.IsZero() {
		return entry("example-mcp", "idle", 0)
	}
	state, attempts := "connecting", 3
	if r.clk.Now().Sub(r.loaded) > 15*time.Second {
		state, attempts = "error", 5
	}
	return entry("example-mcp", "connected", 1) + "," + entry("test-mcp-unavailable", state, attempts)
}

func entry(id, state string, attempts int) string {
	return fmt.Sprintf(`{"id":%q,"state":%q,"attempts":%d,"lastChangeAt":1}`, id, state, attempts)
}

// run runs the suite against rooms, until cancel if that is not 0.
func run(t *testing.T, r *rooms, cancel time.Duration) (report acceptance.Report, status, log string) {
	t.Helper()
	var out strings.Builder
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		n := netem.New(s)
		l, err := n.Listen("room.test:80")
		assert.Check(t, err)
		r.clk = s.Clock("rooms")
		server := &http.Server{Handler: r}
		s.Go("rooms", func() { _ = server.Serve(l) })
		clk := s.Clock("suite")
		suite := &acceptance.Suite{
			Server: "http://room.test", Operator: "http://room.test", Available: "ws://a.test", Unavailable: "ws://b.test",
			Waits: acceptance.FullWaits(), Clock: clk, Dial: n.Dial("suite"), Log: acceptance.NewLog(&out, clk),
		}
		ctx, stop := context.WithCancelCause(context.Background())
		s.Go("suite", func() {
			var final []byte
			report, final = suite.Run(ctx, clk.Now())
			status = string(final)
		})
		if cancel > 0 {
			assert.Check(t, s.Sleep(cancel))
			stop(errors.New("interrupted"))
		}
		assert.Check(t, s.Sleep(time.Hour))
		stop(nil)
		assert.Check(t, server.Close())
	})
	assert.NilError(t, err)
	return report, status, out.String()
}

func TestGoodRoomsPass(t *testing.T) {
	report, status, log := run(t, &rooms{}, 0)
	assert.Check(t, !report.Failed(), "%+v", report)
	assert.Equal(t, time.Duration(report.Summary.Duration).Round(time.Second), acceptance.FullWaits().Total())
	assert.Check(t, is.Contains(status, `"state":"error","attempts":5`))
	assert.Check(t, is.Contains(log, "2026-01-01T00:01:34.000Z info PASSED 04-status\n"))
}

// differ changes the answers to some requests.
func differ(path string, code int, body string) func(*rooms, *http.Request, int, string) (int, string) {
	return func(_ *rooms, req *http.Request, c int, b string) (int, string) {
		if req.URL.Path == path {
			return code, body
		}
		return c, b
	}
}

// replace changes what providers look like.
func replace(from, to string) func(*rooms, *http.Request, int, string) (int, string) {
	return func(_ *rooms, _ *http.Request, c int, b string) (int, string) {
		return c, strings.ReplaceAll(b, from, to)
	}
}

func TestBadRoomsFail(t *testing.T) {
	tests := []struct {
		name     string
		change   func(*rooms, *http.Request, int, string) (int, string)
		scenario int // the first that fails
		want     string
	}{
		{"health is a text", differ("/health", 200, "Healthy"), 0, `the room server is healthy: want {"status":"healthy"}, have Healthy`},
		{"never healthy", differ("/health", 503, ""), 0, "waiting for http://room.test: timeout after 1m0s, last GET http://room.test/health: want 200, have 503"},
		{"no status", differ("/status/mcp", 404, "nothing"), 0, "want 200, have 404 nothing"},
		{"status without providers", differ("/status/mcp", 200, "{}"), 0, "the status has no providers"},
		{"touched at start", replace(`"idle"`, `"connecting"`), 0, "want all idle, have example-mcp connecting after 0 attempts"},
		{"attempted at start", replace(`"idle","attempts":0`, `"idle","attempts":1`), 0, "want all idle, have example-mcp idle after 1 attempt"},
		{"load counts wrongly", differ("/mcp/load", 200, `{"count":1}`), 1, `want an answer with count 2, have {"count":1}`},
		{"load refuses", differ("/mcp/load", 400, `{"error":"no"}`), 1, `want 200, have 400 {"error":"no"}`},
		{"another provider is loaded", replace("test-mcp-unavailable", "other"), 1, "provider test-mcp-unavailable is not listed: example-mcp connected after 1 attempt, other connecting after 3 attempts"},
		{"no attempt", replace(`"attempts":3`, `"attempts":0`), 1, "want an attempt, have test-mcp-unavailable connecting after 0 attempts"},
		{"never connected", replace(`"connected"`, `"connecting"`), 1, "want connected, have example-mcp connecting after 1 attempt"},
		{"unavailable is connected", replace(`"state":"error"`, `"state":"connected"`), 2, "want connecting or error, and an attempt, have test-mcp-unavailable connected after 5 attempts"},
		{"tries for ever", replace(`"attempts":5`, `"attempts":11`), 2, "want at most 10 attempts, have test-mcp-unavailable error after 11 attempts"},
		{"tries too often", replace(`"attempts":5`, `"attempts":6`), 2, "want error after 5 attempts, have test-mcp-unavailable error after 6 attempts"},
		{"operator knows less", differ("/mcp/status", 200, `{"providers":[]}`), 3, `the room server lists ["example-mcp" "test-mcp-unavailable"], its operator []`},
		{"operator has another form", differ("/mcp/status", 200, `{"providers":[{"id":"a"}]}`), 3, "provider 1 of the status: state is missing"},
		{"providers come and go", comeAndGo, 3, "a second look lists as many: 2 listed, then 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			report, _, _ := run(t, &rooms{change: tt.change}, 0)
			assert.Assert(t, is.Len(report.Results, 4))
			assert.Check(t, report.Failed())
			for i, r := range report.Results[:tt.scenario+1] {
				assert.Check(t, (r.Status == acceptance.Failed) == (i == tt.scenario), "%+v", r)
			}
			assert.Check(t, is.Contains(report.Results[tt.scenario].Error, tt.want))
		})
	}
}

// comeAndGo lists one provider less in the very last look of scenario 04.
func comeAndGo(r *rooms, req *http.Request, c int, b string) (int, string) {
	if r.asked == 24 {
		return c, `{"providers":[` + entry("example-mcp", "connected", 1) + `]}`
	}
	return c, b
}

func TestAnOperatorWithoutHealthIsAWarning(t *testing.T) {
	healths := 0
	report, _, _ := run(t, &rooms{change: func(_ *rooms, req *http.Request, c int, b string) (int, string) {
		if req.URL.Path == "/health" {
			if healths++; healths == 4 { // two for the start, one of the room server
				return 404, "nothing"
			}
		}
		return c, b
	}}, 0)
	assert.Check(t, !report.Failed())
	assert.Equal(t, report.Results[0].Status, acceptance.Warning)
	assert.Equal(t, report.Results[0].Results[2].Status, acceptance.Warning)
	assert.Equal(t, report.Summary.Passed, 4)
}

func TestAScenarioEndsAfterTwoMinutes(t *testing.T) {
	report, _, _ := run(t, &rooms{change: func(r *rooms, req *http.Request, c int, b string) (int, string) {
		if !r.loaded.IsZero() {
			r.clk.Sleep(9 * time.Second)
		}
		return c, b
	}}, 0)
	slow := report.Results[2]
	assert.Equal(t, slow.Status, acceptance.Failed)
	assert.Check(t, is.Contains(slow.Error, "timeout after 2m0s"))
	assert.Equal(t, time.Duration(slow.Duration).Round(time.Second), 2*time.Minute)
}

func TestAnInterruptedRunHasAReport(t *testing.T) {
	report, status, _ := run(t, &rooms{}, 6*time.Second)
	assert.Equal(t, report.Results[0].Status, acceptance.Passed)
	assert.Equal(t, report.Results[1].Status, acceptance.Failed)
	assert.Check(t, is.Contains(report.Results[1].Error, "interrupted"))
	for _, r := range report.Results[2:] {
		assert.Equal(t, r.Status, acceptance.Skipped)
	}
	assert.Check(t, is.Contains(status, `"example-mcp"`))
}
