package host

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/address"
	"github.com/mcpsim/mcpsim/runtime/internal/login"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// LoginEnv is how logins are made. With the zero value none is begun that needs a user: a
// server that wants one cannot be connected, unless the credentials have a token for it or
// its definition says how to log in without a user.
type LoginEnv struct {
	// Agent brings users to authorization servers and back.
	Agent UserAgent
	// Client is a client that was registered by hand at an issuer. The one that a
	// definition names in "oauth", with clientId, clientSecret and issuer, is before it;
	// privateKey, grant ("client_credentials"), assertion and identityProvider there say how
	// it logs in without a user.
	Client func(issuer string) (ClientIdentity, bool)
	// Scopes are asked for in any case, besides those that the server wants.
	Scopes []string
	// MetadataURL is the URL of the client's metadata document, https and with a path;
	// empty: it has none. Another one fails each login that would need it (OAC-12).
	MetadataURL string
	// Anew says that a registration which is kept is not used: the client registers again,
	// as an authorization server may have forgotten it without a word.
	Anew bool
	// Random gives the bits of verifiers and states; nil: those of the operating system.
	Random io.Reader
	// Local reports whether a host name is that of this machine, which may do without TLS
	// and is not to be reached for the sake of servers elsewhere; nil: localhost and the
	// loopback addresses.
	Local func(host string) bool
}

type (
	// UserAgent brings a user to an authorization server and back: Redirect says where the
	// user is to be sent back to, Authorize shows a request and returns the URL that the
	// user came back by.
	UserAgent = login.UserAgent

	// AuthorizationRequest is what a user is to decide about: Server, Issuer, Redirect, and
	// the URL to open.
	AuthorizationRequest = login.Authorization

	// HeadlessAgent is a user who approves without looking: one GET over Dial, whose answer
	// leads to RedirectURI, which is never contacted.
	HeadlessAgent = login.Headless

	// ClientIdentity is a client that was registered by hand: its ID, what proves who it is,
	// the issuer that knows it, and how it logs in if it needs no user for that.
	ClientIdentity = login.Identity

	// IdentityProvider is that of an enterprise, which says where its users may log in.
	IdentityProvider = login.Provider

	// LoginError says why there is no login: Document, its URL, its Field, Why.
	LoginError = login.Error

	// LoginPassingError says that a login could not be begun, or renewed, for a reason that may
	// pass by itself: nobody has to be asked, to try again is enough.
	LoginPassingError = secrets.PassingError

	// LoginRecord is what is remembered of a login beside its tokens.
	LoginRecord = secrets.Login
)

// logins are those of a runtime; env is complete.
func (env Env) logins(p ConnPolicy, tokens *secrets.Tokens) *login.Logins {
	local := env.Login.Local
	if local == nil {
		local = address.Local
	}
	return login.New(login.Options{
		Store: env.Credentials, Tokens: tokens, Dial: env.Dial, Clock: env.Clock,
		Random: cmp.Or[io.Reader](env.Login.Random, rand.Reader), Local: local,
		Early: p.Era != protocol.EraModern && p.Revision == "2025-03-26",
		Agent: env.Login.Agent, Name: p.Client.Name, Scopes: env.Login.Scopes, MetadataURL: env.Login.MetadataURL, Client: env.Login.Client,
		Anew: env.Login.Anew,
	})
}

// ListCredentials are all credentials of a store by their ids; none of a store that cannot
// tell. What cannot be read is left out, and told by the error.
func ListCredentials(ctx context.Context, store CredentialStore) (map[string]Credential, error) {
	lister, ok := store.(secrets.Lister)
	if !ok {
		return nil, nil
	}
	return lister.List(ctx)
}

// LoggedIn are the logins that a store keeps, by the URLs of their servers; see
// [ListCredentials] and [ServerURL].
func LoggedIn(ctx context.Context, store CredentialStore) (map[string]Credential, error) {
	all, err := ListCredentials(ctx, store)
	out := map[string]Credential{}
	for _, c := range all {
		if c.Login != nil && c.Login.Server != "" {
			out[c.Login.Server] = c
		}
	}
	return out, err
}

// ServerURL is how logins know a server: its URL without user, query and fragment, scheme
// and host in lower case.
func ServerURL(url string) string { return secrets.CanonicalURL(url) }

// Logout forgets the login to the server of a URL, and has its tokens revoked if the
// authorization server can do that (RFC 7009). was is false if there was none. An error
// is why they were not revoked, or, without a login, why the store cannot be used.
func Logout(ctx context.Context, store CredentialStore, dial DialFunc, url string) (was, revoked bool, err error) {
	id := secrets.LoginID(secrets.CanonicalURL(url))
	kept, was, err := store.Load(ctx, id)
	if err != nil && secrets.Save(ctx, store, id, Credential{}) == nil {
		return true, false, err // what cannot be read is forgotten all the same
	}
	if err != nil || !was {
		return false, false, err
	}
	forgetting := store.Change(ctx, id, func(now Credential, _ bool) (Credential, error) {
		kept = now
		return Credential{}, nil
	})
	revoked, err = login.Revoke(ctx, dial, kept) // after that, so that those who use it see why it has ended
	if forgetting != nil {
		err = fmt.Errorf("forgetting the login: %w", forgetting)
	}
	return true, revoked, err
}

// WantedScopes are the scopes for want of which a server has refused a request (403
// insufficient_scope); nil if that is not why err is.
func WantedScopes(err error) []string {
	refused, ok := errors.AsType[*transport.HTTPError](err)
	if !ok || refused.Status != http.StatusForbidden {
		return nil
	}
	return login.Wanted(refused.Challenges)
}

// AccessToken is the token that the login to a server has left, renewed if it is about to
// end; empty if there is no login, or if the definition, with its placeholders expanded,
// says itself what the server is to get. If it cannot be renewed the error says why.
func AccessToken(ctx context.Context, store CredentialStore, dial DialFunc, server config.Server) (string, error) {
	tokens := secrets.NewTokens(store, dial, clock.Real())
	defer tokens.Close()
	return tokens.Fresh(ctx, server)
}
