package login

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/flight"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Timeout is how long a login may take, the user's part included.
const Timeout = 15 * time.Minute

// MaxTries is how often one request may get another token: a server that is never content
// costs a user no more than this (OAC-32).
const MaxTries = 2

// Options are what logins need. All but Agent, Name, Scopes, MetadataURL, Anew, Early and
// Client must be set.
type Options struct {
	Store  secrets.Store
	Tokens *secrets.Tokens // renews what is in Store
	Dial   secrets.DialFunc
	Clock  clock.Clock
	Random io.Reader              // for verifiers and states
	Local  func(host string) bool // hosts of this machine, which may do without TLS

	Agent       UserAgent // nil: tokens are renewed, and no login is begun
	Name        string    // of the client, for people
	Scopes      []string  // to be asked for in any case
	MetadataURL string    // the client's metadata document; empty: it has none
	Anew        bool      // no registration that is kept is used
	Early       bool      // 2025-03-26 is spoken, which has endpoints at fixed places (OAC-10)
	// Client is the client that was registered by hand at an issuer; nil: there is none.
	Client func(issuer string) (Identity, bool)
}

// Logins replaces tokens that servers reject. Those who need one for the same server at
// once share one login; it does not end with the caller who was first. Close ends it. The
// methods may be called from any goroutine.
type Logins struct {
	o       Options
	running flight.Group[string]

	mu    sync.Mutex
	life  context.Context // of logins; replaced by Close
	end   context.CancelCauseFunc
	calls uint64
	fresh map[string]string // tokens that logins have just brought, by credential
	lost  map[string]bool   // those of them that could not be kept
}

var errClosed = errors.New("login ended: the host is closed")

// New returns Logins that do nothing yet.
func New(o Options) *Logins {
	l := &Logins{o: o, fresh: map[string]string{}, lost: map[string]bool{}}
	l.life, l.end = context.WithCancelCause(context.Background())
	return l
}

// Close ends all logins and waits for their end. They can be used again afterwards.
func (l *Logins) Close() {
	l.mu.Lock()
	l.end(errClosed)
	l.life, l.end = context.WithCancelCause(context.Background())
	l.mu.Unlock()
	l.running.Await()
}

// Concerns reports whether a rejected token of a server can be replaced: it is reached
// over HTTP, and its definition brings no credential of its own.
func (l *Logins) Concerns(s config.Server) bool {
	id, named := secrets.CredentialID(s)
	return id != "" && (!named || l.o.Agent != nil)
}

// begins reports whether a login to a server can be begun: by a user, or by a client that
// needs none.
func (l *Logins) begins(s config.Server) bool {
	return l.o.Agent != nil || l.o.Client != nil || identityOf(s).alone()
}

// lookEvery is how often the store is looked at while a server waits for a login: another
// process may have made it, and files say nothing of themselves.
const lookEvery = 2 * time.Second

// Await returns when the store has a token for a server that is not the rejected one. Its
// error is that of ctx.
func (l *Logins) Await(ctx context.Context, s config.Server, rejected string) error {
	id, _ := secrets.CredentialID(s)
	clk := clock.Named(l.o.Clock, s.Name+"/login")
	for {
		if err := clock.Sleep(ctx, clk, lookEvery); err != nil {
			return err
		}
		kept, found, err := l.o.Store.Load(ctx, id)
		if err == nil && found && kept.Access != "" && kept.Access != rejected {
			return nil
		}
	}
}

// Replace returns another token than the rejected one. Empty: there is none, and the
// server's own words say why. s is expanded, and nothing else is filled in.
func (l *Logins) Replace(ctx context.Context, s config.Server, r transport.Rejection) (token string, err error) {
	challenge, _ := ReadChallenge(r.Challenges)
	if r.Status != http.StatusUnauthorized && challenge.Error != insufficientScope || r.Try >= MaxTries {
		return "", nil
	}
	id, _ := secrets.CredentialID(s)
	if _, _, err := l.o.Store.Load(ctx, id); err != nil && !l.begins(s) {
		return "", nil // nothing can be done, and what is wrong with the store was told when it was read
	}
	run, mine := l.running.Join(id)
	l.mu.Lock()
	l.calls++
	actor, life := fmt.Sprintf("%s/login-%d", s.Name, l.calls), l.life
	l.mu.Unlock()
	if mine {
		go clock.Run(func() { // joined by Close
			token, err := l.run(life, &request{id: id, actor: actor, server: s, rejection: r, challenge: challenge})
			l.running.Finish(id, run, token, err)
		})
	}
	return run.Wait(ctx, clock.Named(l.o.Clock, actor))
}

// request is one login.
type request struct {
	id, actor string
	server    config.Server
	rejection transport.Rejection
	challenge Challenge
	identity  Identity       // that the definition gives
	before    *secrets.Login // the last login; nil: there was none
	forgotten bool           // the store has nothing, and it had the rejected token: another process has logged out
}

// run replaces a token: by what is in the store meanwhile, by a renewal, by a login.
func (l *Logins) run(life context.Context, r *request) (string, error) {
	ctx, cancel := clock.WithTimeout(life, clock.Named(l.o.Clock, r.actor), Timeout)
	defer cancel()
	now, found, err := l.o.Store.Load(ctx, r.id)
	rejected := r.rejection.Token()
	if err == nil && found && now.Access != "" && now.Access != rejected {
		return now.Access, nil // another caller, or another process, was first
	}
	if err != nil || !l.begins(r.server) && now.Refresh == "" {
		return "", err
	}
	r.before, r.identity, r.forgotten = now.Login, identityOf(r.server), now.Access == "" && rejected != ""
	server, _ := url.Parse(secrets.CanonicalURL(r.server.URL)) // under which it has answered
	w := &web{l.o.Dial, l.o.Clock, l.o.Local, server, l.o.Early}
	plan, err := w.discover(ctx, r.challenge, issuerOf(now.Login))
	if err != nil {
		return "", unasked(err)
	}
	given, _ := l.given(r, plan.Server.Issuer)
	able := l.o.Agent != nil || given.alone()
	if r.rejection.Status == http.StatusUnauthorized && r.rejection.Try == 0 && now.Refresh != "" && plan.continues(now.Login) {
		token, err := l.o.Tokens.Renew(ctx, r.actor, r.server, rejected)
		_, passing := errors.AsType[*secrets.PassingError](err)
		if token != "" || !able || passing {
			return token, err
		}
	}
	if !able {
		return "", nil
	}
	scopes, err := l.scopes(r, plan, given.alone())
	if err != nil {
		return "", err
	}
	return l.login(ctx, w, r, plan, scopes)
}

func issuerOf(login *secrets.Login) string {
	if login == nil {
		return ""
	}
	return login.Issuer
}

// continues reports whether a login is still one at the same authorization server for the
// same resource: only then may what it has left be sent there (X-LOGIN-3).
func (p Plan) continues(login *secrets.Login) bool {
	return login == nil || login.Issuer == p.Server.Issuer && login.Resource == p.Resource && login.TokenURL == p.Server.Token
}

const offlineAccess = "offline_access"

// scopes are what to ask for (OAC-28 to OAC-31): what the challenge names, else what the
// resource lists; together with what was asked for before (X-LOGIN-4). Who logs in alone
// does so again and needs no offline access.
func (l *Logins) scopes(r *request, plan Plan, alone bool) ([]string, error) {
	l.mu.Lock()
	fresh, forgotten := l.fresh[r.id], r.forgotten && !l.lost[r.id]
	l.mu.Unlock()
	rejected := r.rejection.Token()
	if rejected == fresh && !forgotten && r.rejection.Try > 0 && r.rejection.Status == http.StatusUnauthorized {
		return nil, &Error{Document: DocToken, Field: "access_token", Why: "the server rejects the token that it was just given by " + shown(plan.Server.Issuer)}
	}
	wanted := r.challenge.Scopes
	if wanted == nil { // whether there is offline access only the authorization server knows (OAC-35)
		wanted = slices.DeleteFunc(slices.Clone(plan.Scopes), func(scope string) bool { return scope == offlineAccess })
	}
	var before []string
	if r.before != nil && plan.continues(r.before) {
		before = r.before.Scopes
	}
	all := union(union(before, wanted), l.o.Scopes)
	if r.challenge.Error == insufficientScope && rejected != "" && len(all) == len(before) {
		return nil, &Error{Document: DocChallenge, Field: "scope", Why: "the server wants " + shown(strings.Join(wanted, " ")) + ", which was asked for already"}
	}
	if !alone && slices.Contains(plan.Server.Scopes, offlineAccess) {
		all = union(all, []string{offlineAccess})
	}
	if len(strings.Join(all, " ")) > MaxScopes {
		return nil, r.tooMany()
	}
	return all, nil
}

// tooMany says who has named more scopes than a login asks for.
func (r *request) tooMany() error {
	e := &Error{Document: DocResource, Field: "scopes_supported", Why: fmt.Sprintf("the scopes to ask for have more than %d bytes", MaxScopes)}
	if r.challenge.Scopes != nil {
		e.Document, e.Field = DocChallenge, "scope"
	}
	return e
}

// made is what a login has brought.
type made struct {
	grant    secrets.Grant
	client   secrets.Client
	redirect []string // where a user was sent back to; nil: there was no user
}

// login gets a token, which is saved before it is used.
func (l *Logins) login(ctx context.Context, w *web, r *request, plan Plan, scopes []string) (string, error) {
	got, err := l.obtain(ctx, w, r, plan, scopes)
	if err != nil {
		return "", err
	}
	next := got.grant.After(secrets.Credential{Login: &secrets.Login{
		Server: w.server.String(), Resource: plan.Resource, Issuer: plan.Server.Issuer, TokenURL: plan.Server.Token,
		Revoke: plan.Server.Revocation, Client: got.client, Redirect: got.redirect, Scopes: scopes,
	}}, l.o.Clock.Now())
	err = secrets.Save(context.WithoutCancel(ctx), l.o.Store, r.id, next)
	l.mu.Lock()
	l.fresh[r.id], l.lost[r.id] = next.Access, err != nil
	l.mu.Unlock()
	if err != nil {
		return next.Access, fmt.Errorf("keeping the login: %w", err)
	}
	return next.Access, nil
}

// obtain gets a token as the client does it, or has the user decide.
func (l *Logins) obtain(ctx context.Context, w *web, r *request, plan Plan, scopes []string) (made, error) {
	if given, _ := l.given(r, plan.Server.Issuer); given.alone() {
		got, err := l.unattended(ctx, w, r, plan, scopes, given)
		return got, unasked(err)
	}
	if err := plan.Server.forUsers(); err != nil {
		return made{}, err
	}
	client, redirect, err := l.client(ctx, w, r, plan.Server)
	if err != nil {
		return made{}, unasked(err)
	}
	address, p, err := begin(plan, client, redirect, scopes, l.o.Random)
	if err != nil {
		return made{}, err
	}
	callback, err := l.o.Agent.Authorize(ctx, Authorization{Server: w.server.String(), Issuer: p.issuer, Redirect: redirect, URL: address})
	if err != nil {
		return made{}, fmt.Errorf("login: waiting for the user: %w", cmp.Or(context.Cause(ctx), err))
	}
	code, err := p.code(callback)
	if err != nil {
		return made{}, err
	}
	given, _ := l.given(r, plan.Server.Issuer)
	grant, err := l.redeem(ctx, w, plan, client, given.Key, p.form(code, plan.Resource))
	return made{grant, client, []string{redirect}}, err
}

// redeem gets the token for a grant. A client that the server does not know any more is
// forgotten, so that the next login registers anew.
func (l *Logins) redeem(ctx context.Context, w *web, plan Plan, client secrets.Client, key string, form url.Values) (secrets.Grant, error) {
	if err := l.prove(form, plan.Server, client, key); err != nil {
		return secrets.Grant{}, err
	}
	bounded, cancel := clock.WithTimeout(ctx, clock.Named(l.o.Clock, "token/"+w.server.Host), secrets.RenewTimeout)
	defer cancel()
	grant, err := secrets.Ask(bounded, w.guarded, plan.Server.Token, client, form)
	if err == nil {
		return grant, nil
	}
	if cause := context.Cause(bounded); cause != nil {
		err = cause
	}
	if refused, ok := errors.AsType[*secrets.RefusedError](err); ok && refused.Code == "invalid_client" {
		err = errors.Join(err, secrets.Save(ctx, l.o.Store, clientID(plan.Server.Issuer), secrets.Credential{}))
	}
	return grant, &Error{Document: DocToken, URL: place(plan.Server.Token), Why: "there is no token", Err: err, passing: secrets.Passing(err)}
}
