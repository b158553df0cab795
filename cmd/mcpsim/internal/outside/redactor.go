package outside

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// MaxValue is how much of one text that somebody else wrote is kept for programs and
// reports, in bytes; what is left out of the middle is counted there (X-TEXT-1).
const MaxValue = 64 << 10

// Hide makes what a command says on stderr free of the secrets of a redactor.
func Hide(u *ui.UI, h *Redactor) { u.Redact = func(s string) string { return h.Own(s) } }

// Redactor takes secrets out of texts, also those that become known only while
// servers are being connected. Its methods may be called from any goroutine.
type Redactor struct {
	mu     sync.Mutex
	known  map[string]bool
	redact *redact.Redactor // of those that are known; nil: they have changed
}

// NewRedactor returns a redactor for secrets that are known already.
func NewRedactor(known []string) *Redactor {
	h := &Redactor{known: map[string]bool{}}
	h.Add(known...)
	return h
}

// Add hides more secrets, and what of them follows the scheme if they are values of
// headers.
func (h *Redactor) Add(secrets ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, secret := range secrets {
		for _, one := range []string{secret, redact.Credential(secret)} {
			if len(one) >= redact.Shortest && !h.known[one] {
				h.known[one], h.redact = true, nil
			}
		}
	}
}

func (h *Redactor) current() *redact.Redactor {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.redact == nil {
		h.redact = redact.New(slices.Collect(maps.Keys(h.known)))
	}
	return h.redact
}

// Text returns at most [MaxValue] bytes of s, without secrets.
func (h *Redactor) Text(s string) string {
	head, note, tail := words.Cut(s, MaxValue) // first: to look for secrets in all of a flood takes time
	r := h.current()
	return r.Text(head) + note + r.Text(tail)
}

// ToolName is a name that a runtime has made of the name which a server gives its tool. No
// letter of it can be told from that of a secret there: it may be in small letters, have _ for
// other characters, or be cut.
func (h *Redactor) ToolName(name, original string) string {
	if h.Own(original) != original {
		return redact.Placeholder
	}
	return h.Text(name)
}

// Event is an event without the secrets.
func (h *Redactor) Event(e reports.Event) reports.Event { return h.current().Event(e) }

// Own returns a message of mcpsim's own without secrets. What it repeats from outside,
// such as the path of a file ([ui.Named]), is redacted like any text from there. Of the
// rest a value that is a plain word stays: it is one of the message's own words.
func (h *Redactor) Own(s string, outside ...string) string {
	head, note, tail := words.Cut(s, MaxValue)
	r := h.current()
	for _, part := range outside {
		if part != "" {
			head = strings.ReplaceAll(head, part, r.Text(part))
		}
	}
	return r.Own(head) + note + r.Own(tail)
}

// Credentials keeps the tokens of logins in files below dir, sealed as far as how says and
// sys has a keyring, and hides those that a server gets.
func (h *Redactor) Credentials(dir string, sys ui.System, how host.Sealing) host.CredentialStore {
	if sys.Keyring == nil {
		return credentials{host.NewDiskCredentials(dir), h}
	}
	return credentials{host.NewKeyringCredentials(dir, sys.Keyring, how), h}
}

// Logins are the credentials in dir, or, if that is empty, those that `mcpsim login` keeps;
// without a home directory there are none.
func (h *Redactor) Logins(dir string, sys ui.System) host.CredentialStore {
	if dir == "" {
		dir = CredentialsDir(sys.Environ)
	}
	if dir == "" {
		return new(host.MemoryCredentials)
	}
	return h.Credentials(dir, sys, host.SealNew)
}

// credentials hides what a store holds.
type credentials struct {
	host.CredentialStore
	redact *Redactor
}

func (s credentials) Load(ctx context.Context, id string) (host.Credential, bool, error) {
	c, found, err := s.CredentialStore.Load(ctx, id)
	s.hide(c)
	return c, found, err
}

// List lists what the store keeps.
func (s credentials) List(ctx context.Context) (map[string]host.Credential, error) {
	all, err := host.ListCredentials(ctx, s.CredentialStore)
	for _, c := range all {
		s.hide(c)
	}
	return all, err
}

func (s credentials) Change(ctx context.Context, id string, change func(host.Credential, bool) (host.Credential, error)) error {
	return s.CredentialStore.Change(ctx, id, func(before host.Credential, found bool) (host.Credential, error) {
		after, err := change(before, found)
		s.hide(before)
		s.hide(after)
		return after, err
	})
}

func (s credentials) hide(c host.Credential) {
	s.redact.Add(c.Access)
	s.redact.Add(c.Refresh)
	if c.Login != nil {
		s.redact.Add(c.Login.Client.Secret)
	}
}

// RunCommand returns what runs a command of definitions, and hides what it prints
// before a server gets it.
func (h *Redactor) RunCommand(environ []string) func(context.Context, string) (string, error) {
	sh := host.Shell{Starter: process.OS(), Environ: func() []string { return environ }}
	return func(ctx context.Context, command string) (string, error) {
		output, err := sh.Run(ctx, command)
		h.Add(strings.TrimSpace(output))
		return output, err
	}
}
