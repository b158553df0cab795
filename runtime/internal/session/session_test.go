package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// start starts a session whose servers end with the test.
func start(t *testing.T, s *surroundings, o session.Options) *session.Session {
	o.Discover = session.DiscoverFunc(s.discover)
	w := s.wiring()
	w.LookupEnv = s.env
	run := session.New(o, w)
	run.Start(t.Context())
	if m := run.Manager(); m != nil {
		t.Cleanup(m.StopAll)
	}
	return run
}

func toolNames(tools []session.Tool) []string {
	names := []string{}
	for _, t := range tools {
		names = append(names, t.Name)
	}
	return names
}

// OMP-LC-03: with MCP off, the wiring may even be missing.
func TestSwitchedOff(t *testing.T) {
	off := false
	s := session.New(session.Options{EnableMCP: &off, Tools: []session.Tool{{Name: "read"}}}, session.Wiring{})
	s.Start(t.Context())
	assert.Assert(t, s.Manager() == nil)
	assert.DeepEqual(t, s.Loaded(), session.Loaded{}, whole)
	assert.DeepEqual(t, toolNames(s.Tools()), []string{"read"})
	_, err := s.Reload(t.Context())
	assert.Check(t, is.ErrorIs(err, session.ErrDisabled))
	for _, command := range []func(context.Context, string) error{s.Reconnect, s.Remove, s.Disable, s.WaitFor} {
		assert.Check(t, is.ErrorIs(command(t.Context(), "docs"), session.ErrDisabled))
	}
	s.RefreshMCPTools(nil)
	s.Close()
}

func TestStartAsksOnceAndFiltersExa(t *testing.T) {
	s := &surroundings{}
	s.configure("docs", "bad")
	run := start(t, s, session.Options{Settings: session.Settings{BrowserEnabled: true}})
	filter := true
	assert.DeepEqual(t, s.asked, []session.DiscoverOptions{{FilterExa: &filter, FilterBrowser: true}})
	assert.Assert(t, run.Manager() == s.managers[0] && len(s.managers) == 1)
	assert.DeepEqual(t, s.logged(), []string{"bad: loading tools from mcp:bad failed: no such luck"})
}

func TestExaKeyIsExportedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		keys []string
		want []string
	}{
		"unset":         {nil, []string{"key-1", "key-2"}, []string{"EXA_API_KEY=key-1"}},
		"set":           {map[string]string{"EXA_API_KEY": "mine"}, []string{"key-1"}, nil},
		"empty":         {map[string]string{"EXA_API_KEY": ""}, []string{"key-1"}, []string{"EXA_API_KEY=key-1"}},
		"nothing found": {nil, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := &surroundings{found: session.Discovered{ExaKeys: c.keys}}
			var set []string
			s.env = func(name string) (string, bool) { v, ok := c.env[name]; return v, ok }
			start(t, s, session.Options{
				Setenv: func(name, value string) error { set = append(set, name+"="+value); return nil },
			})
			assert.DeepEqual(t, set, c.want)
		})
	}
}

func TestAnExportThatFailsIsLoggedWithoutTheKey(t *testing.T) {
	s := &surroundings{found: session.Discovered{ExaKeys: []string{"key-1"}}}
	s.env = func(string) (string, bool) { return "", false }
	start(t, s, session.Options{
		Setenv: func(string, string) error { return errBad },
	})
	assert.DeepEqual(t, s.logged(), []string{": exporting EXA_API_KEY failed: no such luck"})
}

func TestCallsReachActiveToolsOnly(t *testing.T) {
	s := &surroundings{}
	s.configure("docs")
	own := session.Tool{Name: "read", Call: func(context.Context, json.RawMessage) (toolbridge.Output, error) {
		return toolbridge.Output{Text: "own"}, nil
	}}
	run := start(t, s, session.Options{Tools: []session.Tool{own}})
	for name, want := range map[string]string{"read": "own", "mcp__docs_echo": "docs echo"} {
		out, err := run.Call(t.Context(), name, nil)
		assert.NilError(t, err)
		assert.Equal(t, out.Text, want)
	}
	run.Select([]string{"read"})
	var unknown *manager.UnknownToolError
	_, err := run.Call(t.Context(), "mcp__docs_echo", nil)
	assert.Check(t, errors.As(err, &unknown), err)
}

func TestTheSessionFollowsItsServersUntilItEnds(t *testing.T) {
	s := &surroundings{}
	s.configure("docs", "mail", "wiki")
	run := start(t, s, session.Options{})
	run.Manager().Stop("mail")
	want := []string{"mcp__docs_docs", "mcp__docs_echo", "mcp__wiki_echo", "mcp__wiki_wiki"}
	assert.DeepEqual(t, toolNames(run.Tools()), want)
	run.Close()
	run.Manager().Stop("wiki")
	assert.DeepEqual(t, toolNames(run.Tools()), want)
	assert.Equal(t, run.Manager().Status("docs"), manager.StatusConnected) // OMP-LC-116
}

func TestTeardownEditsFirst(t *testing.T) {
	s := &surroundings{}
	s.configure("docs", "mail")
	run := start(t, s, session.Options{Editor: s})
	assert.NilError(t, run.Remove(t.Context(), "docs"))
	s.mu.Lock()
	s.failure = errBad
	s.mu.Unlock()
	err := run.Disable(t.Context(), "mail")
	assert.Error(t, err, `disabling server "mail": no such luck`)
	assert.Check(t, is.ErrorIs(err, errBad))
	assert.DeepEqual(t, s.edits, []string{"remove docs", "disable mail"})
	assert.DeepEqual(t, toolNames(run.Tools()), []string{"mcp__mail_echo", "mcp__mail_mail"})
	assert.Equal(t, s.count(event.SessionRefreshed), 1)
}

func TestReloadOfAnImpatientCaller(t *testing.T) {
	s := &surroundings{}
	s.configure("docs")
	run := start(t, s, session.Options{})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errBad)
	_, err := run.Reload(ctx)
	assert.Check(t, is.ErrorIs(err, errBad))
	assert.Equal(t, len(s.asked), 1)
	assert.Equal(t, run.Manager().Status("docs"), manager.StatusConnected)
	assert.NilError(t, run.WaitFor(ctx, "docs"))
}

func TestReconnectWantsAName(t *testing.T) {
	run := start(t, &surroundings{}, session.Options{})
	assert.Error(t, run.Reconnect(t.Context(), ""), "Server name required. Usage: /mcp reconnect <name>")
	assert.Error(t, run.Reconnect(t.Context(), "docs"), "MCP server not connected: docs")
}

// TestManyAtOnce is for the race detector.
func TestManyAtOnce(t *testing.T) {
	s := &surroundings{}
	s.configure("docs", "mail")
	run := start(t, s, session.Options{Tools: []session.Tool{{Name: "read"}}})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _, _ = run.Reload(t.Context()) })
		all.Go(func() { run.RefreshMCPTools(run.Manager().Tools()) })
		all.Go(func() { run.Select([]string{"read", "mcp__docs_echo"}) })
		all.Go(func() { _, _ = run.Call(t.Context(), "mcp__docs_echo", nil) })
		all.Go(func() { _ = run.WaitFor(t.Context(), "mail") })
	}
	all.Wait()
	_, err := run.Reload(t.Context())
	assert.NilError(t, err)
	assert.DeepEqual(t, toolNames(run.Tools()), []string{
		"read", "mcp__docs_docs", "mcp__docs_echo", "mcp__mail_echo", "mcp__mail_mail",
	})
}
