package reports_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// maxTraceLine is the limit that docs/traces.md tells, in bytes.
const maxTraceLine = 1 << 20

// written is a trace as WriteTrace writes it.
func written(t testing.TB, trace reports.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, reports.WriteTrace(&b, trace.Header, slices.Values(trace.Events)))
	return b.Bytes()
}

// at is an event so many milliseconds after begin.
func at(ms int, cause uint64, actor string, kind event.Kind) reports.Event {
	return reports.Event{Cause: cause, Event: event.Event{
		At: begin.Add(time.Duration(ms) * time.Millisecond), Actor: actor, Kind: kind,
	}}
}

// result is a passed run of the scenario at a line of a Rule with two of them.
func result(uri string, line int, ids ...string) reports.Result {
	r := reports.Result{
		URI: uri, Line: line, Feature: "Gate", Name: "closed at 249 ms",
		Rule:  reports.Rule{Name: "The gate opens at 250 ms", Line: 7, IDs: ids, Scenarios: 2},
		World: "virtual", Seed: 1, Attempt: 1, Verdict: reports.Passed, Tags: []string{"@omp"},
		Steps:   []reports.Step{{Keyword: "When", Text: "250ms pass", Line: line + 1, Status: reports.StepPassed}},
		Virtual: 250 * time.Millisecond, Real: 1500 * time.Microsecond,
	}
	r.Reproduce = r.ReproduceLine()
	return r
}

// failed turns a result into one with everything that a failure can have.
func failed(r reports.Result) reports.Result {
	r.Verdict = reports.Failed
	r.Error = "startup returned at 250ms\n- 249ms\n+ 250ms"
	r.Steps = append(r.Steps,
		reports.Step{Keyword: "Then", Text: `startup returned at 249ms`, Line: r.Line + 2, Status: reports.StepFailed},
		reports.Step{Keyword: "And", Text: `the runtime has the tools "a"`, Line: r.Line + 3, Status: reports.StepSkipped})
	r.Timeline = []string{"     250.000 ms  manager  gate.open after 250ms"}
	return r
}
