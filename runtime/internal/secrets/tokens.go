package secrets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/flight"
)

const (
	// RenewBefore is how long before its end an access token is renewed instead
	// of used for a new connection (F-39).
	RenewBefore = 5 * time.Minute
	// RenewTimeout bounds one renewal, so that a token endpoint that never
	// answers cannot hold a server for ever.
	RenewTimeout = 30 * time.Second
)

// The reasons why a token cannot be renewed at all.
var (
	errUnknown   = errors.New("no credential is stored under auth.credentialId")
	errNoRefresh = errors.New("there is no refresh token")
	errNoURL     = errors.New("auth.tokenUrl is not set")
	errClosed    = errors.New("renewal ended: the host is closed")
)

// Tokens renews the access tokens of a [Store]. Those who need a credential
// renewed at once share one request (FF-71). The request does not end with the
// caller who was first: its refresh token may be used up already, and the answer
// holds the only one that is good. Close ends it. The methods may be called from
// any goroutine.
type Tokens struct {
	store   Store
	dial    DialFunc
	clk     clock.Clock
	running flight.Group[Credential]

	mu    sync.Mutex
	life  context.Context // of requests; replaced by Close
	end   context.CancelCauseFunc
	calls uint64 // renewals asked for so far
}

// NewTokens returns a Tokens that does nothing yet. dial reaches the token
// endpoints.
func NewTokens(store Store, dial DialFunc, clk clock.Clock) *Tokens {
	t := &Tokens{store: store, dial: dial, clk: clk}
	t.life, t.end = context.WithCancelCause(context.Background())
	return t
}

// Close ends all requests and waits for their end. Tokens can be used again
// afterwards.
func (t *Tokens) Close() {
	t.mu.Lock()
	t.end(errClosed)
	t.life, t.end = context.WithCancelCause(context.Background())
	t.mu.Unlock()
	t.running.Await()
}

// fresh returns the access token for a new connection: the stored one, renewed
// if it is about to end. If that fails, the stored one has to do, and the error
// says why. Without any the token is empty.
func (t *Tokens) fresh(ctx context.Context, actor string, a *auth) (string, error) {
	c, err := t.load(ctx, a)
	if err != nil || !t.ending(c) || a.Optional && c.Refresh == "" {
		return c.Access, err
	}
	next, err := t.share(ctx, actor, a, t.ending)
	return cmp.Or(next.Access, c.Access), err
}

// ending reports whether a credential is not good for a new connection.
func (t *Tokens) ending(c Credential) bool {
	if c.Access == "" {
		return true
	}
	return !c.Expires.IsZero() && t.clk.Until(c.Expires) <= RenewBefore
}

// renew returns another access token than the one that was rejected: the stored
// one if that has changed meanwhile, else a new one. Empty means that there is
// none, and the error says why; a token may come with an error, too, if it could
// not be kept.
func (t *Tokens) renew(ctx context.Context, actor string, a *auth, rejected string) (string, error) {
	t.mu.Lock()
	t.calls++
	actor = fmt.Sprintf("%s/renew-%d", actor, t.calls)
	t.mu.Unlock()
	c, err := t.share(ctx, actor, a, func(c Credential) bool { return c.Access == rejected })
	if c.Access != rejected {
		return c.Access, err
	}
	if err == nil {
		err = errors.New("the token endpoint granted the rejected token again")
	}
	return "", err
}

// Fresh returns the access token for a new connection of a server, whose placeholders are
// expanded; see fresh. Empty without an error: it has none.
func (t *Tokens) Fresh(ctx context.Context, s config.Server) (string, error) {
	a, err := credentialOf(s)
	if a == nil {
		return "", err
	}
	return t.fresh(ctx, s.Name, a)
}

// Renew returns another access token for a server than the one that was rejected; see
// renew.
func (t *Tokens) Renew(ctx context.Context, actor string, s config.Server, rejected string) (string, error) {
	a, err := credentialOf(s)
	if a == nil {
		return "", err
	}
	return t.renew(ctx, actor, a, rejected)
}

// share takes part in the request for a credential that is under way, or makes
// one.
func (t *Tokens) share(ctx context.Context, actor string, a *auth, stale func(Credential) bool) (Credential, error) {
	r, mine := t.running.Join(a.CredentialID)
	if mine {
		t.mu.Lock()
		life := t.life
		t.mu.Unlock()
		go clock.Run(func() { // joined by Close
			c, err := t.request(life, a, stale)
			t.running.Finish(a.CredentialID, r, c, err)
		})
	}
	return r.Wait(ctx, clock.Named(t.clk, actor))
}

// request renews a credential, unless another caller just before, or another
// process, has done so.
func (t *Tokens) request(life context.Context, a *auth, stale func(Credential) bool) (Credential, error) {
	ctx, cancel := clock.WithTimeout(life, clock.Named(t.clk, "oauth/"+a.CredentialID), RenewTimeout)
	defer cancel()
	c, err := t.load(ctx, a)
	switch {
	case err != nil || !stale(c):
		return c, err
	case c.Refresh == "":
		return c, errNoRefresh
	}
	a = a.of(c.Login)
	if a.TokenURL == "" {
		return c, errNoURL
	}
	g, err := Ask(ctx, c.Login.Guarded(t.dial), a.TokenURL, a.client(), a.refresh(c.Refresh))
	if err != nil {
		return t.lost(ctx, a, c, err)
	}
	return t.keep(ctx, a, c, g.After(c, t.clk.Now()))
}

// keep stores what a renewal has got, also if the host is being closed: the old
// refresh token may be used up. What the user's login or another process has stored
// meanwhile is not overwritten, it is the outcome.
func (t *Tokens) keep(ctx context.Context, a *auth, used, next Credential) (Credential, error) {
	err := t.store.Change(context.WithoutCancel(ctx), a.CredentialID, func(now Credential, found bool) (Credential, error) {
		if found && replaced(used, now) || !found && used.Login != nil { // a logout has come between (X-LOGIN-5)
			next = now
		}
		return next, nil
	})
	if err != nil {
		return next, fmt.Errorf("keeping a new token: %w", err)
	}
	return next, nil
}

// replaced reports whether the store has got another login than the one that was used.
func replaced(used, now Credential) bool { return now.Refresh != used.Refresh && now.Access != "" }

// lost is the outcome of a request that failed. A refresh token that another
// process was first to use is not the end: the store has what that one got
// (FF-71). Nothing is removed from the store.
func (t *Tokens) lost(ctx context.Context, a *auth, used Credential, err error) (Credential, error) {
	if refused, ok := errors.AsType[*RefusedError](err); ok && refused.Code == codeInvalidGrant {
		if now, e := t.load(ctx, a); e == nil && replaced(used, now) {
			return now, nil
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		err = fmt.Errorf("asking the token endpoint: %w", cause)
	}
	if Passing(err) {
		err = &PassingError{err}
	}
	return used, err
}

func (t *Tokens) load(ctx context.Context, a *auth) (Credential, error) {
	c, found, err := t.store.Load(ctx, a.CredentialID)
	if err == nil && !found && !a.Optional {
		err = errUnknown
	}
	return c, err
}
