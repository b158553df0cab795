package agents

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
)

// Options are what a manager works with. Only Clock must be set.
type Options struct {
	Servers []*Server // in configured order, each once (A-O11)
	Policy  Policy
	Clock   clock.Clock
	Events  event.Sink // nil: discarded
}

// Manager runs the life cycle of servers. Its methods may be called from any
// goroutine; those that connect or clean up wait for each other (D-O9). Servers may
// be used by others, but only the manager should connect them.
type Manager struct {
	servers   []*Server
	policy    Policy
	clk       clock.Clock
	facts     facts.Emitter
	lifecycle lock

	mu      sync.Mutex // guards the views; lifecycle must be held to change them
	failed  map[*Server]bool
	errors  map[*Server]error
	active  []*Server
	workers map[*Server]*worker
	started map[*Server]int // workers so far
}

// New returns a manager none of whose servers has been tried. It fails if the policy
// makes no sense.
func New(o Options) (*Manager, error) {
	if err := o.Policy.validate(); err != nil {
		return nil, err
	}
	return &Manager{
		servers: slices.Clone(o.Servers), policy: o.Policy, clk: o.Clock, facts: facts.To(o.Events, o.Clock), lifecycle: newLock(),
		failed: map[*Server]bool{}, errors: map[*Server]error{},
		workers: map[*Server]*worker{}, started: map[*Server]int{},
	}, nil
}

// ConnectAll connects all servers that are not connected and returns those that are
// active then. What an earlier call found out about failures is forgotten.
//
// It fails when a policy or a *[FatalError] wants it to; then what it had connected
// is closed, servers that were connected before stay so and are active (OAI-22 to
// 24), and failed servers and errors are those of this call (A-O10). When ctx ends
// that happens, too; it is an error only if cancellations are not suppressed.
func (m *Manager) ConnectAll(ctx context.Context) ([]*Server, error) {
	if cause := m.lifecycle.take(ctx); cause != nil {
		return m.interrupted(cause)
	}
	defer m.lifecycle.release()
	before, active := m.Connected(), m.Active()
	m.forget()
	targets := slices.DeleteFunc(slices.Clone(m.servers), func(s *Server) bool { return slices.Contains(before, s) })
	r := m.connect(ctx, targets)
	if r.end == nil {
		return m.refresh(ctx), nil
	}
	err := m.undo(ctx, r)
	if m.policy.DropFailed {
		active = before
	}
	m.show(ctx, active)
	return m.result(err)
}

// Reconnect tries servers again and returns those that are active then: those that
// have failed, each once, without touching others (OAI-25 to 27); or all of them,
// after a cleanup of all (OAI-29). What was connected stays when a strict
// reconnect fails; when it is cancelled or fails fatally, it is closed.
func (m *Manager) Reconnect(ctx context.Context, failedOnly bool) ([]*Server, error) {
	if cause := m.lifecycle.take(ctx); cause != nil {
		return m.interrupted(cause)
	}
	defer m.lifecycle.release()
	targets := m.Failed()
	if !failedOnly {
		targets = m.servers
		if err := m.cleanup(ctx, targets); err != nil {
			m.refresh(ctx)
			return nil, err
		}
		m.forget()
	}
	r := m.connect(ctx, targets)
	err := r.end
	if r.broken() {
		err = m.undo(ctx, r)
	}
	m.refresh(ctx)
	return m.result(err)
}

// CleanupAll closes all servers in reverse configured order, whether or not one of
// them fails to (OAI-10, OAI-11); such failures are in Errors afterwards. It goes on
// when ctx ends. It fails only with a *[FatalError], or, if cancellations are not
// suppressed, because ctx has ended. Doing it again is harmless (OAI-35).
func (m *Manager) CleanupAll(ctx context.Context) error {
	m.lifecycle.hold()
	defer m.lifecycle.release()
	err := m.cleanup(ctx, m.servers)
	m.show(ctx, m.Connected())
	if cause := context.Cause(ctx); err == nil && cause != nil && !m.policy.SuppressCancelled {
		err = cause
	}
	return err
}

// result is what a caller gets: a cancellation that is suppressed is no error.
func (m *Manager) result(err error) ([]*Server, error) {
	if e, ok := errors.AsType[*CancelledError](err); ok && !isFatal(err) {
		return m.interrupted(e.Cause)
	}
	if err != nil {
		return nil, err
	}
	return m.Active(), nil
}

// interrupted is what a caller whose context has ended gets (A-O9).
func (m *Manager) interrupted(cause error) ([]*Server, error) {
	if m.policy.SuppressCancelled {
		return m.Active(), nil
	}
	return nil, cause
}

// undo closes what one round has connected, in reverse configured order. It returns
// why the round has failed, and what was fatal about closing.
func (m *Manager) undo(ctx context.Context, r round) error {
	if err := m.cleanup(ctx, r.connected); err != nil {
		return errors.Join(r.end, err)
	}
	return r.end
}

// cleanup closes servers in reverse order and records what goes wrong. It returns the
// first fatal failure, after all have been closed.
func (m *Manager) cleanup(ctx context.Context, servers []*Server) error {
	var fatal error
	for _, s := range slices.Backward(servers) {
		err := m.cleanupOne(ctx, s)
		if err == nil {
			continue
		}
		m.mu.Lock()
		m.errors[s] = err
		m.mu.Unlock()
		if isFatal(err) && fatal == nil {
			fatal = err
		}
	}
	return fatal
}

// cleanupOne has the owner of a server close it: its worker, which ends with that,
// or the caller.
func (m *Manager) cleanupOne(ctx context.Context, s *Server) (err error) {
	limit := m.policy.CleanupTimeout
	w := m.workerOf(s)
	if w == nil {
		return s.cleanup(ctx, ownerOf(ctx, callerToken), limit)
	}
	<-w.do(func() { err = s.cleanup(ctx, w.token, limit) })
	m.stopWorker(s, w)
	return err
}
