package host

import (
	"context"
	"os"

	"github.com/mcpsim/mcpsim/runtime/manager"
	"github.com/mcpsim/mcpsim/runtime/session"
)

// NewSession starts a session whose servers are connected by this package. What
// o says about clock, events and making a manager is ignored: policy and seams
// say it. A cache, a credential store or an environment that o leaves open is that
// of the seams. The error is about the seams, never about a server. Servers end
// with the StopAll of the session's manager, not with the session (OMP-LC-116).
func NewSession(ctx context.Context, p Policy, s Seams, o session.Options) (*session.Session, error) {
	export := s.Env == nil
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	o.Clock, o.Events, o.NewManager = s.Clock, s.Events, s.managers(p)
	if o.Cache == nil {
		o.Cache = s.Cache
	}
	if o.Auth == nil {
		o.Auth = s.Credentials
	}
	if o.Env == nil {
		o.Env = s.Env
	}
	if o.Setenv == nil && export {
		o.Setenv = os.Setenv
	}
	return session.New(ctx, o), nil
}

// DiscoverMCPServers is the loader for programs without a session: it discovers
// and connects servers and returns what the loader of a session returns
// (OMP-LC-118). Options and seams go together as for [NewSession]. The result's
// manager runs the servers and belongs to the caller.
func DiscoverMCPServers(ctx context.Context, p Policy, s Seams, o session.LoadOptions) (session.Loaded, error) {
	s, err := s.complete()
	if err != nil {
		return session.Loaded{}, err
	}
	o.Clock, o.Events, o.NewManager = s.Clock, s.Events, s.managers(p)
	if o.Cache == nil {
		o.Cache = s.Cache
	}
	if o.Auth == nil {
		o.Auth = s.Credentials
	}
	return session.Load(ctx, o), nil
}

// managers makes the managers of a loader. s is complete.
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
