package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/connect"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// omp is a session of a coding agent with its /mcp commands.
type omp struct {
	offer
	m      *machine
	policy host.Policy
	env    host.Env
	run    *host.Session
	editor *editor

	mu    sync.Mutex
	found *host.DiscoveryResult // by the last discovery; nil before the first
}

// ompHosting calls through the registry of tools, as an agent does.
type ompHosting struct {
	*host.Host
	session *host.Session
}

// Call calls an active tool of the session.
func (h ompHosting) Call(ctx context.Context, name string, arguments json.RawMessage) (host.Output, error) {
	return h.session.Call(ctx, name, arguments)
}

func (o *omp) hosting() hosting { return ompHosting{o.run.Host(), o.run} }

func (o *omp) words() []word {
	o.offer = offer{o.hosting, func() *machine { return o.m }}
	names := func() []string { return o.look().names() }
	return slices.Concat([]word{
		{name: "reload", about: "disconnect everything, discover and connect anew", run: o.reload},
		{name: "reconnect", args: "NAME", about: "replace the connection of a server", values: first(names), run: o.reconnectOne},
		loginWord(o, func() *machine { return o.m }),
		{name: "test", args: "NAME", about: "connect a server beside the session, list its tools and disconnect it", values: first(names), run: o.test},
		{name: "show", args: "NAME", about: "everything about a server; its definition without values", values: first(names), run: o.show},
		{name: "add", args: "NAME URL|COMMAND...", about: "configure a server and connect it: [--user] [--header 'N: V'] [--env N=V] before the rest", run: o.add},
		{name: "remove", args: "NAME", about: "take a server out of the configuration and disconnect it", values: first(names), run: o.remove},
		{name: "enable", args: "NAME", about: "use a server that is disabled, and connect it", values: first(names), run: o.enable},
		{name: "disable", args: "NAME", about: "keep a server in the configuration, and use it no more", values: first(names), run: o.disable},
	}, o.offer.words())
}

func (o *omp) open(_ context.Context, m *machine, opt Options) error {
	o.m, o.policy = m, host.OhMyPi()
	o.policy.Client = protocol.Implementation{Name: "mcpsim", Version: ui.Version()}
	if err := o.policy.SetAll(opt.Switches); err != nil {
		return fmt.Errorf("--switch: %w\nmcpsim help switches lists all of them", err)
	}
	connect.SpeakEra(&o.policy.ConnPolicy, opt.Era)
	o.env = m.hostEnv()
	o.env.Credentials, o.env.Dial = m.redact.Logins(opt.Credentials, m.ui.System), outside.Dialer(m.ui.Environ)
	var err error
	if o.editor, err = newEditor(m, opt.Config); err != nil {
		return err
	}
	o.run, err = host.NewSession(o.policy, o.env, host.SessionOptions{Discover: o, Editor: o.editor})
	return err
}

// Discover reads the configuration, and keeps what it says.
func (o *omp) Discover(ctx context.Context, filter host.DiscoveryFilter) (host.Discovered, error) {
	found, err := o.editor.read(ctx, filter)
	if err != nil {
		return host.Discovered{}, err
	}
	o.m.hide(found.Configs...)
	for _, l := range found.LeftOut {
		o.m.hide(l.Server)
	}
	o.mu.Lock()
	o.found = found
	o.mu.Unlock()
	return host.Discovered{Configs: found.Configs, ExaKeys: found.ExaKeys, Problems: found.Problems}, nil
}

// discovered is what the last discovery found; empty before the first.
func (o *omp) discovered() *host.DiscoveryResult {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.found == nil {
		return &host.DiscoveryResult{}
	}
	return o.found
}

func (o *omp) start(ctx context.Context) error {
	o.run.Start(ctx)
	return nil
}

func (o *omp) script() []string { return nil }

func (o *omp) close() { o.run.Close() }

// look is the configured servers, then those that do not count, each name once.
func (o *omp) look() view {
	if o.run == nil {
		return view{}
	}
	fates := o.m.journal.fates()
	tools := countTools(o.run.Host().Tools())
	running := map[string]host.ServerView{}
	for v := range o.run.Host().Servers() {
		running[v.Name] = v
	}
	var out view
	shown := map[string]bool{}
	found := o.discovered()
	for _, s := range found.Configs {
		v, ok := running[s.Name]
		if !ok {
			v = host.ServerView{Name: s.Name, Config: s, Status: host.Disconnected}
		}
		r := rowOf(v, fates[s.Name], tools[s.Name])
		r.Source, shown[s.Name] = o.source(s.Source), true
		out.rows = append(out.rows, r)
	}
	for _, l := range found.LeftOut {
		if !shown[l.Server.Name] {
			shown[l.Server.Name] = true
			out.rows = append(out.rows, o.leftOut(l))
		}
	}
	return out
}

// The states of servers that are configured and not used: because of a switch, or for
// another reason, such as an invalid definition.
const (
	stateDisabled = "disabled"
	stateLeftOut  = "left out"
)

// leftOut is a server that does not count.
func (o *omp) leftOut(l host.DiscoveryLeftOut) row {
	r := row{
		Name: l.Server.Name, State: stateLeftOut, Why: string(l.Reason), Style: host.StatusNeutral,
		Transport: l.Server.Transport(), Source: o.source(l.Server.Source), Settled: true,
	}
	switch r.Why {
	case stateDisabled:
		r.State, r.Why = stateDisabled, ""
	case disabledKey:
		r.State = stateDisabled
	}
	return r
}

// source is whose configuration defines a server, and where.
func (o *omp) source(s config.Source) string {
	return strings.TrimSpace(s.Label() + " " + o.m.place(s))
}

// definition is a server as it is configured; the error says that there is none.
func (o *omp) definition(name string) (config.Server, error) {
	found := o.discovered()
	for _, s := range found.Configs {
		if s.Name == name {
			return s, nil
		}
	}
	for _, l := range found.LeftOut {
		if l.Server.Name == name {
			return l.Server, nil
		}
	}
	return config.Server{}, known(name, o.look().names())
}

func (o *omp) reload(ctx context.Context, _ []string) (shown, error) {
	loaded, err := o.run.Reload(ctx)
	if err != nil {
		return shown{}, err
	}
	var failures []string
	for _, e := range loaded.Errors {
		failures = append(failures, e.Server)
	}
	text := fmt.Sprintf("%d connected, %s", len(loaded.Connected), words.Count(len(loaded.Tools), "tool"))
	if len(failures) > 0 {
		text += "; failed: " + strings.Join(failures, ", ")
	}
	return shown{text: text, data: map[string]any{"connected": loaded.Connected, "failed": failures, "tools": len(loaded.Tools)}}, nil
}

func (o *omp) reconnectOne(ctx context.Context, args []string) (shown, error) {
	if _, err := o.definition(args[0]); err != nil {
		return shown{}, err
	}
	if err := o.run.Reconnect(ctx, args[0]); err != nil {
		return shown{}, o.failed(args[0], err)
	}
	r, _ := o.look().find(args[0])
	return shown{text: args[0] + ": " + r.detail(), data: serverOf(r)}, nil
}

// test connects a server in a runtime of its own, which the session does not see.
func (o *omp) test(ctx context.Context, args []string) (shown, error) {
	server, err := o.definition(args[0])
	if err != nil {
		return shown{}, err
	}
	server.Enabled = nil
	env := o.env
	env.Events = event.Discard
	h, err := host.New(o.policy, env)
	if err != nil {
		return shown{}, err
	}
	defer h.Close()
	begin := time.Now()
	result := h.Start(ctx, []config.Server{server})
	took := time.Since(begin)
	for _, e := range result.Errors {
		return shown{}, &serverError{server, e.Err}
	}
	if ctx.Err() != nil {
		return shown{}, context.Cause(ctx)
	}
	var tools []string
	for _, t := range result.Tools {
		tools = append(tools, o.clean(t.Original))
	}
	text := fmt.Sprintf("%s works: %s in %s", server.Name, words.Count(len(tools), "tool"), ui.Short(took))
	if len(tools) > 0 {
		text += ": " + strings.Join(tools, ", ")
	}
	return shown{text: text, data: map[string]any{"server": server.Name, "tools": tools}}, nil
}

// show is everything about one server.
func (o *omp) show(_ context.Context, args []string) (shown, error) {
	server, err := o.definition(args[0])
	if err != nil {
		return shown{}, err
	}
	r, _ := o.look().find(args[0])
	d := detail{jsonServer: serverOf(r), Config: server.String()}
	for v := range o.run.Host().Servers() {
		if v.Name == server.Name && r.Why != "" && v.Err != nil {
			why := connect.Explain(v.Err, server, o.m.children.Last(server.Name), o.m.redact)
			d.Why, d.Next = why.Reason, why.Next
		}
	}
	if !r.connected() {
		d.Stderr = o.m.children.Last(server.Name).Stderr
	}
	if r.State == stateDisabled {
		d.Next = "enable " + words.Quote(server.Name)
	}
	for t := range o.run.Host().Tools() {
		if t.Server == server.Name {
			d.Offered = append(d.Offered, t.Original)
		}
	}
	d.Instructions = o.run.Host().Instructions(server.Name)
	d = d.hidden(o.clean)
	return shown{text: d.text(), data: d}, nil
}

// add writes a server into the configuration and connects it.
func (o *omp) add(ctx context.Context, args []string) (shown, error) {
	server, level, err := o.parseServer(ctx, args)
	if err != nil {
		return shown{}, err
	}
	o.m.hide(server)
	if _, err := o.definition(server.Name); err == nil {
		return shown{}, fmt.Errorf("server %q is configured already\nremove it first, or choose another name", server.Name)
	}
	file, err := o.editor.add(server, level)
	if err != nil {
		return shown{}, err
	}
	return o.connect(ctx, server.Name, "added to "+o.m.short(file))
}

// parseServer reads the arguments of add.
func (o *omp) parseServer(ctx context.Context, args []string) (server config.Server, level string, err error) {
	var t connect.Targets
	level = config.LevelProject
	name, rest := args[0], args[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "--") && rest[0] != "--" {
		flag := rest[0]
		if rest = rest[1:]; flag == "--user" {
			level = config.LevelUser
			continue
		}
		if len(rest) == 0 || flag != "--header" && flag != "--env" {
			return server, level, misused("add: %s: want --user, --header 'NAME: VALUE' or --env NAME=VALUE before a URL or a command", flag)
		}
		if flag == "--header" {
			t.Headers = append(t.Headers, rest[0])
		} else {
			t.Env = append(t.Env, rest[0])
		}
		rest = rest[1:]
	}
	dash := -1
	if len(rest) > 0 && !strings.Contains(rest[0], "://") {
		if dash = 0; rest[0] == "--" {
			rest = rest[1:]
		}
	}
	found, err := t.Find(ctx, "session", rest, dash)
	if err == nil && len(found.Servers) != 1 {
		err = errors.New("want one URL, or a command")
	}
	if err != nil {
		return server, level, misused("add: %w", err)
	}
	server = found.Servers[0]
	server.Name = name
	return server, level, config.Validate(server)
}

// connect discovers anew, for the sake of one server, and starts it.
func (o *omp) connect(ctx context.Context, name, done string) (shown, error) {
	if _, err := o.Discover(ctx, host.DiscoveryFilter{}); err != nil {
		return shown{}, err
	}
	server, err := o.definition(name)
	if err != nil {
		return shown{}, err
	}
	if !slices.ContainsFunc(o.discovered().Configs, func(s config.Server) bool { return s.Name == name }) {
		r, _ := o.look().find(name)
		return shown{}, fmt.Errorf("%s, but it does not count: %s", done, r.Why)
	}
	result := o.run.Host().Start(ctx, []config.Server{server})
	for _, e := range result.Errors {
		if e.Server == name {
			return shown{text: done, data: nil}, &serverError{server, e.Err}
		}
	}
	r, _ := o.look().find(name)
	return shown{text: name + ": " + done + "; " + r.detail(), data: serverOf(r)}, nil
}

func (o *omp) remove(ctx context.Context, args []string) (shown, error) {
	return o.takeOut(ctx, args[0], "removed", o.run.Remove)
}

func (o *omp) disable(ctx context.Context, args []string) (shown, error) {
	return o.takeOut(ctx, args[0], "disabled", o.run.Disable)
}

func (o *omp) takeOut(ctx context.Context, name, done string, do func(context.Context, string) error) (shown, error) {
	if _, err := o.definition(name); err != nil {
		return shown{}, err
	}
	if err := do(ctx, name); err != nil {
		return shown{}, err
	}
	if _, err := o.Discover(ctx, host.DiscoveryFilter{}); err != nil {
		return shown{}, err
	}
	text := name + ": " + done
	if again, err := o.definition(name); err == nil && done == "removed" {
		text += "; " + o.source(again.Source) + " defines one of this name, too: reload uses it"
	}
	return shown{text: text, data: map[string]any{"server": name}}, nil
}

func (o *omp) enable(ctx context.Context, args []string) (shown, error) {
	server, err := o.definition(args[0])
	if err != nil {
		return shown{}, err
	}
	if err := o.editor.enable(ctx, server); err != nil {
		return shown{}, err
	}
	return o.connect(ctx, server.Name, "enabled")
}
