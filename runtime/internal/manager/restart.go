package manager

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/catalog"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
)

// Restart starts servers like [Manager.Start], but for the tools of its result, which it
// leaves out, and replaces those that run: the
// connection is closed, everything that the server offered is dropped, and then it
// is connected with the new definition (QWEN-49, QWEN-55 to 57). The others are not
// touched. A definition that cannot be used replaces the old one all the same; it is
// the error of its server.
func (m *Manager) Restart(ctx context.Context, servers []config.Server) Result {
	mine, refused := m.bringUp(ctx, servers, m.replace)
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.conclude(mine, servers, refused)
}

// replace registers a server in the place of the one that has its name. Its owner
// ends that one.
func (m *Manager) replace(cfg config.Server) (*server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return nil, errStopped
	}
	m.sources[cfg.Name] = cfg.Source
	old := m.servers[cfg.Name]
	s := m.register(cfg, old, catalog.Contents{})
	if old != nil {
		s.purged = true
		m.removeTools(cfg.Name)
	}
	return s, nil
}

// Refilter applies the tool filters of a definition to what its server has listed,
// without asking it anything (A-Q1). Nothing else of the definition is looked at;
// an unknown server is no error.
func (m *Manager) Refilter(cfg config.Server) {
	m.mu.Lock()
	s := m.servers[cfg.Name]
	if s == nil {
		m.mu.Unlock()
		return
	}
	s.filter = cfg.Clone()
	definitions, live := s.shown, s.live
	m.mu.Unlock()
	if definitions != nil {
		m.show(s, definitions, !live)
	}
}

// errEmpty has the documented text (S-QWEN-24).
//
//lint:ignore ST1005 text is documented
var errEmpty = errors.New("No prompts, tools, or resources found on the server.")

// DiscoveryError says that a first connect took too long (S-QWEN-23).
type DiscoveryError struct {
	Server string
	After  time.Duration
}

func (e *DiscoveryError) Error() string {
	return fmt.Sprintf("MCP server '%s' discovery timed out after %dms", e.Server, e.After.Milliseconds())
}

// Unwrap makes it match [clock.ErrTimeout].
func (e *DiscoveryError) Unwrap() error { return clock.ErrTimeout }

// discover is the first connect: one attempt, or those of the schedule. What a
// server still says after its time is over comes to nothing (S-QWEN-23).
func (s *server) discover(ctx context.Context) error {
	if err := config.Validate(s.config); err != nil {
		return err
	}
	if s.m.policy.retriesConnect() {
		return s.retryLoop(ctx, s.m.policy.Connect, true)
	}
	limit := s.discoveryLimit()
	limited, cancel := clock.WithTimeout(ctx, clock.Named(s.m.clk, s.config.Name+"/discovery"), limit)
	defer cancel()
	err := s.attempt(limited, true)
	if err != nil && errors.Is(context.Cause(limited), clock.ErrTimeout) {
		return &DiscoveryError{Server: s.config.Name, After: limit}
	}
	return err
}

// discoveryLimit is how long a first connect may take, 0 for ever.
func (s *server) discoveryLimit() time.Duration {
	switch {
	case s.config.Discovery > 0:
		return s.config.Discovery
	case s.config.Transport() == config.Stdio:
		return s.m.policy.Discovery.Stdio
	default:
		return s.m.policy.Discovery.Remote
	}
}

// offersAnything asks a server without tools for what else it may have. A list
// that fails is one that is empty.
func offersAnything(ctx context.Context, conn connect.Conn) bool {
	if prompts, _ := conn.ListPrompts(ctx); len(prompts) > 0 {
		return true
	}
	resources, _ := conn.ListResources(ctx)
	return len(resources) > 0
}
