// Package conn is one connection to one MCP server: the handshake in its
// documented order, the requests a host makes afterwards, and the answers to
// what the server asks. It uses a transport it is given, lives once and never
// reconnects; that is package manager's work.
package conn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/era"
	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
	"github.com/mcpsim/mcpsim/runtime/internal/freshness"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Options describe one connection. Server, Transport and Clock must be set.
type Options struct {
	Server    string
	Transport transport.Transport
	Clock     clock.Clock
	// Timeout bounds the whole handshake; 0 means no deadline (OMP-LC-57).
	Timeout time.Duration
	// Client is what the server is told about the host.
	Client protocol.Implementation
	// Era is which generation of the protocol is spoken: legacy, modern, or unknown to
	// find out. Empty is legacy.
	Era protocol.Era
	// OnVerdict is told what came of each server/discover in this revision.
	OnVerdict func(protocol.Revision, era.Verdict)
	// Remote says that the transport is HTTP, where silence means an outage.
	Remote bool
	// Revision is the legacy revision that is offered.
	Revision protocol.Revision
	// Fresh keeps what a modern server allows to be used again; nil: nothing is kept.
	Fresh *freshness.View
	// Roots are the answer to roots/list (OMP-TP-06).
	Roots []protocol.Root
	// Elicit answers elicitation/create in form mode; nil: that is not offered. It may wait
	// for a user, until ctx ends; several questions may wait at once.
	Elicit func(context.Context, protocol.ElicitParams) (protocol.ElicitResult, error)
	// Tasks is how long a task is followed that answers a call; 0 = the extension is not
	// declared, and such an answer is refused.
	Tasks time.Duration
	// TaskUpdates listens to a task that goes on, besides asking how it stands.
	TaskUpdates bool
	// ListenAfterInitialized opens the background stream after
	// notifications/initialized instead of before it (D-02).
	ListenAfterInitialized bool
	// Lists bounds what a server may list; the zero value stands for the defaults.
	Lists Limits

	OnHandshake    func() // initialize is about to be sent
	OnNotification func(method string, params []byte)
	OnError        func(error)
	OnDropped      func(transport.Dropped)
	OnWarning      func(error) // the server did something odd that was survived
	// Veil hides in an error what nobody may read; nil: nothing.
	Veil func(error) error
}

// Conn is an open connection. Its methods may be called from any goroutine.
type Conn struct {
	name      string // of the server
	clk       clock.Clock
	limits    Limits
	transport transport.Transport
	server    protocol.InitializeResult
	answers   answers
	fresh     *freshness.View
	stamp     *stamp // of modern requests; nil: the server is a legacy one
	remote    bool   // it is reached over HTTP
	taskTime  time.Duration

	taskUpdates bool
	plans       plans
	listening   atomic.Pointer[listening] // of a modern connection
	onWarning   func(error)
	veil        func(error) error
	closed      chan struct{}
	closeOnce   sync.Once
}

// TimeoutError says that the handshake took too long.
type TimeoutError struct {
	Server string
	After  time.Duration
}

// Error is the documented text (F-16).
func (e *TimeoutError) Error() string {
	return fmt.Sprintf("Connection to MCP server %q timed out after %dms", e.Server, e.After.Milliseconds())
}

// Is makes the error match context.DeadlineExceeded.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// Open connects the transport and performs the handshake: initialize, then the
// background stream if the transport has one, then notifications/initialized
// (OMP-LC-50 to 53, OMP-TP-01, 02). A failed handshake closes the transport
// before Open returns (OMP-LC-58).
func Open(ctx context.Context, o Options) (*Conn, error) {
	c := &Conn{
		name: o.Server, clk: o.Clock, limits: o.Lists.within(o.Timeout),
		transport: o.Transport, onWarning: o.OnWarning, closed: make(chan struct{}), remote: o.Remote,
		fresh: o.Fresh, taskTime: o.Tasks, taskUpdates: o.TaskUpdates,
		veil:    o.Veil,
		answers: answers{o.Roots, forms{elicit: o.Elicit, clk: o.Clock, server: o.Server}},
	}
	if o.Era == "" {
		o.Era = protocol.EraLegacy
	}
	o.Transport.SetCallbacks(c.callbacks(o))
	begin := o.Clock.Now()
	bounded, cancel := clock.WithTimeout(ctx, clock.Named(o.Clock, o.Server+"/handshake"), o.Timeout)
	defer cancel()
	err := c.open(bounded, o)
	if err == nil {
		return c, nil
	}
	// The deadline and the timer of initialize may expire at the same instant:
	// the deadline wins, whatever the order of timers.
	expired := o.Timeout > 0 && o.Clock.Since(begin) >= o.Timeout
	if expired && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = &TimeoutError{Server: o.Server, After: o.Timeout}
	}
	_ = c.Close()
	return nil, c.veiled(err)
}

func (c *Conn) handshake(ctx context.Context, o Options) error {
	if o.OnHandshake != nil {
		o.OnHandshake()
	}
	raw, err := c.transport.Request(ctx, protocol.MethodInitialize, protocol.InitializeParams{
		ProtocolVersion: o.Revision,
		Capabilities:    o.capabilities(),
		ClientInfo:      o.Client,
	})
	if err != nil {
		return err
	}
	if c.server, err = protocol.Read[protocol.InitializeResult](raw); err != nil {
		return fmt.Errorf("reading the initialize result: %w", excerpt.Error(err))
	}
	shorten(&c.server)
	v, ok := c.transport.(transport.Versioned)
	if ok && c.server.ProtocolVersion.HasVersionHeader() {
		v.SetProtocolVersion(string(c.server.ProtocolVersion))
	}
	return c.announce(ctx, o)
}

// shorten keeps of what a server says about itself what people read (D-28).
func shorten(s *protocol.InitializeResult) {
	s.ProtocolVersion = protocol.Revision(excerpt.To(string(s.ProtocolVersion), excerpt.Word))
	for _, text := range []*string{&s.ServerInfo.Name, &s.ServerInfo.Title, &s.ServerInfo.Version} {
		*text = excerpt.To(*text, excerpt.Word)
	}
	s.Instructions = excerpt.To(s.Instructions, excerpt.Kept)
	if len(s.Meta) > excerpt.Kept {
		s.Meta = nil
	}
}

// capabilities are what the server is told that it may ask for.
func (o Options) capabilities() protocol.ClientCapabilities {
	c := protocol.ClientCapabilities{Roots: &protocol.RootsCapability{}}
	if o.Elicit != nil && o.Revision.HasElicitation() {
		c.Elicitation = json.RawMessage("{}")
	}
	return c
}

// announce opens the background stream and sends notifications/initialized in
// the configured order.
func (c *Conn) announce(ctx context.Context, o Options) error {
	listener, _ := c.transport.(transport.Listener)
	if listener != nil && !o.ListenAfterInitialized {
		listener.Listen(ctx)
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	// Notify takes no context: closing the transport is what ends it early. Open
	// closes it again and so waits for that.
	stop := context.AfterFunc(ctx, func() { _ = c.transport.Close() })
	err := c.transport.Notify(protocol.NotifyInitialized, nil)
	if !stop() {
		return context.Cause(ctx)
	}
	if err == nil && listener != nil && o.ListenAfterInitialized {
		listener.Listen(ctx)
	}
	return err
}

// callbacks are in place for the handshake itself (OMP-LC-42).
func (c *Conn) callbacks(o Options) transport.Callbacks {
	notify := c.telling(o.OnNotification) // closures keep what they name, and no more
	return transport.Callbacks{
		OnNotification: func(method string, params json.RawMessage) {
			c.answers.hear(method, params)
			if l := c.listening.Load(); l != nil && !l.hear(method, params) {
				return
			}
			if notify != nil {
				notify(method, params)
			}
		},
		OnRequest: c.answers.request,
		OnError:   o.OnError,
		OnDropped: o.OnDropped,
		OnWarning: o.OnWarning,
		OnClose:   c.lost,
	}
}

// Server is what the server said about itself.
func (c *Conn) Server() protocol.InitializeResult { return c.server }

// Era is the generation of the protocol that is spoken; unknown on a nil connection.
func (c *Conn) Era() protocol.Era {
	switch {
	case c == nil:
		return protocol.EraUnknown
	case c.stamp != nil:
		return protocol.EraModern
	}
	return protocol.EraLegacy
}

// SessionID is what the server calls the session; empty if it has no name, or the
// connection has been closed.
func (c *Conn) SessionID() string {
	if s, ok := c.transport.(transport.Sessioned); ok {
		return s.SessionID()
	}
	return ""
}

// Closed is closed when the transport has ended, by itself or by Close, and
// before any request fails for that reason.
func (c *Conn) Closed() <-chan struct{} { return c.closed }

func (c *Conn) lost() {
	c.closeOnce.Do(func() {
		close(c.closed)
		c.answers.close()
	})
}

// request sends a request. A transport that ends fails its requests first and
// calls OnClose when the last piece of it is gone; a caller that sees the failure must
// not find the connection open.
func (c *Conn) request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	return c.requestWith(ctx, method, params, nil)
}

// requestWith is request with headers of a modern call.
func (c *Conn) requestWith(ctx context.Context, method string, params any, headers map[string]string) (json.RawMessage, error) {
	raw, err := c.send(ctx, method, params, headers)
	if errors.Is(err, transport.ErrClosed) || errors.Is(err, transport.ErrNotConnected) {
		c.lost()
	}
	return raw, c.veiled(err)
}

// veiled is an error as whoever asked gets it.
func (c *Conn) veiled(err error) error {
	if err == nil || c.veil == nil {
		return err
	}
	return c.veil(err)
}

// send sends a request in the era of the connection.
func (c *Conn) send(ctx context.Context, method string, params any, headers map[string]string) (json.RawMessage, error) {
	if c.stamp == nil {
		return c.transport.Request(ctx, method, params)
	}
	return c.rounds(ctx, method, params, headers)
}

// Close ends the connection and waits for its end.
func (c *Conn) Close() error {
	if l := c.listening.Load(); l != nil {
		l.close()
	}
	return c.transport.Close()
}

// CallTool calls a tool by its original name and returns the raw result. A
// result with isError is a successful call.
func (c *Conn) CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error) {
	params := protocol.CallToolParams{Name: name, Arguments: arguments}
	if c.stamp == nil {
		return c.request(ctx, protocol.MethodCallTool, params)
	}
	raw, err := c.callModern(ctx, params)
	if e, ok := errors.AsType[*transport.Error](err); ok && e.Code == jsonrpc.CodeInvalidParams {
		c.fresh.Drop(protocol.MethodListTools, nil) // it may know the tool no more, or by other arguments
	}
	return raw, err
}

func (c *Conn) warn(err error) {
	if c.onWarning != nil {
		c.onWarning(err)
	}
}
