package tell

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

var begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// at is an event so many milliseconds after begin.
func at(ms int, cause uint64, actor string, kind event.Kind) reports.Event {
	return reports.Event{Cause: cause, Event: event.Event{
		At: begin.Add(time.Duration(ms) * time.Millisecond), Actor: actor, Kind: kind,
	}}
}

func TestTimeline(t *testing.T) {
	state := at(250, 2, "docs", event.ServerState)
	state.Server, state.Conn, state.To = "docs", 1, "ready"
	call := at(300, 3, "docs/call-1", event.CallStart)
	call.Server, call.Name, call.ID, call.N, call.After = "docs", "search", "7", 2, time.Second
	fail := at(400, 4, "step", reports.StepFail)
	fail.Text, fail.Err = "Then x", "no"
	events := []reports.Event{at(0, 1, "manager", "start"), state, call, fail, at(500, 5, "manager", "teardown")}
	assert.DeepEqual(t, Timeline(slices.Values(events), begin, 3), []string{
		"… 1 earlier event",
		"     250.000 ms  docs         server.state connection 1 — → ready",
		"     300.000 ms  docs/call-1  call.start docs search id 7 n=2 after 1s",
		"     400.000 ms  step         step.fail Then x",
	})
	assert.Equal(t, len(Timeline(slices.Values(events[:3]), begin, 40)), 3)
	assert.Equal(t, len(Timeline(slices.Values[[]reports.Event](nil), begin, 40)), 0)
}

func TestDescriptionIsOnePrintableLine(t *testing.T) {
	e := at(0, 0, "a", "k")
	e.Raw = "\x1b[2J\n\"q\" \\ é" + strings.Repeat("x", 500)
	got := describe(e)
	assert.Check(t, is.Contains(got, `\x1b[2J\n"q" \ é`))
	assert.Check(t, strings.HasSuffix(got, "x…"))
	assert.Check(t, len(got) < 300)
}
