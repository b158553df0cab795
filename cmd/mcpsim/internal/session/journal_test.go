package session

import (
	"io/fs"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func TestWatchJournal(t *testing.T) {
	state := func(server, to, err string) event.Event {
		return event.Event{Kind: event.ServerState, Server: server, To: to, Err: err}
	}
	start := event.Event{Kind: event.ReconcileStart, At: noon, N: 1}
	end := func(text string) event.Event {
		return event.Event{Kind: event.ReconcileEnd, At: noon.Add(20 * time.Millisecond), Text: text}
	}
	log := func(level, text, err string) event.Event {
		return event.Event{Kind: event.ServerLog, Server: "a", Name: level, Text: text, Err: err}
	}
	broken := event.Event{Kind: event.SettingsBroken, Name: "user", Text: "/s.json", Err: "/s.json:1:1: bad"}
	repaired := event.Event{Kind: settingsRepaired, Text: "/s.json"}
	for _, tt := range []struct {
		name   string
		events []event.Event
		want   []string
	}{
		{"a pass", []event.Event{start, end("added a; kept 2")}, []string{"reconcile  added a; kept 2 (20ms)"}},
		{"an idle pass", []event.Event{start, end("")}, []string{"reconcile  nothing to do (20ms)"}},
		{"servers that fail", []event.Event{start, state("b", "failed", "x"), state("a", "failed", "y"), end("added a, b")},
			[]string{"reconcile  added a, b; failed a, b (20ms)"}},
		{"one that fails later", []event.Event{start, end("added a"), state("a", "failed", "y"), start, end("kept 1")},
			[]string{"reconcile  added a (20ms)", "reconcile  kept 1 (20ms)"}},
		{"a pass that fails", []event.Event{start, {Kind: event.ReconcileEnd, Err: "no trust"}}, []string{"reconcile  no trust"}},
		{"a change", []event.Event{{Kind: event.SettingsChanged, Name: "user", To: "modified", Text: "mcp.excluded"}},
			[]string{"settings  user settings modified: mcp.excluded"}},
		{"a broken file, once", []event.Event{broken, broken, repaired, repaired, broken},
			[]string{"broken  /s.json:1:1: bad", "repaired  /s.json can be used again", "broken  /s.json:1:1: bad"}},
		{"a warning, once in a pass", []event.Event{log("warn", "odd", ""), log("warn", "odd", ""), start, log("warn", "odd", "")},
			[]string{"log a odd", "log a odd"}},
		{"a failure, once", []event.Event{state("a", "failed", "gone"), log("warn", "connecting failed", "gone"), log("warn", "another", "thing")},
			[]string{"log a another: thing"}},
		{"what is for developers", []event.Event{log("debug", "odd", ""), {Kind: event.LineDropped}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJournal(outside.NewRedactor(nil))
			for _, e := range tt.events {
				j.Emit(e)
			}
			assert.DeepEqual(t, texts(j.take()), tt.want)
			assert.Equal(t, len(j.take()), 0)
		})
	}
}

// To look at the workspace may repeat a warning. That must not lead to another
// look, or looking would never end.
func TestWatchJournalDoesNotWakeForWhatWasSaid(t *testing.T) {
	j := newJournal(outside.NewRedactor(nil))
	warning := event.Event{Kind: event.ServerLog, Name: "warn", Text: "the approvals cannot be read"}
	woken := func() bool {
		select {
		case <-j.changed:
			return true
		default:
			return false
		}
	}
	j.Emit(warning)
	assert.Check(t, woken())
	j.Emit(warning)
	assert.Check(t, !woken())
}

func TestWatchJournalKnowsWhoIsLive(t *testing.T) {
	j := newJournal(outside.NewRedactor(nil))
	ready := event.Event{Kind: event.ServerState, Server: "a", To: "ready"}
	j.Emit(ready)
	assert.Equal(t, j.fates()["a"], fate{})
	j.Emit(event.Event{Kind: event.ToolsChanged, Server: "a"})
	assert.Equal(t, j.fates()["a"], fate{live: true})
	j.Emit(event.Event{Kind: event.ServerState, Server: "a", To: "failed", Err: "gone"})
	assert.Equal(t, j.fates()["a"], fate{failed: true, why: "gone"})
	j.Emit(ready)
	assert.Equal(t, j.fates()["a"], fate{})
}

func TestWatchFiles(t *testing.T) {
	memory := &host.MemoryFiles{}
	redact := outside.NewRedactor(nil)
	var told []event.Event
	env := config.Lookup(func(name string) (string, bool) { return "value-of-" + name, name == "TOKEN" })
	f := newFiles(memory, redact, env, event.SinkFunc(func(e event.Event) { told = append(told, e) }))
	read := func(name, content string) []string {
		memory.WriteFile(name, content)
		data, err := f.ReadFile(name, 1000)
		assert.NilError(t, err)
		assert.Equal(t, string(data), content)
		return f.problems()
	}
	_, err := f.ReadFile("/home/.qwen/settings.json", 1000)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Equal(t, len(f.problems()), 0)

	assert.Equal(t, len(read("/home/.qwen/settings.json", `{"mcpServers": {"a": {
		"url": "http://u:passw0rd@h/x?key=query-key", "args": 1, "oauth": {"clientSecret": "oauth-secret"},
		"env": {"A": "first-key", "N": 1}, "headers": {"X": "Bearer ${TOKEN}"}}}}`)), 0)
	for _, secret := range []string{"passw0rd", "query-key", "first-key", "value-of-TOKEN", "oauth-secret"} {
		assert.Check(t, is.Equal(redact.Text(secret), "[redacted]"))
	}

	broken := read("/home/.qwen/settings.json", "{\n]")
	assert.Check(t, is.Len(broken, 1))
	assert.Check(t, is.Contains(broken[0], "/home/.qwen/settings.json:2:1: "))
	assert.Check(t, is.Len(read("/p/.mcp.json", "{}"), 2)) // it has no servers, which is a mistake there
	assert.Check(t, is.Equal(redact.Text("first-key"), "[redacted]"))

	assert.Equal(t, len(told), 0)
	assert.Check(t, is.Len(read("/home/.qwen/settings.json", "{}"), 1))
	assert.Equal(t, len(told), 1)
	assert.Equal(t, told[0].Text, "/home/.qwen/settings.json")
}
