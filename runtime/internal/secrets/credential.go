package secrets

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Credential is what a login has left. The zero value is none. It never shows
// what it holds: not when printed, logged or encoded as JSON.
type Credential struct {
	Access  string    `json:"-"` // token that servers take; empty: none
	Refresh string    `json:"-"` // what a new one can be had for; empty: none can
	Expires time.Time // when Access ends; zero: it is not known to
}

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
	// Save replaces a credential, all of it or nothing.
	Save(ctx context.Context, id string, c Credential) error
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

// Save replaces a credential. It never fails.
func (m *Memory) Save(_ context.Context, id string, c Credential) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all == nil {
		m.all = map[string]Credential{}
	}
	m.all[id] = c
	return nil
}

// String hides the tokens.
func (m *Memory) String() string { return "credentials in memory" }

// GoString hides them from %#v, too.
func (m *Memory) GoString() string { return m.String() }
