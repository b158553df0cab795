package host

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
)

// NewPool makes a pool with the limits of a policy, for [WorkspaceOptions]. Its
// connections report to the events of this env and to no workspace's. It belongs to the
// program, which closes it after the workspaces. The error is about env.
func NewPool(p WorkspacePolicy, env Env) (*Pool, error) {
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	return newPool(p, env), nil
}

// newPool makes a pool; env is complete.
func newPool(p WorkspacePolicy, env Env) *Pool {
	c, end := newConnector(p.ConnPolicy, env)
	return pool.New(pool.Options{
		Connector: inner{c}, OnClosed: end, Dir: env.Dir, Clock: env.Clock, Events: env.Events, Limits: p.Settings.Pool,
	})
}

// poolOf is the pool that a workspace uses, nil if it shares nothing. own is the
// one that it has to close; env is complete.
func poolOf(p WorkspacePolicy, env Env, given *Pool) (shared, own *Pool, err error) {
	switch {
	case p.Settings.Pool == pool.Limits{} && given != nil:
		return nil, nil, errors.New("a pool is given, and the policy shares no connections: use QwenCodePool or set Settings.Pool")
	case p.Settings.Pool == pool.Limits{}:
		return nil, nil, nil
	case given == nil:
		own = newPool(p, env)
		return own, own, nil
	case given.Dir() != env.Dir:
		return nil, nil, fmt.Errorf("the pool of %s cannot be used in %s: servers run in the directory of their pool", given.Dir(), env.Dir)
	}
	return given, nil, nil
}

// through lets a connector take what can be shared from a pool, if there is one.
func through(p *Pool, env Env) func(connect.Connector) connect.Connector {
	if p == nil {
		return func(own connect.Connector) connect.Connector { return own }
	}
	return func(own connect.Connector) connect.Connector { return p.Session(env.Clock, own) }
}
