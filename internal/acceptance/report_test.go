package acceptance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/acceptance"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// sample has a result of each kind.
func sample() acceptance.Report {
	seconds := func(n float64) acceptance.Milliseconds {
		return acceptance.Milliseconds(n * float64(time.Second))
	}
	return acceptance.Report{
		Timestamp: time.Date(2024, 10, 19, 12, 34, 56, 0, time.UTC),
		Config: acceptance.Config{RoomServer: "http://127.0.0.1:40801", Operator: "http://127.0.0.1:40802",
			Scenarios: []string{"01-no-mcp", "02-load-mcp", "03-mcp-unavailable", "04-status"}},
		Summary: acceptance.Summary{Total: 4, Passed: 2, Failed: 1, Skipped: 1, Duration: seconds(12.5)},
		Results: []acceptance.ScenarioResult{
			{Scenario: "01-no-mcp", Status: acceptance.Passed, Duration: seconds(5),
				Results: []acceptance.StepResult{{Step: "the room server is healthy", Status: acceptance.Passed, Message: "healthy"}}},
			{Scenario: "02-load-mcp", Status: acceptance.Warning, Duration: seconds(3),
				Results: []acceptance.StepResult{{Step: "the operator is healthy", Status: acceptance.Warning, Message: "want 200, have 404"}}},
			{Scenario: "03-mcp-unavailable", Status: acceptance.Failed, Duration: seconds(4.5), Error: "it was given up: want <error> & 5",
				Results: []acceptance.StepResult{{Step: "it was given up", Status: acceptance.Failed, Message: "want <error> & 5\x01"}}},
			{Scenario: "04-status", Status: acceptance.Skipped, Error: "a scenario before it failed", Results: []acceptance.StepResult{}},
		},
	}
}

func TestReportsAreWritten(t *testing.T) {
	var out bytes.Buffer
	assert.NilError(t, sample().WriteJSON(&out))
	golden.Assert(t, out.String(), "report.json")
	var again acceptance.Report
	assert.NilError(t, json.Unmarshal(out.Bytes(), &again))
	assert.DeepEqual(t, again, sample())
	out.Reset()
	assert.NilError(t, sample().WriteJUnit(&out))
	golden.Assert(t, out.String(), "junit.xml")
}

func TestARunInWhichNothingPassedHasFailed(t *testing.T) {
	for _, tt := range []struct {
		summary acceptance.Summary
		failed  bool
	}{
		{acceptance.Summary{}, true},
		{acceptance.Summary{Total: 4, Skipped: 4}, true},
		{acceptance.Summary{Total: 4, Passed: 3, Failed: 1}, true},
		{acceptance.Summary{Total: 4, Passed: 4}, false},
	} {
		assert.Equal(t, acceptance.Report{Summary: tt.summary}.Failed(), tt.failed, "%+v", tt.summary)
	}
}

// Two runs that begin in one second have two folders, each with its own name.
func TestFoldersAreNeverShared(t *testing.T) {
	root := filepath.Join(t.TempDir(), "not", "there", "yet")
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		clk := s.Clock("suite")
		for _, want := range []string{"20260101-000000", "20260101-000001"} {
			f, err := acceptance.Create(context.Background(), root, clk)
			if !assert.Check(t, err) {
				return
			}
			assert.Check(t, is.Equal(filepath.Base(f.Path), want))
			assert.Check(t, f.Finish(sample(), []byte("{}")))
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := acceptance.Create(ctx, root, clk)
		assert.Check(t, is.ErrorContains(err, "making the folder of artifacts: context canceled"))
	})
	assert.NilError(t, err)
}

func TestAFolderThatCannotBeMade(t *testing.T) {
	root := filepath.Join(t.TempDir(), "file")
	assert.NilError(t, os.WriteFile(root, nil, 0o600))
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		_, err := acceptance.Create(context.Background(), root, s.Clock("suite"))
		assert.Check(t, is.ErrorContains(err, "making the folder of artifacts: "))
	})
	assert.NilError(t, err)
}

func TestLogsHaveOneLinePerRecord(t *testing.T) {
	var out strings.Builder
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		l := acceptance.NewLog(&out, s.Clock("log"))
		l.Say("info", "one\ntwo \x1b[31m%s", "red")
		l.Say("info", "%s", strings.Repeat("x", 5000))
		at := time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC)
		l.Emit(event.Event{At: at, Kind: event.ServerLog, Name: "error", Server: "docs", Text: "failed", Err: "HTTP 503"})
		l.Emit(event.Event{At: at, Kind: event.ServerLog, Name: "info", Server: "docs", Text: "[docs] State transition: Idle -> Connecting"})
		l.Emit(event.Event{At: at, Kind: event.ServerLog, Name: "debug", Server: "docs", Text: "details"})
		l.Emit(event.Event{At: at, Kind: event.ServerState, Server: "docs"})
	})
	assert.NilError(t, err)
	lines := strings.Split(out.String(), "\n")
	assert.Assert(t, is.Len(lines, 6))
	assert.Equal(t, lines[0], "2026-01-01T00:00:00.000Z info one two \\x1b[31mred")
	assert.Check(t, len(lines[1]) < 2100)
	assert.Equal(t, lines[2], "2026-01-02T03:04:05.006Z error [docs] failed: HTTP 503")
	assert.Equal(t, lines[3], "2026-01-02T03:04:05.006Z info [docs] State transition: Idle -> Connecting")
	assert.Equal(t, lines[4], "2026-01-02T03:04:05.006Z debug [docs] details")
	var none *acceptance.Log
	none.Say("info", "nothing")
	none.Emit(event.Event{Kind: event.ServerLog})
}
