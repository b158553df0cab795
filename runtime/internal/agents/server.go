package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
)

// Settings describe one server. Only Config must be set.
type Settings struct {
	// Config says how to reach the server. Its Name may be empty, see [Server.Name];
	// its filters do not apply, Filter does.
	Config config.Server
	// Retry is the budget of each ListTools and CallTool.
	Retry Retry
	// CacheTools keeps the list of tools until it is invalidated (OAI-62). Off: each
	// listing asks the server.
	CacheTools bool
	Filter     agenttools.Filter
	Approval   agenttools.Approval
	Failure    agenttools.Failure
	// Structured has structured content alone be the output of a tool, where there
	// is some. Off: the content blocks are.
	Structured bool
}

// Env is what servers share. Connector and Clock must be set.
type Env struct {
	Connector connect.Connector
	Clock     clock.Clock
	Events    event.Sink // nil: discarded
	// CloseTimeout bounds the close of an isolated session; 0 is no limit.
	CloseTimeout time.Duration
	// OnNotification receives every notification of a server; nil: discarded.
	OnNotification func(server, method string, params []byte)
}

// Server is one MCP server and what it is connected with. Its methods may be called
// from any goroutine. It can be connected again after each cleanup (OAI-15).
type Server struct {
	name     string
	settings Settings
	env      Env
	facts    facts.Emitter

	lifecycle lock // connect and cleanup, one at a time (S-OAI-15)
	session   lock // requests on the shared session, where they must not overlap
	listing   lock // fetches for the cache

	mu       sync.Mutex
	life     *life // nil while not connected
	epoch    int   // connections begun so far
	requests int   // requests begun so far
	filter   agenttools.Filter
	cache    cache
}

// life is what a server owns from connect to cleanup.
type life struct {
	conn     connect.Conn
	epoch    int
	ctx      context.Context // ends when the cleanup begins
	end      context.CancelCauseFunc
	requests sync.WaitGroup // those that may have a session of their own
}

// NewServer returns a server that is not connected.
func NewServer(s Settings, env Env) *Server {
	s.Config = s.Config.Clone()
	s.Config.Name = nameOf(s.Config)
	return &Server{
		name: s.Config.Name, settings: s, env: env, facts: facts.To(env.Events, env.Clock), filter: s.Filter,
		lifecycle: newLock(), session: newLock(), listing: newLock(),
	}
}

// nameOf is the configured name, or one that says how the server is reached
// (S-OAI-11), without credentials.
func nameOf(c config.Server) string {
	if c.Name != "" {
		return c.Name
	}
	address := c.URL
	if u, err := url.Parse(c.URL); err == nil {
		u.User = nil
		address = u.String()
	}
	switch c.Transport() {
	case config.Stdio:
		return "stdio: " + c.Command
	case config.HTTP:
		return "streamable_http: " + address
	}
	return c.Transport() + ": " + address
}

// Name is the configured name, or "stdio: <command>", "sse: <url>" or
// "streamable_http: <url>".
func (s *Server) Name() string { return s.name }

// Connected reports whether there is a connection and it has not ended by itself.
func (s *Server) Connected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.life != nil && !s.life.lost()
}

func (l *life) lost() bool {
	select {
	case <-l.conn.Closed():
		return true
	default:
		return false
	}
}

// SessionID is what the server calls the session; empty when it gave no name, and
// after a cleanup, however that went (OAI-14).
func (s *Server) SessionID() string {
	s.mu.Lock()
	l := s.life
	s.mu.Unlock()
	if l == nil {
		return ""
	}
	return l.conn.SessionID()
}

// Connect connects the server on the caller's goroutine, without a limit of time
// but that of ctx. A connected server stays as it is (OAI-36); what is left of a
// connection that was lost is closed first. Of a failed connect nothing stays open
// (OAI-02). The error is a *[CancelledError] if ctx ended.
func (s *Server) Connect(ctx context.Context) error {
	return s.connect(ctx, ownerOf(ctx, callerToken), 0)
}

// Cleanup closes the connection on the caller's goroutine. Whatever comes of that,
// the server is not connected afterwards and can be connected again (OAI-14, 15).
// Requests under way end first. It goes on when ctx ends. A server that is not
// connected has nothing to clean up (OAI-35).
func (s *Server) Cleanup(ctx context.Context) error {
	return s.cleanup(ctx, ownerOf(ctx, callerToken), 0)
}

func (s *Server) connect(ctx context.Context, owner string, limit time.Duration) (err error) {
	if cause := s.lifecycle.take(ctx); cause != nil {
		return &CancelledError{s.name, cause}
	}
	defer s.lifecycle.release()
	if s.Connected() {
		return nil
	}
	var epoch int
	s.emit(owner, event.Event{Kind: event.WorkStart, Name: "connect"})
	defer func() { s.workEnd(owner, event.Event{Name: "connect", Conn: epoch}, err) }()
	if l := s.takeLife(); l != nil {
		_ = s.finish(ctx, l, owner, limit) // of a connection that is lost anyway
	}
	bounded, cancel := clock.WithTimeout(ctx, clock.Named(s.env.Clock, owner), limit)
	defer cancel()
	var conn connect.Conn
	conn, epoch, err = s.open(bounded, owner, shared)
	if err == nil && context.Cause(ctx) != nil { // it came too late for the caller
		_ = s.shut(ctx, conn, epoch, owner, shared, limit)
		err = context.Cause(ctx)
	}
	if err != nil {
		return s.connectError(ctx, bounded, limit, err)
	}
	l := &life{conn: conn, epoch: epoch}
	l.ctx, l.end = context.WithCancelCause(context.Background())
	s.mu.Lock()
	s.life = l
	s.mu.Unlock()
	return nil
}

// connectError says why a connect failed. Only the owner's own timer makes a
// timeout; any other end of a context is a cancellation (OAI-09).
func (s *Server) connectError(ctx, bounded context.Context, limit time.Duration, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return &CancelledError{s.name, cause}
	}
	if errors.Is(context.Cause(bounded), clock.ErrTimeout) {
		return &TimeoutError{s.name, "connect", limit}
	}
	if isFatal(err) || errors.Is(err, context.Canceled) {
		return err
	}
	return connectFailure(s.name, err)
}

func (s *Server) cleanup(ctx context.Context, owner string, limit time.Duration) (err error) {
	s.lifecycle.hold()
	defer s.lifecycle.release()
	l := s.takeLife()
	if l == nil {
		return nil
	}
	s.emit(owner, event.Event{Kind: event.WorkStart, Name: "cleanup", Conn: l.epoch})
	defer func() { s.workEnd(owner, event.Event{Name: "cleanup", Conn: l.epoch}, err) }()
	return s.finish(ctx, l, owner, limit)
}

// takeLife clears what can be seen of a connection before anything can fail.
func (s *Server) takeLife() *life {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.life
	s.life = nil
	return l
}

// finish ends the requests of a life, with sessions of their own, then its
// connection.
func (s *Server) finish(ctx context.Context, l *life, owner string, limit time.Duration) error {
	l.end(errCleanedUp)
	l.requests.Wait()
	return s.shut(ctx, l.conn, l.epoch, owner, shared, limit)
}

// open opens a connection of a new epoch.
func (s *Server) open(ctx context.Context, owner string, at where) (connect.Conn, int, error) {
	s.mu.Lock()
	s.epoch++
	epoch := s.epoch
	s.mu.Unlock()
	o := connect.Options{Epoch: epoch, Isolated: at == isolated, OnNotification: s.notified}
	conn, err := s.env.Connector.Connect(ctx, s.settings.Config, o)
	if err != nil {
		return nil, epoch, err
	}
	s.emit(owner, event.Event{Kind: event.SessionOpened, Name: string(at), Conn: epoch})
	return conn, epoch, nil
}

// shut closes a connection within limit, whether or not ctx has ended.
func (s *Server) shut(ctx context.Context, conn connect.Conn, epoch int, owner string, at where, limit time.Duration) error {
	bounded, cancel := clock.WithTimeout(context.WithoutCancel(ctx), clock.Named(s.env.Clock, owner), limit)
	defer cancel()
	err := conn.Close(bounded)
	switch {
	case errors.Is(context.Cause(bounded), clock.ErrTimeout):
		err = &TimeoutError{s.name, "cleanup", limit}
	case err != nil && !isFatal(err):
		err = fmt.Errorf("cleaning up MCP server '%s': %w", s.name, err)
	}
	s.emit(owner, event.Event{Kind: event.SessionClosed, Name: string(at), Conn: epoch, Err: facts.Text(err)})
	return err
}

func (s *Server) notified(method string, params []byte) {
	if f := s.env.OnNotification; f != nil {
		f(s.name, method, params)
	}
}

func (s *Server) emit(owner string, e event.Event) {
	e.Server = s.name
	s.facts.Emit(cmp.Or(owner, s.name), e)
}

// workEnd says how a piece of work ended: an expired timer and a cancellation are
// told apart from other failures.
func (s *Server) workEnd(owner string, e event.Event, err error) {
	e.Kind, e.Err = event.WorkEnd, facts.Text(err)
	timeout, late := errors.AsType[*TimeoutError](err)
	switch {
	case err == nil:
		e.To = "ok"
	case late:
		e.To, e.After = "timeout", timeout.After
	case errors.Is(err, context.Canceled):
		e.To = "cancelled"
	case e.To == "":
		e.To = "failed"
	}
	s.emit(owner, e)
}
