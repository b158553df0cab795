package main

import (
	"context"
	"github.com/mcpsim/mcpsim/runtime/host"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/redact"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// hider takes secrets out of texts, also those that become known only while
// servers are being connected.
type hider struct {
	mu     sync.Mutex
	known  []string
	redact *redact.Redactor
}

func newHider(known []string) *hider {
	return &hider{known: known, redact: redact.New(known)}
}

// Text returns s without secrets.
func (h *hider) Text(s string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.redact.Text(s)
}

func (h *hider) add(secret string) {
	if len(secret) < shortestSecret {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.known = append(h.known, secret, credential(secret))
	h.redact = redact.New(h.known)
}

// commands runs the commands of definitions, once for all servers, and hides
// what they print before anybody can use it.
func (h *hider) commands(environ []string, clk clock.Clock) *host.Commands {
	sh := host.Shell{Starter: process.OS(), Environ: func() []string { return environ }}
	return host.NewCommands(host.CommandRunnerFunc(func(ctx context.Context, command string) (string, error) {
		output, err := sh.Run(ctx, command)
		h.add(strings.TrimSpace(output))
		return output, err
	}), clk)
}
