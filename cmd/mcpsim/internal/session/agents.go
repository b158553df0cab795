package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// agents is the manager of an agent framework's servers, run from a file.
type agents struct {
	m    *machine
	file agentsFile
	run  *host.Agents

	mu     sync.Mutex
	closed []string // by the last cleanup, in that order
}

// Emit notes in which order servers are cleaned up.
func (a *agents) Emit(e event.Event) {
	if e.Kind == event.WorkEnd && e.Name == "cleanup" {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.closed = append(a.closed, e.Server)
	}
}

// clean is a text of a server without secrets.
func (a *agents) clean(text string) string { return a.m.redact.Text(text) }

func (a *agents) words() []word {
	return slices.Concat([]word{
		{name: "connect", about: "connect all servers, in order or side by side as the manager's options say", run: a.connect},
		{name: "reconnect", args: "[all|failed]", about: "connect servers again; without a word the failed ones", values: first(func() []string { return []string{"all", "failed"} }), run: a.reconnect},
		loginWord(a, func() *machine { return a.m }),
		{name: "views", about: "which servers are configured, connected, failed, active, and have a worker", run: a.views},
		{name: "errors", about: "the newest failure of each server", run: a.errors},
		{name: "tools", args: "[NAME...]", about: "the functions that the agent gets of active servers, or of these", values: every(a.names), run: a.tools},
		{name: "call", args: "FUNCTION [JSON]", about: "call a function as the agent does, by its name or as SERVER/TOOL", run: a.call},
		{name: "invalidate", args: "NAME", about: "the next listing asks the server, whatever is cached", values: first(a.names), run: a.invalidate},
		{name: "cleanup", about: "close all servers, in reverse order", run: a.cleanup},
	}, a.offerWords())
}

func (a *agents) open(ctx context.Context, m *machine, o Options) error {
	a.m = m
	var err error
	if a.file, err = readAgentsFile(ctx, o.Config); err != nil {
		return err
	}
	policy := host.OpenAIAgents()
	policy.Manager = a.file.Manager.policy(policy.Manager)
	if len(o.Switches) > 0 {
		return errors.New("--switch is not for --profile agents: its file has the options")
	}
	connect.SpeakEra(&policy.ConnPolicy, o.Era)
	settings, err := a.file.settings()
	if err != nil {
		return err
	}
	for _, s := range settings {
		m.hide(s.Config)
	}
	env := m.hostEnv()
	env.Events = event.Tee(env.Events, a)
	env.Credentials, env.Dial = m.redact.Logins(o.Credentials, m.ui.System), outside.Dialer(m.ui.Environ)
	a.run, err = host.NewAgents(policy, env, host.AgentsOptions{Servers: settings})
	return err
}

func (a *agents) start(context.Context) error { return nil }

func (a *agents) script() []string { return a.file.Do }

func (a *agents) close() { _ = a.run.Close() } // what went wrong is told as work

func namesOf(servers []*host.AgentServer) []string {
	out := []string{}
	for _, s := range servers {
		out = append(out, s.Name())
	}
	return out
}

func (a *agents) names() []string {
	if a.run == nil {
		return nil
	}
	return namesOf(a.run.Configured())
}

func (a *agents) look() view {
	if a.run == nil {
		return view{}
	}
	connected, failed, failures := a.run.Connected(), a.run.Failed(), a.run.Errors()
	var out view
	for i, s := range a.run.Configured() {
		r := row{Name: s.Name(), State: stateApart, Style: host.StatusNeutral, Settled: true, Transport: a.file.Servers[i].config().Transport()}
		switch {
		case slices.Contains(connected, s):
			r.State, r.Style, r.Tools = string(host.Connected), host.StatusGood, -1
		case slices.Contains(failed, s):
			r.State, r.Style = "failed", host.StatusBad
		}
		if err := failures[s]; err != nil && r.State != string(host.Connected) {
			r.Why = a.m.redact.Text(err.Error())
		}
		out.rows = append(out.rows, r)
	}
	return out
}

// stateApart is that of a server that is neither connected nor failed.
const stateApart = "not connected"

// about is an error of a server, with its definition.
func (a *agents) about(name string, err error) error {
	for _, s := range a.file.Servers {
		if s.Name == name {
			return &serverError{s.config(), err}
		}
	}
	return err
}

// outcome says which servers are active, and fails if the manager did.
func (a *agents) outcome(active []*host.AgentServer, err error) (shown, error) {
	data := a.data()
	if err != nil {
		return shown{data: data}, err
	}
	text := "active: " + list(namesOf(active))
	if failed := a.run.Failed(); len(failed) > 0 {
		text += "; failed: " + list(namesOf(failed))
	}
	return shown{text: text, data: data}, nil
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (a *agents) connect(ctx context.Context, _ []string) (shown, error) {
	return a.outcome(a.run.Connect(ctx))
}

func (a *agents) reconnect(ctx context.Context, args []string) (shown, error) {
	which := optional(args, 0)
	if which != "" && which != "all" && which != "failed" {
		return shown{}, misused("reconnect: want all or failed")
	}
	return a.outcome(a.run.Reconnect(ctx, which != "all"))
}

// agentViews are the views of the manager.
type agentViews struct {
	Configured []string          `json:"configured"`
	Connected  []string          `json:"connected"`
	Failed     []string          `json:"failed"`
	Active     []string          `json:"active"`
	Workers    []string          `json:"workers"`
	Errors     map[string]string `json:"errors"`
}

func (a *agents) data() agentViews {
	v := agentViews{
		Configured: namesOf(a.run.Configured()), Connected: namesOf(a.run.Connected()), Failed: namesOf(a.run.Failed()),
		Active: namesOf(a.run.Active()), Workers: namesOf(a.run.Workers()), Errors: map[string]string{},
	}
	for s, err := range a.run.Errors() {
		v.Errors[s.Name()] = a.m.redact.Text(err.Error())
	}
	return v
}

func (a *agents) views(context.Context, []string) (shown, error) {
	v := a.data()
	return shown{text: table([][]string{
		{"configured", list(v.Configured)}, {"connected", list(v.Connected)}, {"failed", list(v.Failed)},
		{"active", list(v.Active)}, {"workers", list(v.Workers)},
	}), data: v}, nil
}

func (a *agents) errors(context.Context, []string) (shown, error) {
	lines := [][]string{}
	data := a.data().Errors
	for _, name := range a.names() {
		if text := data[name]; text != "" {
			lines = append(lines, []string{name, text})
		}
	}
	return shown{text: orNone(lines, "no errors"), data: map[string]any{"errors": data}}, nil
}

// functions are those of the active servers, or of those that are named.
func (a *agents) functions(ctx context.Context, names []string) ([]host.AgentFunction, error) {
	servers := a.run.Active()
	if len(names) > 0 {
		servers = nil
	}
	for _, name := range names {
		if err := known(name, a.names()); err != nil {
			return nil, err
		}
		servers = append(servers, a.run.Server(name))
	}
	return host.AgentFunctions(ctx, servers, &host.AgentRun{ID: "session"}, a.file.Agent.agent())
}

func (a *agents) tools(ctx context.Context, args []string) (shown, error) {
	functions, err := a.functions(ctx, args)
	if err != nil {
		return shown{}, err
	}
	data, lines := []jsonTool{}, [][]string{}
	for _, f := range functions {
		name := a.m.redact.ToolName(f.Name, f.Original)
		data = append(data, jsonTool{Server: f.Server.Name(), Tool: f.Original, Name: name, Description: f.Description, InputSchema: f.Schema})
		lines = append(lines, []string{name, f.Server.Name() + "/" + a.clean(f.Original), brief(a.clean(f.Description))})
	}
	return shown{text: orNone(lines, "no tools"), data: map[string]any{"tools": data}}, nil
}

// call invokes a function; a call that needs a person's consent is allowed by the person
// who asks for it.
func (a *agents) call(ctx context.Context, args []string) (shown, error) {
	if _, err := arguments(optional(args, 1)); err != nil {
		return shown{}, err
	}
	functions, err := a.functions(ctx, nil)
	if err != nil {
		return shown{}, err
	}
	var names []string
	for _, f := range functions {
		label := f.Server.Name() + "/" + f.Original
		if f.Name != args[0] && label != args[0] {
			names = append(names, f.Name, label)
			continue
		}
		output, err := f.Invoke(ctx, optional(args, 1))
		if err != nil {
			return shown{}, a.about(f.Server.Name(), err)
		}
		raw, err := json.Marshal(output)
		data := map[string]any{"server": f.Server.Name(), "tool": f.Original, "output": json.RawMessage(raw)}
		return said(a.clean(fmt.Sprint(output)), data), err
	}
	if len(functions) == 0 {
		return shown{}, &hinted{errors.New("no active server has tools"), "connect"}
	}
	return shown{}, fmt.Errorf("no function %q%s", words.Printable(args[0]), ui.DidYouMean("", args[0], names))
}

func (a *agents) invalidate(_ context.Context, args []string) (shown, error) {
	s, err := a.server(args[0])
	if err != nil {
		return shown{}, err
	}
	s.InvalidateTools()
	return shown{}, nil
}

// cleanup closes all servers, and says in which order.
func (a *agents) cleanup(ctx context.Context, _ []string) (shown, error) {
	a.mu.Lock()
	a.closed = nil
	a.mu.Unlock()
	err := a.run.Cleanup(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	return shown{text: "closed: " + list(a.closed), data: map[string]any{"closed": slices.Clone(a.closed), "views": a.data()}}, err
}
