package outside

import (
	"context"
	"crypto/x509"
	"errors"
	"io/fs"
	"net"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Redactor takes secrets out of texts, also those that become known only while
// servers are being connected.
type Redactor struct {
	mu     sync.Mutex
	known  []string
	redact *redact.Redactor
}

// NewRedactor returns a redactor for secrets that are known already.
func NewRedactor(known []string) *Redactor {
	return &Redactor{known: known, redact: redact.New(known)}
}

// Text returns s without secrets.
func (h *Redactor) Text(s string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.redact.Text(s)
}

// Own returns a message of mcpsim's own without secrets. What it repeats from outside,
// such as the path of a file ([Named]), is redacted like any text from there. Of the
// rest a value that is a plain word stays: it is one of the message's own words.
func (h *Redactor) Own(s string, outside ...string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, part := range outside {
		if part != "" {
			s = strings.ReplaceAll(s, part, h.redact.Text(part))
		}
	}
	var forms []string
	for _, secret := range h.known {
		if strings.Trim(secret, "abcdefghijklmnopqrstuvwxyz") != "" {
			forms = append(forms, secret, url.QueryEscape(secret), url.PathEscape(secret))
		}
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) }) // one may contain another
	for _, form := range forms {
		s = strings.ReplaceAll(s, form, redact.Placeholder)
	}
	return s
}

// Named are the parts of an error's text that come from outside: paths, programs, hosts.
func Named(err error) []string {
	var out []string
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		out = append(out, e.Path)
	}
	if e, ok := errors.AsType[*exec.Error](err); ok {
		out = append(out, e.Name)
	}
	if e, ok := errors.AsType[*net.DNSError](err); ok {
		out = append(out, e.Name)
	}
	if e, ok := errors.AsType[x509.HostnameError](err); ok {
		out = append(out, e.Host)
	}
	return out
}

// Add hides one more secret, unless it is too short to be one.
func (h *Redactor) Add(secret string) {
	if len(secret) < shortestSecret {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.known = append(h.known, secret, Credential(secret))
	h.redact = redact.New(h.known)
}

// Credentials keeps the tokens of logins in files below dir, and hides those that a
// server gets.
func (h *Redactor) Credentials(dir string) host.CredentialStore {
	return credentials{host.NewDiskCredentials(dir), h}
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

func (s credentials) Save(ctx context.Context, id string, c host.Credential) error {
	s.hide(c)
	return s.CredentialStore.Save(ctx, id, c)
}

func (s credentials) hide(c host.Credential) {
	s.redact.Add(c.Access)
	s.redact.Add(c.Refresh)
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
