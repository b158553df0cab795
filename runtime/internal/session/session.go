package session

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Options are what a session starts with. The Wiring may be empty if MCP is
// switched off.
type Options struct {
	// EnableMCP false switches MCP off: nothing is read, started or reported
	// (OMP-LC-03). nil counts as true (OMP-LC-02).
	EnableMCP *bool
	Settings  Settings
	Wiring
	// Tools are the program's own. Their order is kept; of two with one name the
	// later counts.
	Tools []Tool
	// Editor changes the configuration for Remove and Disable; nil: nobody does,
	// and the next reload brings the server back.
	Editor Editor

	// Env and Setenv are the environment to which the first Exa key is exported
	// (F-13). Either nil: it is not.
	Env    config.Lookup
	Setenv func(name, value string) error
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
	load      LoadOptions
	loaded    Loaded
	reloading chan struct{} // capacity 1: taken by the reload under way

	mu    sync.Mutex
	tools []Tool          // the program's own first, then those of MCP by name
	off   map[string]bool // names that the user has deselected
	held  int             // changes under way that end in a refresh
	ended bool
}

// New starts a session: servers are discovered and connected once, before the
// registry of tools is there (OMP-LC-01). It returns when [Load] does and fails
// for no server's sake, not even for that of all of them (OMP-LC-21,
// OMP-LC-23): each failure is one log record (OMP-LC-06) and in [Session.Loaded].
func New(ctx context.Context, o Options) *Session {
	s := &Session{
		options:   o,
		reloading: make(chan struct{}, 1),
		tools:     merge(nil, o.Tools),
		off:       map[string]bool{},
		held:      1,
	}
	s.load = LoadOptions{
		DiscoverOptions: DiscoverOptions{
			EnableProjectConfig: o.Settings.EnableProjectConfig,
			FilterExa:           new(true), // whatever the settings say (OMP-LC-05)
			FilterBrowser:       o.Settings.BrowserEnabled,
		},
		Wiring:         o.Wiring,
		OnToolsChanged: s.follow,
	}.withDefaults()
	if o.EnableMCP != nil && !*o.EnableMCP {
		return s
	}
	s.loaded = Load(ctx, s.load)
	s.report(s.loaded.Errors)
	s.exportExaKey()
	s.register()
	return s
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
func (s *Session) exportExaKey() {
	keys, env, set := s.loaded.ExaKeys, s.options.Env, s.options.Setenv
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

// Manager runs the servers of the session, the very one that the loader returned
// (OMP-LC-07); nil if MCP is switched off. Whoever wants servers to end with the
// session calls its StopAll (OMP-LC-116).
func (s *Session) Manager() *manager.Manager { return s.loaded.Manager }

// Loaded is what the loader returned when the session started; the zero value if
// MCP is switched off. It is read-only.
func (s *Session) Loaded() Loaded { return s.loaded }

// Close ends the session: it follows its servers no longer, and they are left
// running (OMP-LC-116). Further calls are no-ops.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
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

// rebind replaces the tools of MCP. The view is read while nobody else replaces
// them, so that of two changes at once the newer wins.
func (s *Session) rebind(view func() []toolbridge.Tool) {
	s.mu.Lock()
	s.tools = merge(withoutMCP(s.tools), s.wrap(view()))
	n, active := len(s.tools), names(s.active())
	s.mu.Unlock()
	s.load.emit(event.Event{Kind: event.SessionRefreshed, N: n, Text: strings.Join(active, " ")})
}
