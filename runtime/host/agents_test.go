package host_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// framework is an agent framework's runtime over fakes on an emulated network.
type framework struct {
	sim *vtime.Sim
	net *netem.Net
	*host.Agents
	fakes map[string]*fakeserver.Server

	mu     sync.Mutex
	events []event.Event
}

func (f *framework) Emit(e event.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.events = append(f.events, e)
}

// sessions lists what was opened and closed.
func (f *framework) sessions() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, e := range f.events {
		if e.Kind == event.SessionOpened || e.Kind == event.SessionClosed {
			out = append(out, strings.TrimPrefix(string(e.Kind), "session.")+" "+e.Name)
		}
	}
	return strings.Join(out, ", ")
}

// Start starts the fake of a command.
func (f *framework) Start(c process.Command) (process.Process, error) {
	p := f.net.Process(c.Path)
	f.sim.Go(c.Path+".process", func() {
		p.Exit(f.fakes[c.Path].ServeStdio(fakeserver.Stdio{In: p.In(), Out: p.Out(), Err: p.Err(), Term: p.Term(), Kill: p.Killed()}))
	})
	return p, nil
}

// inFramework runs f with one server "docs" that follows a script, over stdio, http
// or sse, and fails the test for what is left over (OAI-77).
func inFramework(t *testing.T, kind, script string, settings agents.Settings, f func(*framework)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		w := &framework{sim: sim, net: netem.New(sim), fakes: map[string]*fakeserver.Server{}}
		if kind == config.SSE {
			script += "\nhttp: {legacy: {}}"
		}
		parsed, err := fakeserver.Parse("docs.yaml", []byte(script))
		assert.Check(t, err)
		w.fakes["docs"], err = fakeserver.New(parsed, fakeserver.Options{Name: "docs", Clock: sim.Clock("docs.server")})
		assert.Check(t, err)
		settings.Config.Name, settings.Config.Type = "docs", kind
		switch kind {
		case config.Stdio:
			settings.Config.Command = "docs"
		case config.SSE:
			settings.Config.URL = "http://docs.test:80/sse"
		default:
			settings.Config.URL = "http://docs.test:80/mcp"
		}
		l, err := w.net.Listen("docs.test:80")
		assert.Check(t, err)
		sim.Go("docs.http", func() { _ = w.fakes["docs"].Serve(l) })
		w.Agents, err = host.NewAgents(host.OpenAIAgents(), host.Env{
			Clock: sim.Clock("runtime"), Events: w, Starter: w, Dial: w.net.Dial("runtime"), Dir: "/project",
			Environ: func() []string { return nil },
		}, host.AgentsOptions{Servers: []*host.AgentServerSettings{&settings}})
		if assert.Check(t, err) {
			f(w)
			assert.Check(t, w.Close())
		}
		w.net.CloseAll()
	}))
}

// The public path: list, convert, call, over each transport.
func TestAgentsOverEachTransport(t *testing.T) {
	for _, kind := range []string{config.Stdio, config.HTTP, config.SSE} {
		inFramework(t, kind, `tools: [{name: echo, answer: {echo: true}}]`, agents.Settings{CacheTools: true}, func(w *framework) {
			for range 2 {
				active, err := w.Connect(context.Background())
				assert.Check(t, err)
				assert.Check(t, (w.Server("docs").SessionID() != "") == (kind == config.HTTP), kind)
				agent := &agenttools.Agent{PrefixNames: true, StrictSchemas: true}
				functions, err := agents.Functions(context.Background(), active, nil, agent)
				if assert.Check(t, err == nil && len(functions) == 1, "%v", err) {
					assert.Check(t, functions[0].Name == "mcp_docs__echo")
					out, err := functions[0].Invoke(context.Background(), `{"text":"hello"}`)
					assert.Check(t, err)
					assert.Check(t, out == "hello", out)
				}
				assert.Check(t, w.Cleanup(context.Background()))
				assert.Check(t, w.Server("docs").SessionID() == "")
			}
		})
	}
}

func TestAgentsWhatComesBack(t *testing.T) {
	once := agents.Settings{Retry: agents.Retry{Attempts: 1, Base: time.Second}}
	for _, tt := range []struct{ name, kind, do, sessions, err string }{
		{"stream cut", config.HTTP, `{end: reset}`, "opened isolated, closed isolated", ""},
		{"503", config.HTTP, `{status: {code: 503}}`, "opened isolated, closed isolated", ""},
		{"408", config.HTTP, `{error: {code: 408}}`, "opened isolated, closed isolated", ""},
		{"no answer", config.HTTP, `never`, "opened isolated, closed isolated", ""},
		{"401", config.HTTP, `{status: {code: 401}}`, "", "Failed to call tool 'echo' on MCP server 'docs': HTTP error 401"},
		{"-32602", config.HTTP, `{error: {code: -32602}}`, "", "MCP error -32602: Scripted error"},
		{"-32000", config.HTTP, `{error: {code: -32000}}`, "", ""}, // again after a wait
		{"stdio", config.Stdio, `{error: {code: -32000}}`, "", ""},
		{"exit", config.Stdio, `{exit: 1}`, "", "Failed to call tool 'echo' on MCP server 'docs': Connection lost. The server may have disconnected."},
		{"old sse", config.SSE, `{status: {code: 503}}`, "", ""},
	} {
		script := "tools: [echo]\nrules:\n  - {when: {method: tools/call, nth: 1}, times: 1, do: [" + tt.do + "]}"
		inFramework(t, tt.kind, script, once, func(w *framework) {
			_, err := w.Connect(context.Background())
			assert.Check(t, err)
			_, err = w.Server("docs").CallTool(context.Background(), "echo", nil)
			text := ""
			if err != nil {
				text = err.Error()
			}
			assert.Check(t, text == tt.err, "%s: %q", tt.name, text)
			sessions := strings.TrimPrefix(strings.TrimPrefix(w.sessions(), "opened shared"), ", ")
			assert.Check(t, sessions == tt.sessions, "%s: %s", tt.name, sessions)
		})
	}
}

// A server that does not answer the DELETE costs no more than a cleanup may take,
// even if its requests may take longer (OAI-08).
func TestAgentsCleanupIsBounded(t *testing.T) {
	const script = "rules:\n  - {when: {verb: DELETE}, do: [{delay: 1h}]}"
	patient := agents.Settings{Config: config.Server{Timeout: new(time.Minute)}}
	inFramework(t, config.HTTP, script, patient, func(w *framework) {
		_, err := w.Connect(context.Background())
		assert.Check(t, err)
		begin := w.sim.Elapsed()
		assert.Check(t, w.Cleanup(context.Background()))
		took := (w.sim.Elapsed() - begin).Round(time.Millisecond)
		assert.Check(t, took == 10*time.Second, took)
		err = w.Errors()[w.Server("docs")]
		assert.Check(t, err != nil && err.Error() == "cleanup of MCP server 'docs' timed out after 10s", err)
	})
}

func TestAgentsConnectFailures(t *testing.T) { // OAI-02, S-OAI-13
	for name, tt := range map[string]struct{ kind, script, want string }{
		"401":      {config.HTTP, `{rules: [{when: {method: initialize}, do: [{status: {code: 401}}]}]}`, "Failed to connect to MCP server 'docs': HTTP error 401 (Unauthorized)"},
		"hang":     {config.Stdio, `{rules: [{when: {method: initialize}, do: [never]}]}`, "Failed to connect to MCP server 'docs': Connection timeout."},
		"rejected": {config.Stdio, `{rules: [{when: {method: initialize}, do: [{error: {code: -32000, message: "no"}}]}]}`, "MCP error -32000: no"},
	} {
		inFramework(t, tt.kind, tt.script, agents.Settings{}, func(w *framework) {
			_, err := w.Connect(context.Background())
			assert.Check(t, err)
			err = w.Errors()[w.Server("docs")]
			assert.Check(t, err != nil && err.Error() == tt.want, "%s: %v", name, err)
			assert.Check(t, len(w.Active()) == 0)
		})
	}
}

func TestAgentsReplay4xx(t *testing.T) { // A-O1
	const script = "rules: [{when: {method: tools/call}, do: [{status: {code: 404}}]}]"
	for replay, want := range map[bool]time.Duration{false: 0, true: 3 * time.Second} {
		settings := agents.Settings{Retry: agents.Retry{Attempts: 2, Base: time.Second, ReplayDeterministic: replay}}
		inFramework(t, config.HTTP, script, settings, func(w *framework) {
			_, err := w.Connect(context.Background())
			assert.Check(t, err)
			begin := w.sim.Elapsed()
			_, err = w.Server("docs").CallTool(context.Background(), "echo", nil)
			assert.Check(t, err != nil)
			took := (w.sim.Elapsed() - begin).Round(time.Millisecond)
			assert.Check(t, took == want, took)
		})
	}
}

func TestAgentsProfiles(t *testing.T) {
	sequential, parallel := host.OpenAIAgents().Manager, host.OpenAIAgentsParallel().Manager
	assert.Check(t, !sequential.Parallel && parallel.Parallel)
	parallel.Parallel = false
	assert.Equal(t, sequential, parallel)
	bad := host.OpenAIAgents()
	bad.Manager.ConnectTimeout = -1
	_, err := host.NewAgents(bad, host.Env{}, host.AgentsOptions{})
	assert.Check(t, err != nil)
	var connector host.Connector
	_, err = host.NewAgents(host.OpenAIAgents(), host.Env{Wrap: func(own host.Connector) host.Connector {
		connector = own
		return own
	}}, host.AgentsOptions{})
	assert.NilError(t, err)
	ctx, cancel := context.WithCancelCause(context.Background())
	gone := errors.New("gone")
	cancel(gone)
	_, err = connector.Connect(ctx, config.Server{Name: "x", Type: config.HTTP, URL: "http://localhost:1/mcp"}, host.Life{Epoch: 1})
	assert.Assert(t, errors.Is(err, gone), err)
}
