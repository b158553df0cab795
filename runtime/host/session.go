package host

import (
	"context"
	"fmt"
	"os"

	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// NewSession starts a session whose servers are connected by this package. What
// o says about clock, events and making a manager is ignored: policy and seams
// say it. A cache, a credential store or an environment that o leaves open is that
// of the seams; the discovery is [DiscoverFiles] then. The error is about the seams, never about a server. Servers end
// with the StopAll of the session's manager, not with the session (OMP-LC-116).
func NewSession(ctx context.Context, p Policy, s Seams, o session.Options) (*session.Session, error) {
	if o.Setenv == nil && s.Env == nil && o.Env == nil {
		o.Setenv = os.Setenv
	}
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	if o.Env == nil {
		o.Env = s.Env
	}
	o.Wiring = s.wire(p, o.Wiring)
	return session.New(ctx, o), nil
}

// DiscoverMCPServers is the loader for programs without a session: it discovers
// and connects servers and returns what the loader of a session returns
// (OMP-LC-118). Options, policy and seams go together as for [NewSession]. The
// result's manager runs the servers and belongs to the caller.
func DiscoverMCPServers(ctx context.Context, p Policy, s Seams, o session.LoadOptions) (session.Loaded, error) {
	s, err := s.complete()
	if err != nil {
		return session.Loaded{}, err
	}
	o.Wiring = s.wire(p, o.Wiring)
	return session.Load(ctx, o), nil
}

// wire completes the wiring of a session; s is complete.
func (s Seams) wire(p Policy, w session.Wiring) session.Wiring {
	w.Clock, w.Events, w.NewManager = s.Clock, s.Events, s.managers(p)
	if w.Discover == nil {
		w.Discover = session.DiscoverFunc(s.discover)
	}
	if w.Cache == nil {
		w.Cache = s.Cache
	}
	if w.Auth == nil {
		w.Auth = s.Credentials
	}
	return w
}

// discover looks at the configuration files of the user and of the project.
func (s Seams) discover(ctx context.Context, o session.DiscoverOptions) (session.Discovered, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return session.Discovered{}, fmt.Errorf("finding the home directory: %w", err)
	}
	return DiscoverFiles(discovery.Options{Home: home, Dir: s.Dir, Env: s.Env}).Discover(ctx, o)
}

// DiscoverFiles makes a session discover its servers in configuration files, like
// a session that is given no other discovery, but with these files, directories
// and environment. Which levels and filters count is up to the session.
func DiscoverFiles(files discovery.Options) session.Discoverer {
	return session.DiscoverFunc(func(ctx context.Context, o session.DiscoverOptions) (session.Discovered, error) {
		look := files
		look.EnableProjectConfig, look.FilterExa, look.FilterBrowser = o.EnableProjectConfig, o.FilterExa, o.FilterBrowser
		found, err := discovery.Load(ctx, look)
		if err != nil {
			return session.Discovered{}, err
		}
		return session.Discovered{Configs: found.Configs, ExaKeys: found.ExaKeys, Problems: found.Problems}, nil
	})
}

// managers makes the managers of a loader; s is complete.
func (s Seams) managers(p Policy) func(session.ManagerOptions) *manager.Manager {
	return func(o session.ManagerOptions) *manager.Manager {
		s, own := s, s.OnToolsChanged
		s.Cache, s.Credentials = o.Cache, o.Auth
		s.OnToolsChanged = func() {
			o.OnToolsChanged()
			if own != nil {
				own()
			}
		}
		return newManager(p, s)
	}
}
