package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// session is the session of a scenario and what it did.
type session struct {
	noun
	own      []host.SessionTool
	enable   *bool
	settings host.SessionSettings
	skip     int // refreshes before the counts started anew

	exportFails bool

	// Guarded by World.mu.
	begun    bool
	ready    chan struct{} // closed when the start has returned
	now      *host.Session
	exported []string     // as NAME=value
	other    *host.Loaded // of a loader without a session
	alone    *host.Host   // runs its servers
}

func sessionSteps() []gherkin.Step {
	return gherkin.Noun("session", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the program brings its own tools? "([^"]*)"`,
			Manual:  "gives a session tools that no server offers; a call returns the tool's name",
			Example: `the program brings its own tools "read, write"`, Func: (*session).bringTools},
		{Keyword: gherkin.Given, Pattern: `the session's setting "([^"]+)" is "([^"]*)"`,
			Manual:  "sets enableMCP, mcp.enableProjectConfig or browser.enabled to true, false or \"not set\", which they are anyway",
			Example: `the session's setting "enableMCP" is "false"`, Func: (*session).set},
		{Keyword: gherkin.Given, Pattern: `a session has started`, Manual: "starts a session and lets everything happen that takes no time",
			Func: (*session).have},
		{Keyword: gherkin.When, Pattern: `a session starts`, Manual: "starts a session with whatever discovery finds; times count from here",
			Func: (*session).start},
		{Keyword: gherkin.When, Pattern: `servers are discovered and connected without a session`,
			Manual: "lets the same loader do the same for a program that has no session", Func: (*session).loadAlone},
		{Keyword: gherkin.When, Pattern: `the session is started again`, Manual: "gives the command to start once more", Func: (*session).startAgain},
		{Keyword: gherkin.When, Pattern: `the session is reloaded`, Manual: "reloads the session, without waiting for it", Func: (*session).reload},
		{Keyword: gherkin.When, Pattern: `the session is reloaded by a program that has given up`,
			Manual: "reloads the session with a context that has ended", Func: (*session).reloadLate},
		{Keyword: gherkin.When, Pattern: `the session is refreshed`, Manual: "refreshes the session with the tools that the runtime has",
			Func: refreshSession},
		{Keyword: gherkin.When, Pattern: `the session (reconnects|waits for|removes|disables) server "([^"]*)"`,
			Manual: "gives the session a command, without waiting for it", Example: `the session removes server "docs"`,
			Func: (*session).change},
		{Keyword: gherkin.When, Pattern: `the session's user selects the tools? "([^"]*)"`, Manual: "makes these tools of the session active and no others",
			Example: `the session's user selects the tools "read"`, Func: selectTools},
		{Keyword: gherkin.When, Pattern: `the session calls tool "([^"]+)"`, Manual: "begins a call of an active tool of the session; it counts as a call",
			Example: `the session calls tool "mcp__docs_echo"`, Func: (*session).call},
		{Keyword: gherkin.When, Pattern: `the session calls tool "([^"]+)" with:`, Manual: "does the same with these arguments",
			Example: `the session calls tool "mcp__docs_echo" with:`, Func: (*session).callWith},
		{Keyword: gherkin.When, Pattern: `the session ends`, Manual: "ends the session and nothing else", Func: endSession},
		{Keyword: gherkin.When, Pattern: `the session is closed`, Manual: "ends the session and its servers, and waits for that", Func: (*session).shut},
		{Keyword: gherkin.Then, Pattern: `the session has the tools? "([^"]*)"`, Manual: "compares the names in the session's registry, in order",
			Example: `the session has the tools "read, mcp__docs_echo"`, Func: checkSessionTools},
		{Keyword: gherkin.Then, Pattern: `the session's tools are described as:`,
			Manual: "compares the session's registry exactly; columns name, description, schema", Func: checkDescriptions},
		{Keyword: gherkin.Then, Pattern: `the session's active tools are "([^"]*)"`, Manual: "compares the names of the tools that can be called, in order",
			Example: `the session's active tools are "read"`, Func: checkActiveTools},
		{Keyword: gherkin.Then, Pattern: `the session was refreshed (\d+) times?`, Manual: "counts refreshes since the counts started",
			Example: `the session was refreshed 1 time`, Func: (*session).checkRefreshes},
		{Keyword: gherkin.Then, Pattern: `these things happened to the session in order:`,
			Manual: "compares, since the start, one per line: <server> connected, <server> disconnected, discovery, refresh",
			Func:   (*World).checkHistory},
	})
}

func (n *session) bringTools(names []string) error {
	for _, name := range names {
		n.own = append(n.own, host.SessionTool{
			Name: name,
			Call: func(context.Context, json.RawMessage) (host.Output, error) {
				return host.Output{Text: name}, nil
			},
		})
	}
	return nil
}

func (n *session) set(name, value string) error {
	on, err := parseSwitch(value)
	if err != nil {
		return err
	}
	switch name {
	case "enableMCP":
		n.enable = on
	case "mcp.enableProjectConfig":
		n.settings.EnableProjectConfig = on
	case "browser.enabled":
		n.settings.BrowserEnabled = on != nil && *on
	default:
		return fmt.Errorf("unknown setting %q; there are enableMCP, mcp.enableProjectConfig, browser.enabled", name)
	}
	return nil
}

// start starts a session; that counts as a start of the runtime.
func (n *session) start() error {
	if n.begun {
		return errors.New("a scenario has one session")
	}
	w := n.World
	w.begin = w.now()
	nounOf[configured](w).copy()
	o := host.SessionOptions{
		EnableMCP: n.enable, Settings: n.settings, Tools: n.own, Discover: nounOf[configured](w), Editor: nounOf[configured](w),
		Setenv: n.export,
	}
	s, err := host.NewSession(w.policy.Policy, w.hostEnv(), o)
	if err != nil {
		return err
	}
	if h := s.Host(); h != nil {
		w.host = h
	}
	n.begun, n.ready = true, make(chan struct{})
	return w.beginStartup("session", func(ctx context.Context) (host.StartResult, error) {
		defer close(n.ready)
		s.Start(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		n.now = s
		return resultOf(s.Loaded()), nil
	})
}

// have starts and, in the real world, waits for the start to return.
func (n *session) have() error {
	if err := n.start(); err != nil || n.scenario.World != gherkin.Real {
		return err
	}
	return repeat(func() error { _, err := n.started(); return err })
}

// export is what a program does with a variable that its session exports.
func (n *session) export(name, value string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.exportFails {
		return errors.New("the environment is read-only")
	}
	n.exported = append(n.exported, name+"="+value)
	return nil
}

// started is the session, once its start has returned.
func (n *session) started() (*host.Session, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case !n.begun:
		return nil, errors.New(`there is no session: say "a session starts" first`)
	case n.now == nil:
		return nil, errors.New("the start of the session has not returned")
	}
	return n.now, nil
}

// close ends what sessions have started. The life of the scenario is over, so that
// no start waits for a server any more.
func (n *session) close() {
	if n.begun {
		<-n.ready
	}
	n.mu.Lock()
	alone := n.alone
	n.mu.Unlock()
	if alone != nil {
		alone.Close()
	}
}

// run gives the session a command in the background.
func (n *session) run(do func(context.Context) error) error {
	nounOf[configured](n.World).copy()
	(&attempt{}).begin(n.World, "the session's command", "session/command", do)
	return n.ground.settle()
}

func (n *session) startAgain(s *host.Session) error {
	return n.run(func(ctx context.Context) error {
		s.Start(ctx)
		return nil
	})
}

func (n *session) reloadLate(s *host.Session) error {
	return n.run(func(ctx context.Context) error {
		over, end := context.WithCancelCause(ctx)
		end(errGaveUp)
		_, err := s.Reload(over)
		return err
	})
}

func (n *session) reload(s *host.Session) error {
	return n.run(func(ctx context.Context) error {
		loaded, err := s.Reload(ctx)
		for _, e := range loaded.Errors {
			err = errors.Join(err, fmt.Errorf("%s: %w", e.Path, e.Err))
		}
		return err
	})
}

func (n *session) change(s *host.Session, what, server string) error {
	return n.run(func(ctx context.Context) error {
		switch what {
		case "reconnects":
			return s.Reconnect(ctx, server)
		case "waits for":
			return s.WaitFor(ctx, server)
		case "removes":
			return s.Remove(ctx, server)
		default:
			return s.Disable(ctx, server)
		}
	})
}

func refreshSession(s *host.Session) error {
	var tools []host.Tool // none if there are no servers
	if h := s.Host(); h != nil {
		tools = slices.Collect(h.Tools())
	}
	s.Refresh(tools)
	return nil
}

func selectTools(s *host.Session, names []string) error {
	s.Select(names)
	return nil
}

func (n *session) call(s *host.Session, name string) error {
	return n.callByName("session", s.Call, name)
}

func (n *session) callWith(s *host.Session, name string, block *gherkin.DocString) error {
	args, err := argumentsOf(block)
	if err != nil {
		return err
	}
	return n.callByName("session", func(ctx context.Context, name string, _ json.RawMessage) (host.Output, error) {
		return s.Call(ctx, name, args)
	}, name)
}

func endSession(s *host.Session) error {
	s.End()
	return nil
}

func (n *session) shut(s *host.Session) error {
	s.Close()
	return n.ground.settle()
}

func checkSessionTools(s *host.Session, want []string) error {
	return same("the tools of the session", toolNames(s.Tools()), want)
}

func checkDescriptions(s *host.Session, t *gherkin.Table) error {
	var got []map[string]string
	for _, tool := range s.Tools() {
		got = append(got, map[string]string{"name": tool.Name, "description": tool.Description, "schema": string(tool.InputSchema)})
	}
	return sameTable("the tools of the session", t, got, "name", "description", "schema")
}

func checkActiveTools(s *host.Session, want []string) error {
	return same("the active tools of the session", toolNames(s.Active()), want)
}

func toolNames(tools []host.SessionTool) []string {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	return names
}

// forget starts the counts of a session anew.
func (n *session) forget() { n.skip = len(n.seen(event.SessionRefreshed, "")) }

func (n *session) checkRefreshes(want int) error {
	return same("refreshes of the session", len(n.seen(event.SessionRefreshed, ""))-n.skip, want)
}

// checkHistory looks at the steps of a reload and its like.
func (w *World) checkHistory(want *gherkin.DocString) error {
	var got []string
	for _, e := range w.seen("", "") {
		switch {
		case e.Kind == event.Discovered:
			got = append(got, "discovery")
		case e.Kind == event.SessionRefreshed:
			got = append(got, "refresh")
		case e.Kind == event.ServerState && e.State() == event.Ready:
			got = append(got, e.Server+" connected")
		case e.Kind == event.ServerState && e.State() == event.Closed:
			got = append(got, e.Server+" disconnected")
		}
	}
	return same("what happened to the session", got, strings.Split(strings.TrimSpace(want.Content), "\n"))
}
