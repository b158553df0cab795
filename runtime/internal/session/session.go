package session

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Options are what a session starts with. The zero value has MCP, and no tools of the
// program.
type Options struct {
	// EnableMCP false switches MCP off: nothing is read, started or reported
	// (OMP-LC-03). nil counts as true (OMP-LC-02).
	EnableMCP *bool
	Settings  Settings
	// Discover finds the servers, at the start and for each reload.
	Discover Discoverer
	// Tools are the program's own. Their order is kept; of two with one name the
	// later counts.
	Tools []Tool
	// Editor changes the configuration for Remove and Disable; nil: it stays,
	// and the next reload brings the server back.
	Editor Editor

	// Setenv exports the first Exa key to the environment, unless there is one (F-13).
	// nil: it is not exported.
	Setenv func(name, value string) error
}

// Wiring is what a session runs in.
type Wiring struct {
	// NewManager makes a manager without servers, which calls onToolsChanged. It is
	// called once, or not at all if MCP is switched off.
	NewManager func(onToolsChanged func()) *manager.Manager
	LookupEnv  config.Lookup // nil: keys are not exported
	Clock      clock.Clock
	Events     event.Sink // nil: discarded
}

// Settings are those of a session that concern MCP.
type Settings struct {
	EnableProjectConfig *bool // mcp.enableProjectConfig; nil counts as true
	BrowserEnabled      bool  // browser.enabled: there is a browser tool already
}

// Editor changes the definitions that the next discovery finds.
type Editor interface {
	Remove(ctx context.Context, server string) error
	Disable(ctx context.Context, server string) error
}

// Session is one session. Its methods may be called from any goroutine.
type Session struct {
	options   Options
	env       config.Lookup
	load      Loader
	reloading chan struct{} // capacity 1: taken by the reload under way

	mu    sync.Mutex
	tools []Tool          // the program's own first, then those of MCP by name
	off   map[string]bool // names that the user has deselected
	held  int             // changes under way that end in a refresh
	begun bool
	ended bool

	loaded Loaded
}

// New makes a session. It reads and starts nothing.
func New(o Options, w Wiring) *Session {
	s := &Session{
		options:   o,
		env:       w.LookupEnv,
		reloading: make(chan struct{}, 1),
		tools:     merge(nil, o.Tools),
		off:       map[string]bool{},
		held:      1,
	}
	s.load = Loader{
		DiscoverOptions: DiscoverOptions{
			EnableProjectConfig: o.Settings.EnableProjectConfig,
			FilterExa:           new(true), // whatever the settings say (OMP-LC-05)
			FilterBrowser:       o.Settings.BrowserEnabled,
		},
		Discover: o.Discover, Clock: w.Clock, Events: w.Events,
	}
	if o.EnableMCP != nil && !*o.EnableMCP {
		return s
	}
	s.load.Manager = w.NewManager(s.follow)
	return s
}

// Start discovers the servers and connects them once, before the registry of tools
// has any of theirs (OMP-LC-01). It returns when [Loader.Load] does and fails for no
// server's sake, not even for that of all of them (OMP-LC-21, OMP-LC-23): each failure
// is one log record (OMP-LC-06) and in [Session.Loaded]. Further calls are no-ops.
func (s *Session) Start(ctx context.Context) {
	s.mu.Lock()
	begun := s.begun
	s.begun = true
	s.mu.Unlock()
	if begun || s.Manager() == nil {
		return
	}
	loaded := s.load.Load(ctx)
	s.mu.Lock()
	s.loaded = loaded
	s.mu.Unlock()
	s.report(loaded.Errors)
	s.exportExaKey(loaded.ExaKeys)
	s.register()
}

// register adds the tools that the loader has found to the program's own
// (OMP-LC-09). It looks at the view itself: what has changed there since the
// loader returned is not lost, and what changes from now on is followed.
func (s *Session) register() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held--
	s.tools = merge(s.tools, s.wrap(s.Manager().Tools()))
}

// report logs failures, one record each.
func (s *Session) report(failures []LoadError) {
	for _, f := range failures {
		s.load.log("error", f.Server, "loading tools from "+f.Path+" failed", f.Err)
	}
}

// exaVariable is where a native Exa integration looks for its key.
const exaVariable = "EXA_API_KEY"

// exportExaKey exports the first key unless there is one already (F-13).
func (s *Session) exportExaKey(keys Keys) {
	env, set := s.env, s.options.Setenv
	if len(keys) == 0 || env == nil || set == nil {
		return
	}
	if present, _ := env(exaVariable); present != "" {
		return
	}
	if err := set(exaVariable, keys[0]); err != nil {
		s.load.log("warn", "", "exporting "+exaVariable+" failed", err)
	}
}

// Manager runs the servers of the session, the very one that the loader uses
// (OMP-LC-07); nil if MCP is switched off. A program that wants servers to end with the
// session calls its StopAll (OMP-LC-116).
func (s *Session) Manager() *manager.Manager { return s.load.Manager }

// Loaded is what the loader returned when the session started; the zero value
// before that and if MCP is switched off. It is read-only.
func (s *Session) Loaded() Loaded {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.loaded
}

// Close ends the session: it follows its servers no longer, and they are left
// running (OMP-LC-116). It cannot be started again. Further calls are no-ops.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun, s.ended = true, true
}

func (s *Session) isEnded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Call calls an active tool. See [manager.Manager.CallTool] for what becomes output and
// what an error of tools of MCP servers; a name that no active tool has is a
// [manager.UnknownToolError].
func (s *Session) Call(ctx context.Context, name string, arguments json.RawMessage) (toolbridge.Output, error) {
	for _, t := range s.Active() {
		if t.Name == name {
			return t.Call(ctx, arguments)
		}
	}
	return toolbridge.Output{}, &manager.UnknownToolError{Name: name}
}

// follow is told that the manager's view has changed (OMP-LC-97). A change that
// the session itself makes ends in a refresh of its own.
func (s *Session) follow() {
	s.mu.Lock()
	ignore := s.held > 0 || s.ended
	s.mu.Unlock()
	if !ignore {
		s.refresh()
	}
}

// hold keeps the registry as it is until the change under way is complete;
// release is its end.
func (s *Session) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held++
}

func (s *Session) release() {
	s.mu.Lock()
	s.held--
	s.mu.Unlock()
	s.refresh()
}

// refresh brings the registry up to the manager's view.
func (s *Session) refresh() { s.rebind(s.Manager().Tools) }

// rebind replaces the tools of MCP. It reads the view with the lock held, so that of
// two changes at once the newer wins.
func (s *Session) rebind(view func() []toolbridge.Tool) {
	s.mu.Lock()
	s.tools = merge(withoutMCP(s.tools), s.wrap(view()))
	n, active := len(s.tools), names(s.active())
	s.mu.Unlock()
	s.load.emit(event.Event{Kind: event.SessionRefreshed, N: n, Text: strings.Join(active, " ")})
}
