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

// sessions is the session of a scenario and what it did.
type sessions struct {
	own    []host.SessionTool
	enable *bool
	set    host.SessionSettings
	skip   int // refreshes before the counts started anew

	// Guarded by World.mu.
	begun bool
	ready chan struct{} // closed when the start has returned
	now   *host.Session
	other *host.Loaded // of a loader without a session
	alone *host.Host   // runs its servers
}

func sessionSteps() []Step {
	return gherkin.Noun("session", []Step{
		{Keyword: Given, Pattern: `the program brings its own tools? "([^"]*)"`,
			Manual:  "gives a session tools that no server offers; a call returns the tool's name",
			Example: `the program brings its own tools "read, write"`, Func: (*World).bringTools},
		{Keyword: Given, Pattern: `the session's setting "([^"]+)" is "([^"]*)"`,
			Manual:  "sets enableMCP, mcp.enableProjectConfig or browser.enabled to true, false or \"not set\", which they are anyway",
			Example: `the session's setting "enableMCP" is "false"`, Func: (*World).setSetting},
		{Keyword: Given, Pattern: `a session has started`, Manual: "starts a session and lets everything happen that takes no time",
			Func: (*World).startSession},
		{Keyword: When, Pattern: `a session starts`, Manual: "starts a session with whatever discovery finds; times count from here",
			Func: (*World).startSession},
		{Keyword: When, Pattern: `servers are discovered and connected without a session`,
			Manual: "lets the same loader do the same for a program that has no session", Func: (*World).loadWithoutSession},
		{Keyword: When, Pattern: `the session is reloaded`, Manual: "reloads the session, without waiting for it", Func: (*World).reloadSession},
		{Keyword: When, Pattern: `the session is refreshed`, Manual: "refreshes the session with the tools that the runtime has",
			Func: (*World).refreshSession},
		{Keyword: When, Pattern: `the session (reconnects|waits for|removes|disables) server "([^"]*)"`,
			Manual: "gives the session a command, without waiting for it", Example: `the session removes server "docs"`,
			Func: (*World).commandSession},
		{Keyword: When, Pattern: `the session's user selects the tools? "([^"]*)"`, Manual: "makes these tools of the session active and no others",
			Example: `the session's user selects the tools "read"`, Func: (*World).selectTools},
		{Keyword: When, Pattern: `the session calls tool "([^"]+)"`, Manual: "begins a call of an active tool of the session; it counts as a call",
			Example: `the session calls tool "mcp__docs_echo"`, Func: (*World).callSessionTool},
		{Keyword: When, Pattern: `the session ends`, Manual: "ends the session and nothing else", Func: (*World).endSession},
		{Keyword: Then, Pattern: `the session has the tools? "([^"]*)"`, Manual: "compares the names in the session's registry, in order",
			Example: `the session has the tools "read, mcp__docs_echo"`, Func: (*World).checkSessionTools},
		{Keyword: Then, Pattern: `the session's active tools are "([^"]*)"`, Manual: "compares the names of the tools that can be called, in order",
			Example: `the session's active tools are "read"`, Func: (*World).checkActiveTools},
		{Keyword: Then, Pattern: `the session was refreshed (\d+) times?`, Manual: "counts refreshes since the counts started",
			Example: `the session was refreshed 1 time`, Func: (*World).checkSessionRefreshes},
		{Keyword: Then, Pattern: `these things happened to the session in order:`,
			Manual: "compares, since the start, one per line: <server> connected, <server> disconnected, discovery, refresh",
			Func:   (*World).checkHistory},
	})
}

func (w *World) bringTools(names string) error {
	for _, name := range splitNames(names) {
		w.session.own = append(w.session.own, host.SessionTool{
			Name: name,
			Call: func(context.Context, json.RawMessage) (host.Output, error) {
				return host.Output{Text: name}, nil
			},
		})
	}
	return nil
}

func (w *World) setSetting(name, value string) error {
	on, err := parseSwitch(value)
	if err != nil {
		return err
	}
	switch name {
	case "enableMCP":
		w.session.enable = on
	case "mcp.enableProjectConfig":
		w.session.set.EnableProjectConfig = on
	case "browser.enabled":
		w.session.set.BrowserEnabled = on != nil && *on
	default:
		return fmt.Errorf("unknown setting %q; there are enableMCP, mcp.enableProjectConfig, browser.enabled", name)
	}
	return nil
}

// startSession starts a session; its start counts as one of the runtime.
func (w *World) startSession() error {
	if w.session.begun {
		return errors.New("a scenario has one session")
	}
	w.begin = w.now()
	w.configure()
	o := host.SessionOptions{
		EnableMCP: w.session.enable, Settings: w.session.set, Tools: w.session.own,
		Discover: &w.configured, Editor: &w.configured,
	}
	s, err := host.NewSession(w.policy.Policy, w.hostEnv(), o)
	if err != nil {
		return err
	}
	if h := s.Host(); h != nil {
		w.host = h
	}
	w.session.begun, w.session.ready = true, make(chan struct{})
	return w.beginStartup("session", func(ctx context.Context) (host.StartResult, error) {
		defer close(w.session.ready)
		s.Start(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.session.now = s
		return resultOf(s.Loaded()), nil
	})
}

// theSession is the session, once its start has returned.
func (w *World) theSession() (*host.Session, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case !w.session.begun:
		return nil, errors.New(`there is no session: say "a session starts" first`)
	case w.session.now == nil:
		return nil, errors.New("the start of the session has not returned")
	}
	return w.session.now, nil
}

// closeSession ends what sessions have started. The life of the scenario is over,
// so that nobody waits for a server any more.
func (w *World) closeSession() {
	if w.session.begun {
		<-w.session.ready
	}
	w.mu.Lock()
	alone := w.session.alone
	w.mu.Unlock()
	if alone != nil {
		alone.Close()
	}
}

// run gives the session a command in the background.
func (w *World) run(do func(context.Context, *host.Session) error) error {
	s, err := w.theSession()
	if err != nil {
		return err
	}
	w.configure()
	(&attempt{}).begin(w, "the session's command", "session/command", func(ctx context.Context) error {
		return do(ctx, s)
	})
	return w.ground.settle()
}

func (w *World) reloadSession() error {
	return w.run(func(ctx context.Context, s *host.Session) error {
		loaded, err := s.Reload(ctx)
		for _, e := range loaded.Errors {
			err = errors.Join(err, fmt.Errorf("%s: %w", e.Path, e.Err))
		}
		return err
	})
}

func (w *World) commandSession(what, name string) error {
	return w.run(func(ctx context.Context, s *host.Session) error {
		switch what {
		case "reconnects":
			return s.Reconnect(ctx, name)
		case "waits for":
			return s.WaitFor(ctx, name)
		case "removes":
			return s.Remove(ctx, name)
		default:
			return s.Disable(ctx, name)
		}
	})
}

func (w *World) refreshSession() error {
	s, err := w.theSession()
	if err == nil {
		s.Refresh(slices.Collect(s.Host().Tools()))
	}
	return err
}

func (w *World) selectTools(names string) error {
	s, err := w.theSession()
	if err == nil {
		s.Select(splitNames(names))
	}
	return err
}

func (w *World) callSessionTool(name string) error {
	s, err := w.theSession()
	if err != nil {
		return err
	}
	w.launchCall("session", host.Tool{}, func(ctx context.Context) (host.Output, error) {
		return s.Call(ctx, name, nil)
	})
	return w.ground.settle()
}

func (w *World) endSession() error {
	s, err := w.theSession()
	if err == nil {
		s.End()
	}
	return err
}

func (w *World) checkSessionTools(want string) error {
	s, err := w.theSession()
	if err != nil {
		return err
	}
	return same("the tools of the session", toolNames(s.Tools()), splitNames(want))
}

func (w *World) checkActiveTools(want string) error {
	s, err := w.theSession()
	if err != nil {
		return err
	}
	return same("the active tools of the session", toolNames(s.Active()), splitNames(want))
}

func toolNames(tools []host.SessionTool) []string {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	return names
}

func (w *World) checkSessionRefreshes(n int) error {
	return same("refreshes of the session", len(w.seen(event.SessionRefreshed, ""))-w.session.skip, n)
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
