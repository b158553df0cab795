package agents

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
)

// reason is why a round of connects ends early, the weakest first: of several, the
// strongest is what the caller hears of (S-OAI-03).
type reason int

const (
	nothing   reason = iota // connected, or a failure that is only recorded
	quiet                   // the caller has gone, and does not want to hear of it
	ordinary                // a server failed, and the policy is strict
	fatal                   // a server failed fatally
	cancelled               // the caller has gone, or a server cancelled its connect
)

// round is what came of connecting several servers.
type round struct {
	connected []*Server // by this round, in configured order
	end       error     // nil, or why the round has failed
	why       reason    // of end
	gone      bool      // the caller has
}

// broken reports whether what the round has connected must not stay, even if the
// round was a reconnect.
func (r round) broken() bool { return r.gone || r.why > ordinary }

// connect connects servers, one after the other or side by side, and records the
// outcome in configured order, whatever the order was in which they completed. One
// after the other it stops where it has failed (S-OAI-02).
func (m *Manager) connect(ctx context.Context, targets []*Server) round {
	var errs []error
	if m.policy.Parallel {
		errs = m.connectParallel(ctx, targets)
	} else {
		errs = m.connectSequential(ctx, targets)
	}
	var r round
	for i, err := range errs {
		m.record(targets[i], err)
		if err == nil {
			r.connected = append(r.connected, targets[i])
		}
		r.gone = r.gone || isCallers(err)
		if why := m.judge(err); why > r.why { // of several equal ones the first counts (D-O8)
			r.end, r.why = err, why
		}
	}
	return r
}

// judge says what one outcome does to its round.
func (m *Manager) judge(err error) reason {
	switch suppressed := m.policy.SuppressCancelled; {
	case isFatal(err):
		return fatal
	case isCallers(err) && suppressed:
		return quiet
	case errors.Is(err, context.Canceled):
		if !suppressed {
			return cancelled
		}
	case err != nil && m.policy.Strict:
		return ordinary
	}
	return nothing
}

// connectSequential connects on the caller's goroutine (OAI-06).
func (m *Manager) connectSequential(ctx context.Context, targets []*Server) []error {
	var errs []error
	for _, s := range targets {
		err := s.connect(ctx, ownerOf(ctx, callerToken), m.policy.ConnectTimeout)
		errs = append(errs, err)
		if m.judge(err) != nothing {
			break
		}
	}
	return errs
}

// connectParallel has each server's worker connect it (OAI-07). The worker of a
// server that could not be connected owns nothing and ends.
func (m *Manager) connectParallel(ctx context.Context, targets []*Server) []error {
	errs := make([]error, len(targets))
	done := make([]<-chan struct{}, len(targets))
	owners := make([]*worker, len(targets))
	for i, s := range targets {
		w := m.startWorker(ctx, s)
		owners[i] = w
		done[i] = w.do(func() { errs[i] = s.connect(ctx, w.token, m.policy.ConnectTimeout) })
	}
	for i, s := range targets {
		<-done[i]
		if errs[i] != nil {
			m.stopWorker(s, owners[i])
		}
	}
	return errs
}

// record keeps the outcome of one server. That its caller went away says nothing
// about a server.
func (m *Manager) record(s *Server, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil {
		delete(m.failed, s)
		delete(m.errors, s)
		return
	}
	if !isCallers(err) {
		m.failed[s] = true
		m.errors[s] = err
	}
}

// startWorker returns the worker of a server, a new one if there is none.
func (m *Manager) startWorker(ctx context.Context, s *Server) *worker {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.workers[s]; w != nil {
		return w
	}
	m.started[s]++
	w := &worker{
		token: s.Name() + "/worker-" + strconv.Itoa(m.started[s]),
		tasks: make(chan func()), ended: make(chan struct{}),
	}
	m.workers[s] = w
	begin := func() {
		clock.Yield(clock.Named(m.clk, w.token))
		m.facts.Emit(w.token, event.Event{Kind: event.OwnerStart, Server: s.Name()})
	}
	go clock.Run(func() { w.run(begin) })
	return w
}

// stopWorker ends the worker of a server.
func (m *Manager) stopWorker(s *Server, w *worker) {
	m.mu.Lock()
	delete(m.workers, s)
	m.mu.Unlock()
	w.stop()
	m.facts.Emit(w.token, event.Event{Kind: event.OwnerEnd, Server: s.Name()})
}

func (m *Manager) workerOf(s *Server) *worker {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.workers[s]
}

// forget clears what is known about failures.
func (m *Manager) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.failed)
	clear(m.errors)
}

// refresh makes the servers active that the policy wants, after they were tried.
func (m *Manager) refresh(ctx context.Context) []*Server {
	active := slices.Clone(m.servers)
	if m.policy.DropFailed {
		active = m.Connected()
	}
	return m.show(ctx, active)
}

// show makes servers the active ones.
func (m *Manager) show(ctx context.Context, active []*Server) []*Server {
	m.mu.Lock()
	m.active = active
	m.mu.Unlock()
	names := "active=" + joined(active) + " failed=" + joined(m.Failed())
	m.facts.Emit(ownerOf(ctx, callerToken), event.Event{Kind: event.ViewsChanged, N: len(active), Text: names})
	return slices.Clone(active)
}
