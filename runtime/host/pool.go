package host

import (
	"context"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
)

// Pool is what the workspaces of one directory share in one process: connections to
// stdio and WebSocket servers (S-QWEN-32). It belongs to whoever made it, who closes
// it after the workspaces.
type Pool struct {
	*pool.Pool
	dir    string
	tokens interface{ Close() }
}

// NewPool makes a pool with the limits of a policy. Its connections report to the
// events of these seams and to no workspace's.
func NewPool(p Policy, s Seams) (*Pool, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	return newPool(p, s), nil
}

// newPool makes a pool; s is complete.
func newPool(p Policy, s Seams) *Pool {
	c := newConnector(p, s)
	open := func(ctx context.Context, server config.Server, life manager.Life) (pool.Conn, error) {
		opened, err := c.open(ctx, server, life)
		if err != nil {
			return nil, err // not a nil *conn.Conn in an interface
		}
		return opened, nil
	}
	shared := pool.New(pool.Options{Open: open, Clock: s.Clock, Events: s.Events, Limits: p.Workspace.Pool})
	return &Pool{Pool: shared, dir: s.Dir, tokens: c.tokens}
}

// Close closes all connections and waits until nothing is left.
func (p *Pool) Close() {
	p.Pool.Close()
	p.tokens.Close()
}

// poolOf is the pool that a workspace uses, nil if it shares nothing. own is the
// one that it has to close; s is complete.
func (o WorkspaceOptions) poolOf(p Policy, s Seams) (shared, own *Pool, err error) {
	switch {
	case p.Workspace.Pool == pool.Limits{}:
		return nil, nil, nil
	case o.Pool == nil:
		own = newPool(p, s)
		return own, own, nil
	case o.Pool.dir != s.Dir:
		return nil, nil, fmt.Errorf("the pool of %s cannot be used in %s: servers run in the directory of their pool", o.Pool.dir, s.Dir)
	}
	return o.Pool, nil, nil
}

// through lets a connector take what can be shared from the pool.
func (p *Pool) through(s Seams) func(manager.Connector) manager.Connector {
	if p == nil {
		return func(own manager.Connector) manager.Connector { return own }
	}
	return func(own manager.Connector) manager.Connector { return p.Session(s.Clock, own) }
}
