package approval

import (
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

func server(name, command string) settings.Entry {
	return settings.Entry{Name: name, Scope: settings.Project, Definition: map[string]any{"command": command}}
}

// The five cases of QWEN-77, one server each.
func TestTheTwoPredicates(t *testing.T) {
	m := settings.Map{server("none", "x"), server("approved", "x"), server("rejected", "x"), server("stale-approved", "x"), server("stale-rejected", "x")}
	now, before := Hash(m[0].Definition), Hash(map[string]any{"command": "before"})
	r := Records{
		"approved": {now, Approved}, "rejected": {now, Rejected},
		"stale-approved": {before, Approved}, "stale-rejected": {before, Rejected},
	}
	var states []State
	for _, e := range m {
		states = append(states, r.State(e))
	}
	assert.DeepEqual(t, states, []State{Pending, Approved, Rejected, Pending, Pending})
	assert.DeepEqual(t, r.Gated(m), []string{"none", "rejected", "stale-approved", "stale-rejected"})
	assert.DeepEqual(t, r.Promptable(m), []string{"none", "stale-approved", "stale-rejected"})
}

func TestOnlyServersOfAProjectAreGated(t *testing.T) {
	for scope, want := range map[settings.Scope]State{
		settings.Project: Pending, settings.Workspace: Pending, settings.System: Ungated, settings.Unscoped: Ungated,
	} {
		e := server("a", "x")
		e.Scope = scope
		assert.Equal(t, Records{}.State(e), want, "%q", scope)
		assert.Equal(t, IsGated(scope), want == Pending)
		rejected := Records{"a": {Hash(e.Definition), Rejected}}
		assert.Equal(t, len(rejected.Gated(settings.Map{e})), len(Records{}.Gated(settings.Map{e})))
	}
}

func TestQueueShowsNoValues(t *testing.T) {
	m := settings.Map{
		{Name: "w", Scope: settings.Workspace, Definition: map[string]any{"httpUrl": "http://h/", "headers": map[string]any{"X-Token": "secret", "A": "b"}}},
		{Name: "u", Definition: map[string]any{"command": "x"}},
		{Name: "p", Scope: settings.Project, Definition: map[string]any{"command": "x", "env": map[string]any{"TOKEN": "secret"}}},
		server("approved", "x"),
	}
	r := Records{"approved": {Hash(m[3].Definition), Approved}}
	assert.DeepEqual(t, r.Queue(m), []Question{
		{Name: "w", Transport: settings.HTTP, Source: ".qwen/settings.json", Headers: []string{"A", "X-Token"}},
		{Name: "p", Transport: settings.Stdio, Source: ".mcp.json", Env: []string{"TOKEN"}},
	})
	assert.Equal(t, len(Records(nil).Queue(nil)), 0)
}

// Only a decision or another definition changes a state; being there or not does
// not (QWEN-87 to QWEN-90).
func TestPresenceNeverChangesADecision(t *testing.T) {
	names, commands := []string{"a", "b", "c"}, []string{"x", "y"}
	rapid.Check(t, func(t *rapid.T) {
		store := NewStore(new(Memory))
		decided := map[string]Record{}
		present := settings.Map{}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			e := server(rapid.SampledFrom(names).Draw(t, "name"), rapid.SampledFrom(commands).Draw(t, "command"))
			switch rapid.SampledFrom([]string{"put", "remove", "decide"}).Draw(t, "step") {
			case "put":
				present = settings.Merge(present, settings.Map{e})
			case "remove":
				present = present.Filter(func(o settings.Entry) bool { return o.Name != e.Name })
			case "decide":
				state := rapid.SampledFrom([]State{Approved, Rejected}).Draw(t, "decision")
				assert.NilError(t, store.Decide("/p", state, e))
				decided[e.Name] = Record{Hash(e.Definition), state}
			}
			checkStates(t, store, decided, present)
		}
	})
}

func checkStates(t *rapid.T, store *Store, decided map[string]Record, present settings.Map) {
	r, err := store.Load("/p")
	assert.NilError(t, err)
	for _, e := range present {
		want := Pending
		if d := decided[e.Name]; d.Hash == Hash(e.Definition) {
			want = d.State
		}
		assert.Equal(t, r.State(e), want)
		assert.Equal(t, slices.Contains(r.Gated(present), e.Name), want != Approved)
		assert.Equal(t, slices.Contains(r.Promptable(present), e.Name), want == Pending)
	}
}
