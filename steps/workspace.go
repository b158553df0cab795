package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// workspace is the workspace of a scenario and what it is made of.
type workspace struct {
	noun
	memory    host.MemoryFiles
	approvals host.MemoryApprovals
	options   host.WorkspaceOptions
	skip      map[event.Kind]int // events before the counts started anew
	all       []*host.Workspace  // the last one is current
	prepared  bool               // the current one has not started
	pool      *host.Pool         // what all of them share, nil if that is nothing
	ownPools  bool               // there is no such pool: each has one
	disposers []func()           // of the program's listeners to settings

	// Guarded by World.mu.
	untrusted bool
	trustErr  error
	broken    map[string]bool // what cannot be done to files, such as "user settings written"
	heard     []heardChange   // of settings, by the program
	notices   int             // that its listeners got
	asked     int             // how often the program was told that servers wait
}

func workspaceSteps() []gherkin.Step {
	const kinds = `(the session brings|the option --mcp-config defines|an extension defines) the servers? "([^"]*)"`
	return gherkin.Noun("workspace", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: kinds, Manual: "defines declared servers elsewhere than in files", Example: `the session brings the server "docs"`,
			Func: (*workspace).bringServers},
		{Keyword: gherkin.Given, Pattern: `the option --allowed-mcp-server-names is "([^"]*)"`,
			Manual:  "bounds for the whole session which servers may connect; none if empty",
			Example: `the option --allowed-mcp-server-names is "docs, mail"`, Func: (*workspace).launchWith},
		{Keyword: gherkin.Given, Pattern: `the workspace is (trusted|not trusted)`,
			Manual: "says whether servers may run in the directory at all; it is trusted anyway", Example: `the workspace is not trusted`,
			Func: (*workspace).setTrust},
		{Keyword: gherkin.Given, Pattern: `the program runs in the directory "([^"]+)"`,
			Manual: "sets its working directory, which is that of the project anyway", Example: `the program runs in the directory "/elsewhere"`,
			Func: (*workspace).runIn},
		{Keyword: gherkin.Given, Pattern: `the workspace has started`, Manual: "starts a workspace and lets everything happen that takes no time",
			Func: (*workspace).have},
		{Keyword: gherkin.When, Pattern: `the workspace starts`,
			Manual: "starts a workspace, which reads settings and connects what they define; times count from here", Func: (*workspace).start},
		{Keyword: gherkin.When, Pattern: `the workspace is closed and another one starts`,
			Manual: "starts anew with the same files, as a new process does; its events count on", Func: (*workspace).restart},
		{Keyword: gherkin.When, Pattern: `the workspace becomes (trusted|not trusted)`, Manual: "changes whether servers may run in the directory",
			Example: `the workspace becomes not trusted`, Func: (*workspace).setTrust},
		{Keyword: gherkin.When, Pattern: `nobody can say whether the workspace is trusted`, Manual: "makes every later reconcile fail",
			Func: (*workspace).loseTrust},
		{Keyword: gherkin.When, Pattern: `the workspace stops following its settings`, Manual: "takes it off the settings; servers run on",
			Func: stopFollowing},
		{Keyword: gherkin.When, Pattern: `the user reloads the servers`,
			Manual: "gives the command that reads everything again and reconciles, without waiting for it", Func: (*workspace).reload},
		{Keyword: gherkin.When, Pattern: `the user stops server "([^"]+)"`,
			Manual: "disconnects a server until the next pass, and waits until nothing of it is left", Example: `the user stops server "docs"`,
			Func: (*workspace).stopServer},
		{Keyword: gherkin.When, Pattern: `the program (adds|removes) server "([^"]+)"`,
			Manual: "adds or removes a server while the workspace runs, without waiting for it", Example: `the program adds server "docs"`,
			Func: (*workspace).programEdits},
		{Keyword: gherkin.When, Pattern: `the workspace calls tool "([^"]+)"`,
			Manual:  "begins a call of a tool, whether or not there is such a tool; it counts as a call",
			Example: `the workspace calls tool "mcp__docs__echo"`, Func: (*workspace).call},
		{Keyword: gherkin.Then, Pattern: `the reason why server "([^"]+)" is unavailable is "([^"]*)"`,
			Manual:  "compares removed, not_allowed, excluded or pending_approval; nothing if it may connect or was never configured",
			Example: `the reason why server "docs" is unavailable is "excluded"`, Func: checkReason},
		{Keyword: gherkin.Then, Pattern: `the view of servers shows:`,
			Manual: "compares what a person sees of all servers, in configured order; columns name, text, style (good, neutral, warning, bad)",
			Func:   checkView},
		{Keyword: gherkin.Then, Pattern: `the detail of server "([^"]+)" shows:`,
			Manual: "compares what a person sees of one server beside its line in the view; columns what (text, style, reason, advice, source, place, " +
				"transport, config, error, tools, left out, prompts, resources) and value",
			Example: `the detail of server "docs" shows:`, Func: checkDetail},
		{Keyword: gherkin.Then, Pattern: `there is no detail of server "([^"]+)"`, Manual: "checks that the name was never configured",
			Example: `there is no detail of server "docs"`, Func: checkNoDetail},
		{Keyword: gherkin.Then, Pattern: `these servers are missing:`,
			Manual: "compares the servers that may not connect, in order; columns name, reason", Func: checkMissing},
		{Keyword: gherkin.Then, Pattern: `the hint below the view of servers is "([^"]*)"`, Manual: "compares the hint, empty if there is none",
			Example: `the hint below the view of servers is ""`, Func: checkHint},
	})
}

// unwatched reports directories that are watched when nobody follows settings any more.
func (n *workspace) unwatched() error {
	if left := n.memory.Watched(); len(left) > 0 {
		return fmt.Errorf("leak: still watched are %s", strings.Join(left, ", "))
	}
	return nil
}

func (n *workspace) bringServers(where string, servers host.SettingsMap) error {
	switch o := &n.options; where {
	case "the session brings":
		o.Session = host.SettingsMerge(o.Session, servers)
	case "the option --mcp-config defines":
		o.MCPConfig = host.SettingsMerge(o.MCPConfig, servers)
	default:
		o.Extensions = host.SettingsMerge(o.Extensions, servers)
	}
	return nil
}

func (n *workspace) launchWith(names []string) error {
	n.options.Launched = append([]string{}, names...)
	return nil
}

func (n *workspace) runIn(dir string) error {
	n.options.WorkingDir = dir
	return nil
}

func (n *workspace) setTrust(word string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.untrusted, n.trustErr = word == "not trusted", nil
	return nil
}

func (n *workspace) loseTrust() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.trustErr = errors.New("the list of trusted folders cannot be read")
	return nil
}

func (n *workspace) trusted() (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return !n.untrusted, n.trustErr
}

// new makes a workspace with everything as declared.
func (n *workspace) new() (*host.Workspace, error) {
	return n.make(func(*host.Env) {})
}

func (n *workspace) make(adjust func(*host.Env)) (*host.Workspace, error) {
	shared, err := n.sharedPool()
	if err != nil {
		return nil, err
	}
	o := n.options
	o.Pool = shared
	o.Files, o.Home, o.Trusted, o.OnApproval = n.watchedFiles(), n.home(), n.trusted, n.noteApproval
	o.System, o.SystemDefaults = n.path("system"), n.path("default")
	o.Approvals = faultyApprovals{n.approvalStorage(), n}
	env := n.hostEnv()
	env.Cache = nil
	adjust(&env)
	return host.NewWorkspace(n.policy, env, o)
}

func (n *workspace) start() error {
	n.begin = n.now()
	return n.open()
}

func (n *workspace) open() error {
	if !n.prepared {
		ws, err := n.new()
		if err != nil {
			return err
		}
		n.add(ws)
	}
	n.prepared = false
	ws, err := n.current()
	if err != nil {
		return err
	}
	return n.beginStartup("workspace", func(ctx context.Context) (host.StartResult, error) {
		return host.StartResult{}, ws.Start(ctx)
	})
}

// add makes a workspace the current one.
func (n *workspace) add(ws *host.Workspace) {
	n.all = append(n.all, ws)
	n.host = ws
}

// have starts and, in the real world, waits for the start to return.
func (n *workspace) have() error {
	if err := n.start(); err != nil || n.scenario.World != gherkin.Real {
		return err
	}
	return repeat(func() error { _, err := n.returned(); return err })
}

func (n *workspace) restart(ws *host.Workspace) error {
	ws.Close()
	n.closePool()
	return n.open()
}

// current is the newest workspace.
func (n *workspace) current() (*host.Workspace, error) {
	if len(n.all) == 0 {
		return nil, errors.New(`there is no workspace: say "the workspace starts" first`)
	}
	return n.all[len(n.all)-1], nil
}

// close ends what the scenario has started.
func (n *workspace) close() {
	for _, ws := range n.all {
		ws.Close()
	}
	n.closePool()
}

func stopFollowing(ws *host.Workspace) error {
	ws.StopFollowing()
	return nil
}

// run gives the workspace a command in the background.
func (n *workspace) run(do func(context.Context) error) error {
	(&attempt{}).begin(n.World, "the workspace's command", "workspace/command", do)
	return n.ground.settle()
}

func (n *workspace) reload(ws *host.Workspace) error { return n.run(ws.Reload) }

func (n *workspace) programEdits(ws *host.Workspace, does string, servers host.SettingsMap) error {
	return n.run(func(ctx context.Context) error {
		if does == "removes" {
			return ws.RemoveServer(ctx, servers[0].Name)
		}
		return ws.AddServer(ctx, servers[0])
	})
}

func (n *workspace) stopServer(ws *host.Workspace, name string) error {
	return n.run(func(context.Context) error { ws.Stop(name); return nil })
}

func (n *workspace) call(ws *host.Workspace, name string) error {
	return n.callByName("workspace", func(ctx context.Context, name string, arguments json.RawMessage) (host.Output, error) {
		out, err := ws.Call(ctx, name, arguments)
		_, missing := errors.AsType[*host.MissingToolError](err)
		if _, unknown := errors.AsType[*host.UnknownToolError](err); missing && !unknown {
			err = fmt.Errorf("%w, which is no unknown tool", err)
		}
		return out, err
	}, name)
}

// callByName begins a call of a tool that need not exist.
func (w *World) callByName(actor string, call func(context.Context, string, json.RawMessage) (host.Output, error), name string) error {
	w.launchCall(actor, host.Tool{}, func(ctx context.Context) (host.Output, error) { return call(ctx, name, nil) })
	return w.ground.settle()
}

func checkReason(ws *host.Workspace, server, reason string) error {
	return same("why "+server+" is unavailable", string(ws.Unavailable(server)), reason)
}

func checkView(ws *host.Workspace, t *gherkin.Table) error {
	var got []map[string]string
	for _, l := range ws.View().Lines {
		got = append(got, map[string]string{"name": l.Name, "text": l.Text, "style": string(l.Style)})
	}
	return sameTable("the view of servers", t, got, "name", "text", "style")
}

func checkHint(ws *host.Workspace, hint string) error {
	return same("the hint below the view", ws.View().Hint, hint)
}
