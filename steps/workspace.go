package steps

import (
	"context"
	"errors"
	"os"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// works is the workspace of a scenario and what it is made of.
type works struct {
	memory    host.MemoryFiles
	approvals host.MemoryApprovals
	options   host.WorkspaceOptions
	skip      map[event.Kind]int // events before the counts started anew
	all       []*host.Workspace  // the last one is current
	prepared  bool               // the current one has not started
	pool      *host.Pool         // what all of them share, nil if that is nothing
	compared  *comparison

	// Guarded by World.mu.
	untrusted bool
	trustErr  error
}

func workspaceSteps() []Step {
	const kinds = `(the session brings|the option --mcp-config defines|an extension defines) the servers? "([^"]*)"`
	return gherkin.Noun("workspace", []Step{
		{Keyword: Given, Pattern: kinds, Manual: "defines declared servers elsewhere than in files", Example: `the session brings the server "docs"`,
			Func: (*World).bringServers},
		{Keyword: Given, Pattern: `the option --allowed-mcp-server-names is "([^"]*)"`,
			Manual:  "bounds for the whole session which servers may connect; none if empty",
			Example: `the option --allowed-mcp-server-names is "docs, mail"`, Func: (*World).launchWith},
		{Keyword: Given, Pattern: `the workspace is (trusted|not trusted)`,
			Manual: "says whether servers may run in the directory at all; it is trusted anyway", Example: `the workspace is not trusted`,
			Func: (*World).setTrust},
		{Keyword: Given, Pattern: `the program runs in the directory "([^"]+)"`,
			Manual: "sets its working directory, which is that of the project anyway", Example: `the program runs in the directory "/elsewhere"`,
			Func: (*World).runIn},
		{Keyword: Given, Pattern: `the workspace has started`, Manual: "starts a workspace and lets everything happen that takes no time",
			Func: (*World).haveWorkspace},
		{Keyword: When, Pattern: `the workspace starts`,
			Manual: "starts a workspace, which reads settings and connects what they define; times count from here", Func: (*World).startWorkspace},
		{Keyword: When, Pattern: `the workspace is closed and another one starts`,
			Manual: "starts anew with the same files, as a new process does; its events count on", Func: (*World).restartWorkspace},
		{Keyword: When, Pattern: `the workspace becomes (trusted|not trusted)`, Manual: "changes whether servers may run in the directory",
			Example: `the workspace becomes not trusted`, Func: (*World).setTrust},
		{Keyword: When, Pattern: `nobody can say whether the workspace is trusted`, Manual: "makes every later reconcile fail",
			Func: (*World).loseTrust},
		{Keyword: When, Pattern: `the workspace stops following its settings`, Manual: "takes it off the settings; servers run on",
			Func: (*World).stopFollowing},
		{Keyword: When, Pattern: `the user reloads the servers`,
			Manual: "gives the command that reads everything again and reconciles, without waiting for it", Func: (*World).reloadWorkspace},
		{Keyword: When, Pattern: `the program (adds|removes) server "([^"]+)"`,
			Manual: "adds or removes a server while the workspace runs, without waiting for it", Example: `the program adds server "docs"`,
			Func: (*World).programEdits},
		{Keyword: When, Pattern: `the workspace calls tool "([^"]+)"`,
			Manual:  "begins a call of a tool, whether or not there is such a tool; it counts as a call",
			Example: `the workspace calls tool "mcp__docs__echo"`, Func: (*World).callWorkspaceTool},
		{Keyword: Then, Pattern: `the reason why server "([^"]+)" is unavailable is "([^"]*)"`,
			Manual:  "compares removed, not_allowed, excluded or pending_approval; nothing if it may connect or was never configured",
			Example: `the reason why server "docs" is unavailable is "excluded"`, Func: (*World).checkReason},
		{Keyword: Then, Pattern: `the view of servers shows:`,
			Manual: "compares what a person sees of all servers, in configured order; columns name, text, style (good, neutral, warning, bad)",
			Func:   (*World).checkView},
		{Keyword: Then, Pattern: `the hint below the view of servers is "([^"]*)"`, Manual: "compares the hint, empty if there is none",
			Example: `the hint below the view of servers is ""`, Func: (*World).checkHint},
	})
}

func (w *World) bringServers(where, names string) error {
	servers, err := w.entries(names)
	if err != nil {
		return err
	}
	switch o := &w.work.options; where {
	case "the session brings":
		o.Session = host.SettingsMerge(o.Session, servers)
	case "the option --mcp-config defines":
		o.MCPConfig = host.SettingsMerge(o.MCPConfig, servers)
	default:
		o.Extensions = host.SettingsMerge(o.Extensions, servers)
	}
	return nil
}

func (w *World) launchWith(names string) error {
	w.work.options.Launched = append([]string{}, splitNames(names)...)
	return nil
}

func (w *World) runIn(dir string) error {
	w.work.options.WorkingDir = dir
	return nil
}

func (w *World) setTrust(word string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.work.untrusted, w.work.trustErr = word == "not trusted", nil
	return nil
}

func (w *World) loseTrust() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.work.trustErr = errors.New("the list of trusted folders cannot be read")
	return nil
}

func (w *World) trusted() (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.work.untrusted, w.work.trustErr
}

// newWorkspace makes a workspace with everything as declared.
func (w *World) newWorkspace() (*host.Workspace, error) {
	return w.makeWorkspace(func(*host.Env) {})
}

func (w *World) makeWorkspace(adjust func(*host.Env)) (*host.Workspace, error) {
	shared, err := w.sharedPool()
	if err != nil {
		return nil, err
	}
	o := w.work.options
	o.Pool = shared
	o.Files, o.Home, o.System, o.Trusted = w.workFiles(), w.home(), w.settingsPath("system"), w.trusted
	o.Approvals = w.approvalStorage()
	if w.scenario.World == gherkin.Real {
		if err := os.MkdirAll(w.home(), 0o700); err != nil {
			return nil, err
		}
	}
	env := w.hostEnv()
	env.Cache = nil
	adjust(&env)
	return host.NewWorkspace(w.policy, env, o)
}

func (w *World) startWorkspace() error {
	w.begin = w.now()
	return w.openWorkspace()
}

func (w *World) openWorkspace() error {
	if !w.work.prepared {
		ws, err := w.newWorkspace()
		if err != nil {
			return err
		}
		w.addWorkspace(ws)
	}
	w.work.prepared = false
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	return w.beginStartup("workspace", func(ctx context.Context) (host.StartResult, error) {
		return host.StartResult{}, ws.Start(ctx)
	})
}

// addWorkspace makes a workspace the current one.
func (w *World) addWorkspace(ws *host.Workspace) {
	w.work.all = append(w.work.all, ws)
	w.host = ws
}

// haveWorkspace starts and, in the real world, waits for the start to return.
func (w *World) haveWorkspace() error {
	if err := w.startWorkspace(); err != nil || w.scenario.World != gherkin.Real {
		return err
	}
	return repeat(func() error { _, err := w.returned(); return err })
}

func (w *World) restartWorkspace() error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	ws.Close()
	w.closePool()
	return w.openWorkspace()
}

// workspace is the current one.
func (w *World) workspace() (*host.Workspace, error) {
	if len(w.work.all) == 0 {
		return nil, errors.New(`there is no workspace: say "the workspace starts" first`)
	}
	return w.work.all[len(w.work.all)-1], nil
}

// closeWorkspaces ends what the scenario has started.
func (w *World) closeWorkspaces() {
	for _, ws := range w.work.all {
		ws.Close()
	}
	w.closePool()
}

func (w *World) stopFollowing() error {
	ws, err := w.workspace()
	if err == nil {
		ws.StopFollowing()
	}
	return err
}

// commandWorkspace gives the workspace a command in the background.
func (w *World) commandWorkspace(do func(context.Context, *host.Workspace) error) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	(&attempt{}).begin(w, "the workspace's command", "workspace/command", func(ctx context.Context) error { return do(ctx, ws) })
	return w.ground.settle()
}

func (w *World) reloadWorkspace() error {
	return w.commandWorkspace(func(ctx context.Context, ws *host.Workspace) error { return ws.Reload(ctx) })
}

func (w *World) programEdits(does, name string) error {
	servers, err := w.entries(name)
	if err != nil {
		return err
	}
	return w.commandWorkspace(func(ctx context.Context, ws *host.Workspace) error {
		if does == "removes" {
			return ws.RemoveServer(ctx, name)
		}
		return ws.AddServer(ctx, servers[0])
	})
}

func (w *World) callWorkspaceTool(name string) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	w.launchCall("workspace", host.Tool{}, func(ctx context.Context) (host.Output, error) {
		return ws.Call(ctx, name, nil)
	})
	return w.ground.settle()
}

func (w *World) checkReason(server, reason string) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	return same("why "+server+" is unavailable", string(ws.Unavailable(server)), reason)
}

func (w *World) checkView(t *godog.Table) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, l := range ws.View().Lines {
		got = append(got, map[string]string{"name": l.Name, "text": l.Text, "style": string(l.Style)})
	}
	return sameTable("the view of servers", t, got, "name", "text", "style")
}

func (w *World) checkHint(hint string) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	return same("the hint below the view", ws.View().Hint, hint)
}
