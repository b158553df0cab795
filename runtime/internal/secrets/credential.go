package secrets

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"
)

// Credential is what a login has left. The zero value is none. It never shows
// what it holds: not when printed, logged or encoded as JSON.
type Credential struct {
	Access  string    `json:"-"` // token that servers take; empty: none
	Refresh string    `json:"-"` // what a new one can be had for; empty: none can
	Expires time.Time // when Access ends; zero: it is not known to
	Login   *Login    `json:"-"` // how it was had; nil: the definition says where it is renewed
}

// Login is what is remembered of a login, so that its tokens go nowhere else and can be
// renewed. It is shared and read-only.
type Login struct {
	Server   string   // URL that the login was for
	Resource string   // what the token is for, as the server's metadata names it
	Issuer   string   // of the authorization server
	TokenURL string   // its token endpoint
	Revoke   string   // its revocation endpoint; empty: it has none
	Client   Client   // who was logged in
	Redirect []string // where the client registered to be called back; nil: it was registered by hand
	Scopes   []string // that were asked for
}

// String hides the secret of the client.
func (l Login) String() string { return "login(***)" }

// GoString hides it from %#v, too.
func (l Login) GoString() string { return l.String() }

// none reports whether there is nothing in a credential: to store it removes one.
func (c Credential) none() bool { return c.Access == "" && c.Refresh == "" && c.Login == nil }

const masked = "credential(***)"

// String hides the tokens.
func (c Credential) String() string { return masked }

// GoString hides them from %#v, too.
func (c Credential) GoString() string { return masked }

// LogValue hides them from log/slog.
func (c Credential) LogValue() slog.Value { return slog.StringValue(masked) }

// Store keeps credentials under their ids. Its methods may be called from any
// goroutine; several processes may share what is behind it.
type Store interface {
	// Load returns a credential; found is false if there is none of that id.
	Load(ctx context.Context, id string) (c Credential, found bool, err error)
	// Change replaces a credential by what change makes of it, all of it or nothing;
	// found is false if there is none; the zero Credential removes it. No other Change of it comes between, in this
	// process or in another. An error of change is returned, and the credential stays.
	Change(ctx context.Context, id string, change func(c Credential, found bool) (Credential, error)) error
}

// Lister is a Store that knows what it keeps.
type Lister interface {
	// List returns the credentials by their ids. What cannot be read is left out, and told
	// by the error.
	List(ctx context.Context) (map[string]Credential, error)
}

// Save replaces a credential of a store, whatever it was: what a login has left.
func Save(ctx context.Context, s Store, id string, c Credential) error {
	return s.Change(ctx, id, func(Credential, bool) (Credential, error) { return c, nil })
}

// Memory is a Store that ends with the program. The zero value is empty.
type Memory struct {
	mu  sync.Mutex
	all map[string]Credential
}

// Load returns a credential. It never fails.
func (m *Memory) Load(_ context.Context, id string) (Credential, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, found := m.all[id]
	return c, found, nil
}

// List returns the credentials by their ids.
func (m *Memory) List(context.Context) (map[string]Credential, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.all), nil
}

// Change replaces a credential. It fails only if change does.
func (m *Memory) Change(_ context.Context, id string, change func(Credential, bool) (Credential, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, found := m.all[id]
	after, err := change(before, found)
	if err != nil {
		return err
	}
	if m.all == nil {
		m.all = map[string]Credential{}
	}
	if after.none() {
		delete(m.all, id)
		return nil
	}
	m.all[id] = after
	return nil
}

// String hides the tokens.
func (m *Memory) String() string { return "credentials in memory" }

// GoString hides them from %#v, too.
func (m *Memory) GoString() string { return m.String() }
