package host

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// Session is a session of a coding agent: it finds its servers in configuration files
// and keeps a registry of tools, the program's own and theirs. Its methods may be
// called from any goroutine.
type Session struct {
	run  *session.Session
	host *Host // nil if MCP is switched off
}

// NewSession wires a session. It reads and starts nothing. Without o.Discover it looks
// at the files of the user and of the project, see [DiscoverFiles]. The error is about
// env.
func NewSession(p Policy, env Env, o SessionOptions) (*Session, error) {
	if o.Setenv == nil && env.LookupEnv == nil {
		o.Setenv = os.Setenv
	}
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	if o.Discover == nil {
		o.Discover = session.DiscoverFunc(env.discover)
	}
	run := session.New(o, session.Wiring{
		NewManager: env.managers(p), LookupEnv: env.LookupEnv, Clock: env.Clock, Events: env.Events,
	})
	s := &Session{run: run}
	if m := run.Manager(); m != nil {
		s.host = &Host{servers{m}, env}
	}
	return s, nil
}

// Start discovers and connects the servers, once; further calls are no-ops. It returns
// like [Host.Start] and fails for no server's sake, see [Session.Loaded]. Ending ctx
// ends the discovery and the wait for servers.
func (s *Session) Start(ctx context.Context) { s.run.Start(ctx) }

// Loaded is what Start has found; the zero value before it returns and if MCP is
// switched off. It is shared and read-only.
func (s *Session) Loaded() Loaded { return s.run.Loaded() }

// Host runs the servers of the session; nil if MCP is switched off.
func (s *Session) Host() *Host { return s.host }

// Tools is the registry: the program's own tools in their order, then those of servers
// sorted by name. The result belongs to the caller.
func (s *Session) Tools() []SessionTool { return s.run.Tools() }

// Active is the part of the registry that can be called, in the same order. A tool is
// active from its first appearance until it is deselected.
func (s *Session) Active() []SessionTool { return s.run.Active() }

// Select makes exactly the named tools of the registry active. Tools that appear for the
// first time later are active.
func (s *Session) Select(names []string) { s.run.Select(names) }

// Call calls an active tool like [Host.Call]. A tool that is not active is an
// [*UnknownToolError].
func (s *Session) Call(ctx context.Context, name string, arguments json.RawMessage) (Output, error) {
	return s.run.Call(ctx, name, arguments)
}

// Refresh replaces the tools of servers in the registry by the given ones.
func (s *Session) Refresh(tools []Tool) { s.run.RefreshMCPTools(tools) }

// Reload disconnects every server, discovers and connects anew, and refreshes the
// registry once. One reload runs at a time. The error is [ErrDisabled], [ErrEnded] or
// the cause of a ctx that ended before the turn; ending it later ends the wait for servers.
func (s *Session) Reload(ctx context.Context) (Loaded, error) { return s.run.Reload(ctx) }

// Reconnect reconnects one server like [Host.Reconnect]. Further errors are
// [ErrDisabled] and [ErrNameRequired].
func (s *Session) Reconnect(ctx context.Context, server string) error {
	return s.run.Reconnect(ctx, server)
}

// WaitFor waits for the connection of one server, for 10 s at most, and refreshes the
// registry if there is one then. Otherwise the error is [ErrStillPending],
// [ErrDisabled], a [*NotConnectedError] or the cause of ctx.
func (s *Session) WaitFor(ctx context.Context, server string) error {
	return s.run.WaitFor(ctx, server)
}

// Remove takes a server out of the configuration and disconnects it. If the
// configuration cannot be changed, nothing is.
func (s *Session) Remove(ctx context.Context, server string) error {
	return s.run.Remove(ctx, server)
}

// Disable switches a server off in the configuration and disconnects it. If the
// configuration cannot be changed, nothing is.
func (s *Session) Disable(ctx context.Context, server string) error {
	return s.run.Disable(ctx, server)
}

// End ends the session alone: its registry changes no more, and its servers run on
// until Close, or until the program closes Host (OMP-LC-116). Start and Reload are as
// after Close.
func (s *Session) End() { s.run.Close() }

// Close ends the session and its servers, and waits until nothing of them is left. After
// that Start does nothing and Reload fails with [ErrEnded]; further calls are no-ops.
func (s *Session) Close() {
	s.run.Close()
	if s.host != nil {
		s.host.m.End()
	}
}

// Load discovers servers and starts them, for programs without a session: it returns
// what [Session.Loaded] does (OMP-LC-118). discover may be nil, see [NewSession].
func (h *Host) Load(ctx context.Context, discover SessionDiscoverer, o DiscoveryFilter) Loaded {
	if discover == nil {
		discover = session.DiscoverFunc(h.env.discover)
	}
	loader := session.Loader{
		DiscoverOptions: o, Discover: discover, Manager: h.m, Clock: h.env.Clock, Events: h.env.Events,
	}
	return loader.Load(ctx)
}

// discover looks at the configuration files of the user and of the project.
func (env Env) discover(ctx context.Context, o DiscoveryFilter) (Discovered, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return Discovered{}, fmt.Errorf("finding the home directory: %w", err)
	}
	return DiscoverFiles(discovery.Options{Home: home, Dir: env.Dir, Env: env.LookupEnv}, nil).Discover(ctx, o)
}

// DiscoverFiles makes a session discover its servers in configuration files, with these
// files, directories and environment. Which levels and filters count is up to the
// session. Files are read anew each time. What was left out and what is wrong with the
// files goes to report too, which may be nil.
func DiscoverFiles(files DiscoveryOptions, report func(*DiscoveryResult)) SessionDiscoverer {
	return session.DiscoverFunc(func(ctx context.Context, o DiscoveryFilter) (Discovered, error) {
		look := files
		look.EnableProjectConfig, look.FilterExa, look.FilterBrowser = o.EnableProjectConfig, o.FilterExa, o.FilterBrowser
		found, err := DiscoverConfigs(ctx, look)
		if err != nil {
			return Discovered{}, err
		}
		if report != nil {
			report(found)
		}
		return Discovered{Configs: found.Configs, ExaKeys: found.ExaKeys, Problems: found.Problems}, nil
	})
}

// managers makes the managers of sessions, with cache and credentials as they are
// (OMP-LC-04); env is complete.
func (env Env) managers(p Policy) func(onToolsChanged func()) *manager.Manager {
	return func(onToolsChanged func()) *manager.Manager {
		env, own := env, env.OnToolsChanged
		env.OnToolsChanged = func() {
			onToolsChanged()
			if own != nil {
				own()
			}
		}
		return newManager(p, env)
	}
}
