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
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/stdio"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/streamhttp"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/ws"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// connector opens the connections of a host.
type connector struct {
	policy   Policy
	seams    Seams
	tokens   *secrets.Tokens
	resolver secrets.Resolver
	alone    bool // no host: connections own the renewal of their tokens
}

func newConnector(p Policy, s Seams) *connector {
	tokens := secrets.NewTokens(s.Credentials, s.Dial, s.Clock)
	return &connector{
		policy: p, seams: s, tokens: tokens,
		resolver: secrets.Resolver{Env: s.Env, Commands: s.Commands, Tokens: tokens},
	}
}

// Connect resolves the definition anew for every connection, so that rotated
// values are used and none is kept (OMP-LC-29, 30, 41), and performs the
// handshake. Resolving is not covered by the deadline (F-16).
func (c *connector) Connect(ctx context.Context, cfg config.Server, life manager.Life) (manager.Conn, error) {
	opened, err := c.open(ctx, cfg, life)
	if err != nil {
		return nil, err // not a nil *conn.Conn in an interface
	}
	return opened, nil
}

func (c *connector) open(ctx context.Context, cfg config.Server, life manager.Life) (*conn.Conn, error) {
	watch := &watcher{c, cfg.Name, life.Epoch}
	timeout := c.timeout(cfg, watch)
	resolved := c.resolve(ctx, cfg, watch)
	t := c.transport(resolved, life.Epoch, timeout)
	opened, err := conn.Open(ctx, conn.Options{
		Server:                 cfg.Name,
		Transport:              t,
		Clock:                  c.seams.Clock,
		Timeout:                timeout,
		Client:                 c.policy.Client,
		Revision:               c.policy.Revision,
		Roots:                  c.seams.roots(),
		Elicit:                 c.seams.Elicit,
		ListenAfterInitialized: c.policy.ListenAfterInitialized,
		OnHandshake:            life.OnHandshake,
		OnNotification:         life.OnNotification,
		OnError:                watch.failed,
		OnDropped:              watch.dropped,
		OnWarning:              watch.warn,
	})
	if err != nil {
		return nil, err
	}
	c.wireRenewal(t, resolved, watch)
	return opened, nil
}

// wireRenewal lets a connection replace rejected tokens. It comes after the
// handshake, which gets no second try (OMP-LC-43, A-43).
func (c *connector) wireRenewal(t transport.Transport, resolved config.Server, watch *watcher) {
	warn := func(err error) { watch.log("warn", "renewing the rejected token failed", err.Error()) }
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
	expanded, unset := config.Expand(cfg, c.seams.Env)
	resolved, unresolved := c.resolver.Resolve(ctx, expanded)
	problems := slices.Concat(unset, unresolved)
	if ctx.Err() != nil {
		problems = nil
	}
	for _, p := range problems {
		watch.log("warn", p.String(), "")
	}
	return resolved
}

// timeout is the deadline in force: environment, definition, policy.
func (c *connector) timeout(cfg config.Server, watch *watcher) time.Duration {
	var env string
	if c.policy.TimeoutVariable != "" {
		env, _ = c.seams.Env(c.policy.TimeoutVariable)
	}
	configured := cfg.Timeout
	if configured == nil {
		configured = &c.policy.Timeout
	}
	timeout, warning := config.EffectiveTimeout(env, configured)
	if warning != "" {
		watch.log("warn", warning, "")
	}
	return timeout
}

// remote makes the transport of a server over HTTP: the same for http and sse,
// unless the policy wants the old one for sse (OMP-TP-10, OMP-TP-11, D-03).
func (c *connector) remote(cfg config.Server, o streamhttp.Options) httpTransport {
	if cfg.Transport() == config.SSE && c.policy.LegacySSE {
		return streamhttp.NewLegacy(o)
	}
	return streamhttp.New(o)
}

// transport makes the transport for a definition: stdio, HTTP (OMP-TP-09) or
// WebSocket (ROOM-24).
func (c *connector) transport(cfg config.Server, epoch int, timeout time.Duration) transport.Transport {
	ids := c.ids(cfg.Name, epoch)
	deadline := cmp.Or(timeout, transport.NoTimeout)
	if cfg.Transport() == config.WebSocket {
		return ws.New(ws.Options{
			Name: cfg.Name, URL: cfg.URL, Headers: cfg.Headers,
			Dial: c.seams.Dial, Clock: c.seams.Clock, IDs: ids, Timeout: deadline,
		})
	}
	if cfg.Transport() != config.Stdio {
		t := c.remote(cfg, streamhttp.Options{
			Name:    cfg.Name,
			URL:     cfg.URL,
			Headers: cfg.Headers,
			Dial:    c.seams.Dial,
			Clock:   c.seams.Clock,
			IDs:     ids,
			Timeout: deadline,

			Resume:         c.policy.Resume,
			ResumeListener: c.policy.ResumeListener,
		})
		if c.alone {
			return releasing{t, c.tokens}
		}
		return t
	}
	return stdio.New(stdio.Options{
		Name: cfg.Name,
		Command: process.Command{
			Path: cfg.Command,
			Args: cfg.Args,
			Env:  overlay(c.seams.Environ(), cfg.Env),
			Dir:  c.dir(cfg),
		},
		Starter: c.seams.Starter,
		Clock:   c.seams.Clock,
		IDs:     ids,
		Timeout: deadline,
		BadLine: c.policy.BadLine,
		Stop:    c.policy.Stop,
	})
}

// ids makes the request ids of one connection (D-04).
func (c *connector) ids(name string, epoch int) jsonrpc.IDSource {
	if c.policy.IntegerIDs {
		return jsonrpc.Integers()
	}
	return c.seams.IDs(name, epoch)
}

func (c *connector) dir(cfg config.Server) string {
	if filepath.IsAbs(cfg.Cwd) {
		return cfg.Cwd
	}
	return filepath.Join(c.seams.Dir, cfg.Cwd)
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
	e.At = w.c.seams.Clock.Now()
	e.Actor, e.Server, e.Conn = w.server, w.server, w.epoch
	w.c.seams.Events.Emit(e)
}

func (w *watcher) log(level, text, err string) {
	w.emit(event.Event{Kind: event.ServerLog, Name: level, Text: text, Err: err})
}

func (w *watcher) warn(err error)   { w.log("warn", err.Error(), "") }
func (w *watcher) failed(err error) { w.emit(event.StreamFailure(err)) }

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
