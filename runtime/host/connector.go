package host

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/freshness"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/login"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
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
	logins   *login.Logins
	wires    *streamhttp.Wires // to servers that are reached as env says
	eras     *eras
	fresh    *freshness.Store
}

// newConnector makes the connector of a runtime, with what the program wants before
// it. end ends logins and renewals; it is to be called once its connections are closed. env
// is complete.
func newConnector(p ConnPolicy, env Env) (c Connector, end func()) {
	tokens := secrets.NewTokens(env.Credentials, env.Dial, env.Clock)
	commands := secrets.NewCommands(env.RunCommand, env.Clock)
	logins := env.logins(p, tokens)
	return env.Wrap(&connector{
			policy: p, env: env, resolver: secrets.Resolver{Env: env.LookupEnv, Commands: commands, Tokens: tokens},
			logins: logins, wires: &streamhttp.Wires{Dial: env.Dial}, eras: newEras(env), fresh: freshness.New(env.Clock),
		}), func() {
			logins.Close()
			tokens.Close()
		}
}

// Connect resolves the definition anew for every connection, so that rotated
// values are used and none is kept (OMP-LC-29, 30, 41), and performs the
// handshake. Resolving is not covered by the deadline (F-16), nor is a login.
func (c *connector) Connect(ctx context.Context, cfg config.Server, life Life) (Conn, error) {
	to, err := c.link(cfg)
	if err != nil {
		return nil, err
	}
	own := &wires{next: to.Dial}
	to.Dial = own.dial
	watch := &watcher{c: c, server: cfg.Name, epoch: life.Epoch}
	a := &attempt{c: c, to: to, life: life, watch: watch, timeout: c.timeout(cfg, watch)}
	a.expanded, a.resolved = c.resolve(ctx, cfg, watch)
	watch.veil = secrets.NewVeil(a.resolved)
	a.detection = c.detect(ctx, cfg, a.resolved)
	if a.asked != protocol.EraLegacy { // those servers do not say what may be used again
		a.fresh = c.fresh.View(serverKey(a.resolved), sumOf(a.resolved.Headers))
	}
	established, t, err := a.connect(ctx)
	a.found(ctx, established.Era(), err, watch)
	if err != nil {
		return nil, err // not a nil *conn.Conn in an interface
	}
	a.wireRenewal(t)
	return &opened{established, t, own}, nil
}

// attempt is one connect, which opens a server once more after a login, in another era,
// or when its process has ended at what it did not know.
type attempt struct {
	*detection
	c        *connector
	to       route
	life     Life
	watch    *watcher
	timeout  time.Duration
	fresh    *freshness.View // nil: nothing is kept
	expanded config.Server
	resolved config.Server // holds secrets
	logins   int           // how often a token was replaced
}

// connect opens the server, as often as that may help.
func (a *attempt) connect(ctx context.Context) (*conn.Conn, transport.Transport, error) {
	for {
		a.to.old = a.old
		t, err := a.c.carrier(a.resolved, a.to, a.life.Epoch, a.timeout)
		if err != nil {
			return nil, nil, err
		}
		established, err := a.open(ctx, t)
		if err == nil {
			return established, t, nil
		}
		if a.again(err) {
			continue
		}
		again, err := a.mend(ctx, err)
		if !again {
			return nil, nil, err
		}
	}
}

// open performs the handshake over a new transport.
func (a *attempt) open(ctx context.Context, t transport.Transport) (*conn.Conn, error) {
	c := a.c
	return conn.Open(ctx, conn.Options{
		Server: a.expanded.Name, Transport: t, Clock: c.env.Clock, Timeout: a.timeout,
		Era: a.era(), Remote: a.remote, OnVerdict: a.judged, Fresh: a.fresh, Tasks: c.policy.Tasks, TaskUpdates: c.policy.TaskUpdates,
		Client: c.policy.Client, Revision: cmp.Or(c.policy.Revision, protocol.LatestLegacy),
		ListenAfterInitialized: c.policy.ListenAfterInitialized,
		Lists:                  c.policy.Lists,
		Roots:                  c.env.roots(), Elicit: c.env.Elicit,
		OnHandshake: a.life.OnHandshake, OnNotification: a.life.OnNotification,
		OnError: a.watch.failed, OnDropped: a.watch.dropped, OnWarning: a.watch.warn, Veil: a.watch.veil.Error,
	})
}

// mend reports whether a login makes a refused attempt worth another one, and why not.
func (a *attempt) mend(ctx context.Context, err error) (again bool, why error) {
	refused, ok := errors.AsType[*transport.HTTPError](err)
	if !ok || refused.Status != http.StatusUnauthorized && refused.Status != http.StatusForbidden || !a.c.logins.Concerns(a.expanded) {
		return false, err
	}
	token, why := a.c.logins.Replace(ctx, a.expanded, transport.Rejection{
		Status: refused.Status, Authorization: a.resolved.Headers["Authorization"], Challenges: refused.Challenges, Try: a.logins,
	})
	a.logins++
	if token == "" && (why != nil || refused.Status == http.StatusUnauthorized) {
		return false, &connect.LoginError{Refused: err, Why: why, Await: a.awaitLogin}
	}
	if token == "" {
		return false, err
	}
	if why != nil {
		a.watch.warn(why)
	}
	secrets.Authorise(&a.resolved, token)
	a.watch.veil.Hide(token)
	a.fresh.Renew(sumOf(a.resolved.Headers))
	return true, nil
}

// awaitLogin returns when the store has another token than the one that was refused.
func (a *attempt) awaitLogin(ctx context.Context) error {
	rejected := transport.Rejection{Authorization: a.resolved.Headers["Authorization"]}
	return a.c.logins.Await(ctx, a.expanded, rejected.Token())
}

// era is what is spoken with a server: as its definition says, or else the policy.
// HTTP+SSE of 2024-11-05 has the legacy one only.
func (c *connector) era(cfg config.Server) protocol.Era {
	switch {
	case c.old(cfg) || cfg.Era == config.Legacy:
		return protocol.EraLegacy
	case cfg.Era == config.Auto:
		return protocol.EraUnknown
	case cfg.Era == config.Modern:
		return protocol.EraModern
	}
	return cmp.Or(c.policy.Era, protocol.EraLegacy)
}

// old reports whether a server is reached over HTTP+SSE of 2024-11-05.
func (c *connector) old(cfg config.Server) bool {
	return cfg.Transport() == config.SSE && c.policy.LegacySSE
}

// route is how a server is reached. One with a Dial of its own shares no connections.
type route struct {
	Link
	shared *streamhttp.Wires // nil: none
	old    bool              // over HTTP+SSE of 2024-11-05
}

// link is how a server is reached.
func (c *connector) link(cfg config.Server) (to route, err error) {
	if c.env.Link != nil {
		to.Link, err = c.env.Link(cfg)
	}
	if to.Starter == nil {
		to.Starter = c.env.Starter
	}
	if to.Dial == nil {
		to.Dial, to.shared = c.env.Dial, c.wires
	}
	if to.HTTP == nil {
		to.HTTP = c.env.HTTP
	}
	return to, err
}

// wiring is the connections of a server over HTTP.
func (to route) wiring() *streamhttp.Wires {
	if to.shared != nil {
		return to.shared
	}
	return &streamhttp.Wires{Dial: to.Dial}
}

// carrier is the transport of a connection: the built-in one, unless the program
// wants another.
func (c *connector) carrier(cfg config.Server, link route, epoch int, timeout time.Duration) (transport.Transport, error) {
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
// handshake, which gets no second try of its own (OMP-LC-43, A-43). What was kept for
// those with the old token is not for those with the new one (MOD-11).
func (a *attempt) wireRenewal(t transport.Transport) {
	r, ok := t.(transport.Refresher)
	if !ok {
		return
	}
	c, expanded := a.c, a.expanded
	renewed := func(token string) map[string]string {
		if token != "" {
			next := a.resolved
			a.watch.veil.Hide(token)
			secrets.Authorise(&next, token)
			a.fresh.Renew(sumOf(next.Headers))
		}
		return secrets.Authorization(token)
	}
	if c.logins.Concerns(expanded) {
		r.SetRefresh(login.MaxTries, func(ctx context.Context, rejected transport.Rejection) (map[string]string, error) {
			token, err := c.logins.Replace(ctx, expanded, rejected)
			if token != "" && err != nil {
				a.watch.warn(err)
			}
			return renewed(token), err
		})
		return
	}
	warn := func(err error) {
		a.watch.emit(event.Log(event.Warn, "renewing the rejected token failed", err.Error()))
	}
	if renewal := c.resolver.Renewal(expanded, warn); renewal != nil {
		r.SetRefresh(1, func(ctx context.Context, rejected transport.Rejection) (map[string]string, error) {
			return renewed(renewal(ctx, rejected.Token())), nil
		})
	}
}

// resolve fills placeholders in and looks values up, anew for each connection.
// What could not be found is reported, unless there will be no connection. expanded has
// no values looked up.
func (c *connector) resolve(ctx context.Context, cfg config.Server, watch *watcher) (expanded, resolved config.Server) {
	if c.policy.Literal {
		return cfg, cfg
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
	return expanded, resolved
}

// timeout is the deadline in force: environment, definition, policy; 0 means none
// (OMP-LC-54 to 57). A value of the environment that cannot be used counts as unset.
func (c *connector) timeout(cfg config.Server, watch *watcher) time.Duration {
	env, _ := c.env.LookupEnv(c.policy.TimeoutVariable) // no variable has an empty name
	outranking, warning := parseTimeout(env)
	if warning != "" {
		watch.tell(warning)
	}
	return *cmp.Or(outranking, cfg.Timeout, &c.policy.Timeout)
}

// remote makes the transport of a server over HTTP: the same for http and sse,
// unless the policy wants the old one for sse (OMP-TP-10, OMP-TP-11, D-03), or the server
// has turned out to have no other (MOD-10).
func (to route) remote(o streamhttp.Options) transport.Transport {
	if to.old {
		return streamhttp.NewLegacy(o)
	}
	return streamhttp.New(o)
}

// transport makes the transport for a definition: stdio, HTTP (OMP-TP-09) or
// WebSocket (ROOM-24).
func (c *connector) transport(cfg config.Server, link route, epoch int, timeout time.Duration) transport.Transport {
	ids := c.ids(cfg.Name, epoch)
	if cfg.Transport() == config.WebSocket {
		return ws.New(ws.Options{
			Name: cfg.Name, URL: cfg.URL, Headers: cfg.Headers,
			Dial: link.Dial, Around: link.Upgrade, Clock: c.env.Clock, IDs: ids, Timeout: timeout, MaxQueue: c.policy.SendQueue,
		})
	}
	if cfg.Transport() != config.Stdio {
		return link.remote(streamhttp.Options{
			Name: cfg.Name, URL: cfg.URL, Headers: cfg.Headers,
			Wires: link.wiring(), HTTP: link.HTTP, Clock: c.env.Clock, IDs: ids, Timeout: timeout,
			Resume: c.policy.Resume, ResumeListener: c.policy.ResumeListener,
		})
	}
	return stdio.New(stdio.Options{
		Name: cfg.Name,
		Command: process.Command{
			Path: cfg.Command, Args: cfg.Args, Env: overlay(c.env.Environ(), cfg.Env), Dir: c.dir(cfg),
		},
		Starter: link.Starter, Clock: c.env.Clock, IDs: ids, Timeout: timeout,
		MaxQueue: c.policy.SendQueue, BadLine: c.policy.BadLine, Stop: c.policy.Stop,
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
	veil   *secrets.Veil // nil before it is known what the server is sent
}

func (w *watcher) emit(e event.Event) {
	e.Server, e.Conn = w.server, w.epoch
	facts.To(w.c.env.Events, w.c.env.Clock).Emit(w.server, e)
}

func (w *watcher) tell(warning string) { w.emit(event.Log(event.Warn, warning, "")) }
func (w *watcher) warn(err error)      { w.tell(w.veil.Text(err.Error())) }
func (w *watcher) failed(err error)    { w.emit(event.StreamFailure(w.veil.Error(err))) }

func (w *watcher) dropped(d transport.Dropped) {
	kind := event.LineDropped
	if d.Reason == transport.DropUnknownID {
		kind = event.AnswerUnmatched
	}
	w.emit(event.Event{Kind: kind, ID: w.veil.Text(d.ID), Text: d.Reason, N: d.Size, Raw: w.veil.Text(d.Sample)})
}

// fileURI is the percent-encoded file URL of a directory.
func fileURI(dir string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}).String()
}
