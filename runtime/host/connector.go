package host

import (
	"cmp"
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/streamhttp"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/ws"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// connector opens the connections of a runtime.
type connector struct {
	policy   ConnPolicy
	env      Env
	resolver secrets.Resolver
}

// newConnector makes the connector of a runtime, with what the program wants before
// it. tokens are to be closed once its connections are; env is complete.
func newConnector(p ConnPolicy, env Env) (c Connector, tokens *secrets.Tokens) {
	tokens = secrets.NewTokens(env.Credentials, env.Dial, env.Clock)
	commands := secrets.NewCommands(env.RunCommand, env.Clock)
	return env.Wrap(&connector{
		policy: p, env: env, resolver: secrets.Resolver{Env: env.LookupEnv, Commands: commands, Tokens: tokens},
	}), tokens
}

// Connect resolves the definition anew for every connection, so that rotated
// values are used and none is kept (OMP-LC-29, 30, 41), and performs the
// handshake. Resolving is not covered by the deadline (F-16).
func (c *connector) Connect(ctx context.Context, cfg config.Server, life Life) (Conn, error) {
	link, err := c.link(cfg)
	if err != nil {
		return nil, err
	}
	w := &wires{next: link.Dial}
	link.Dial = w.dial
	watch := &watcher{c, cfg.Name, life.Epoch}
	timeout := c.timeout(cfg, watch)
	resolved := c.resolve(ctx, cfg, watch)
	t, err := c.carrier(resolved, link, life.Epoch, timeout)
	if err != nil {
		return nil, err
	}
	established, err := conn.Open(ctx, conn.Options{
		Server: cfg.Name, Transport: t, Clock: c.env.Clock, Timeout: timeout,
		Client: c.policy.Client, Revision: cmp.Or(c.policy.Revision, protocol.LatestLegacy),
		ListenAfterInitialized: c.policy.ListenAfterInitialized,
		Roots:                  c.env.roots(), Elicit: c.env.Elicit,
		OnHandshake: life.OnHandshake, OnNotification: life.OnNotification,
		OnError: watch.failed, OnDropped: watch.dropped, OnWarning: watch.warn,
	})
	if err != nil {
		return nil, err // not a nil *conn.Conn in an interface
	}
	c.wireRenewal(t, resolved, watch)
	return &opened{established, w}, nil
}

// link is how a server is reached.
func (c *connector) link(cfg config.Server) (link Link, err error) {
	if c.env.Link != nil {
		link, err = c.env.Link(cfg)
	}
	if link.Starter == nil {
		link.Starter = c.env.Starter
	}
	if link.Dial == nil {
		link.Dial = c.env.Dial
	}
	if link.HTTP == nil {
		link.HTTP = c.env.HTTP
	}
	return link, err
}

// carrier is the transport of a connection: the built-in one, unless the program
// wants another.
func (c *connector) carrier(cfg config.Server, link Link, epoch int, timeout time.Duration) (transport.Transport, error) {
	builtin := c.transport(cfg, link, epoch, timeout)
	if c.env.Transport == nil {
		return builtin, nil
	}
	own, err := c.env.Transport(cfg, builtin)
	if own == nil && err == nil {
		return builtin, nil
	}
	return own, err
}

// wireRenewal lets a connection replace rejected tokens. It comes after the
// handshake, which gets no second try (OMP-LC-43, A-43).
func (c *connector) wireRenewal(t transport.Transport, resolved config.Server, watch *watcher) {
	warn := func(err error) { watch.emit(event.Log(event.Warn, "renewing the rejected token failed", err.Error())) }
	if r, ok := t.(transport.Refresher); ok {
		if renewal := c.resolver.Renewal(resolved, warn); renewal != nil {
			r.SetRefresh(renewal)
		}
	}
}

// resolve fills placeholders in and looks values up, anew for each connection.
// What could not be found is reported, unless there will be no connection.
func (c *connector) resolve(ctx context.Context, cfg config.Server, watch *watcher) config.Server {
	if c.policy.Literal {
		return cfg
	}
	expanded, unset := config.Expand(cfg, c.env.LookupEnv)
	resolved, unresolved := c.resolver.Resolve(ctx, expanded)
	problems := slices.Concat(unset, unresolved)
	if ctx.Err() != nil {
		problems = nil
	}
	for _, p := range problems {
		watch.tell(p.String())
	}
	return resolved
}

// timeout is the deadline in force: environment, definition, policy.
func (c *connector) timeout(cfg config.Server, watch *watcher) time.Duration {
	var env string
	if c.policy.TimeoutVariable != "" {
		env, _ = c.env.LookupEnv(c.policy.TimeoutVariable)
	}
	configured := cfg.Timeout
	if configured == nil {
		configured = &c.policy.Timeout
	}
	timeout, warning := effectiveTimeout(env, configured)
	if warning != "" {
		watch.tell(warning)
	}
	return timeout
}

// remote makes the transport of a server over HTTP: the same for http and sse,
// unless the policy wants the old one for sse (OMP-TP-10, OMP-TP-11, D-03).
func (c *connector) remote(cfg config.Server, o streamhttp.Options) transport.Transport {
	if cfg.Transport() == config.SSE && c.policy.LegacySSE {
		return streamhttp.NewLegacy(o)
	}
	return streamhttp.New(o)
}

// transport makes the transport for a definition: stdio, HTTP (OMP-TP-09) or
// WebSocket (ROOM-24).
func (c *connector) transport(cfg config.Server, link Link, epoch int, timeout time.Duration) transport.Transport {
	ids := c.ids(cfg.Name, epoch)
	deadline := cmp.Or(timeout, dispatch.NoTimeout)
	if cfg.Transport() == config.WebSocket {
		return ws.New(ws.Options{
			Name: cfg.Name, URL: cfg.URL, Headers: cfg.Headers,
			Dial: link.Dial, Clock: c.env.Clock, IDs: ids, Timeout: deadline,
		})
	}
	if cfg.Transport() != config.Stdio {
		return c.remote(cfg, streamhttp.Options{
			Name: cfg.Name, URL: cfg.URL, Headers: cfg.Headers,
			Dial: link.Dial, HTTP: link.HTTP, Clock: c.env.Clock, IDs: ids, Timeout: deadline,
			Resume: c.policy.Resume, ResumeListener: c.policy.ResumeListener,
		})
	}
	return stdio.New(stdio.Options{
		Name: cfg.Name,
		Command: process.Command{
			Path: cfg.Command, Args: cfg.Args, Env: overlay(c.env.Environ(), cfg.Env), Dir: c.dir(cfg),
		},
		Starter: link.Starter, Clock: c.env.Clock, IDs: ids, Timeout: deadline,
		BadLine: c.policy.BadLine, Stop: c.policy.Stop,
	})
}

// ids makes the request ids of one connection (D-04).
func (c *connector) ids(name string, epoch int) jsonrpc.IDSource {
	if c.policy.IntegerIDs {
		return jsonrpc.Integers()
	}
	return c.env.IDs(name, epoch)
}

func (c *connector) dir(cfg config.Server) string {
	if filepath.IsAbs(cfg.Cwd) {
		return cfg.Cwd
	}
	return filepath.Join(c.env.Dir, cfg.Cwd)
}

// overlay lays a definition's variables over the inherited ones (F-41).
func overlay(inherited []string, own map[string]string) []string {
	env := slices.Clone(inherited)
	names := make([]string, 0, len(own))
	for name := range own {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		env = append(env, name+"="+own[name]) // the last one of a name wins
	}
	return env
}

// watcher turns what a connection reports into events.
type watcher struct {
	c      *connector
	server string
	epoch  int
}

func (w *watcher) emit(e event.Event) {
	e.At = w.c.env.Clock.Now()
	e.Actor, e.Server, e.Conn = w.server, w.server, w.epoch
	w.c.env.Events.Emit(e)
}

func (w *watcher) tell(warning string) { w.emit(event.Log(event.Warn, warning, "")) }
func (w *watcher) warn(err error)      { w.tell(err.Error()) }
func (w *watcher) failed(err error)    { w.emit(event.StreamFailure(err)) }

func (w *watcher) dropped(d transport.Dropped) {
	kind := event.LineDropped
	if d.ID != "" {
		kind = event.AnswerUnmatched
	}
	w.emit(event.Event{Kind: kind, ID: d.ID, Text: d.Reason, N: d.Size, Raw: d.Sample})
}

// fileURI is the percent-encoded file URL of a directory.
func fileURI(dir string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}).String()
}
