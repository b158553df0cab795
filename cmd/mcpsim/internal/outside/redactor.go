package outside

import (
	"context"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/runtime/clock"
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

// Commands runs the commands of definitions, once for all servers, and hides
// what they print before anybody can use it.
func (h *Redactor) Commands(environ []string, clk clock.Clock) *host.Commands {
	sh := host.Shell{Starter: process.OS(), Environ: func() []string { return environ }}
	return host.NewCommands(host.CommandRunnerFunc(func(ctx context.Context, command string) (string, error) {
		output, err := sh.Run(ctx, command)
		h.Add(strings.TrimSpace(output))
		return output, err
	}), clk)
}
