package host

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/shell"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
	"github.com/mcpsim/mcpsim/runtime/process"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Seams are the places where a runtime touches the world. The zero value of
// each field is the real thing.
type Seams struct {
	Clock   clock.Clock     // nil: the wall clock
	Events  event.Sink      // nil: nobody listens
	Starter process.Starter // nil: processes of the operating system
	// Dial connects to HTTP servers; nil: the network of the machine.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// IDs makes the request ids of one connection; nil: snowflakes.
	IDs func(server string, epoch int) jsonrpc.IDSource
	// Roll gives the random bits of the jitter of a wait, which follows the failure of
	// that connection; nil: those of the operating system.
	Roll func(server string, epoch int) uint64
	// Cache of tool definitions; nil: none.
	Cache toolcache.Cache
	// Env looks up an environment variable; nil: that of this process.
	Env config.Lookup
	// Environ is the environment that servers and commands inherit, as
	// "NAME=value"; nil: that of this process.
	Environ func() []string
	// Commands runs the commands that values starting with "!" stand for, and
	// remembers what they printed; nil: the system's shell, in Dir.
	Commands *secrets.Commands
	// Credentials keeps the tokens of logins; nil: there are none.
	Credentials secrets.Store
	// Dir is the directory of the project: working directory of servers and
	// answer to roots/list; empty: that of this process.
	Dir string
	// OnToolsChanged is told that the tool view changed. It must not block.
	OnToolsChanged func()
	// OnResourcesChanged is told that the resources or resource templates of a
	// server changed, OnPromptsChanged the same for prompts. They must not block.
	OnResourcesChanged, OnPromptsChanged func(server string)
	// OnResourceUpdated is told that a resource that is subscribed to has changed;
	// see [manager.Notifications]. It must not block.
	OnResourceUpdated func(server, uri string)
	// Elicit answers what servers ask the user with a form; nil: they are told that
	// nobody can be asked. It must not block.
	Elicit func(protocol.ElicitParams) (protocol.ElicitResult, error)
	// OnNotification receives every server notification.
	OnNotification func(server, method string, params []byte)
}

// Host is a running runtime. Its methods may be called from any goroutine.
type Host struct {
	*manager.Manager
}

// New wires a runtime. It starts nothing.
func New(p Policy, s Seams) (*Host, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	return &Host{newManager(p, s)}, nil
}

// newManager wires a manager; s is complete.
func newManager(p Policy, s Seams) *manager.Manager {
	return newManagerThrough(p, s, func(own manager.Connector) manager.Connector { return own })
}

// newManagerThrough wires a manager whose connector stands behind another one.
func newManagerThrough(p Policy, s Seams, through func(manager.Connector) manager.Connector) *manager.Manager {
	c := newConnector(p, s)
	policy, warning := p.ManagerPolicy(s.Env)
	if warning != nil {
		s.Events.Emit(event.Event{At: s.Clock.Now(), Actor: "manager", Kind: event.ServerLog, Name: "warn", Text: warning.Error()})
	}
	return manager.New(manager.Options{
		Connector:          through(c),
		Clock:              s.Clock,
		Policy:             policy,
		Roll:               s.Roll,
		Cache:              s.Cache,
		Events:             s.Events,
		OnToolsChanged:     s.OnToolsChanged,
		OnResourcesChanged: s.OnResourcesChanged,
		OnPromptsChanged:   s.OnPromptsChanged,
		OnResourceUpdated:  s.OnResourceUpdated,
		OnNotification:     s.OnNotification,
		OnStopped:          c.tokens.Close,
	})
}

// Close disconnects every server and waits until nothing of them is left, the
// renewal of a token included. The host can start servers again afterwards.
func (h *Host) Close() { h.StopAll() }

func (s Seams) complete() (Seams, error) {
	if s.Clock == nil {
		s.Clock = clock.Real()
	}
	if s.Events == nil {
		s.Events = event.Discard
	}
	if s.Starter == nil {
		s.Starter = process.OS()
	}
	if s.Dial == nil {
		s.Dial = new(net.Dialer).DialContext
	}
	if s.Roll == nil {
		s.Roll = roll
	}
	if s.Env == nil {
		s.Env = os.LookupEnv
	}
	if s.Environ == nil {
		s.Environ = os.Environ
	}
	if s.IDs == nil {
		ids, err := jsonrpc.Snowflakes(0)
		if err != nil {
			return s, err
		}
		s.IDs = func(string, int) jsonrpc.IDSource { return ids }
	}
	if s.Dir == "" {
		dir, err := os.Getwd()
		if err != nil {
			return s, fmt.Errorf("finding the working directory: %w", err)
		}
		s.Dir = dir
	}
	if s.Commands == nil {
		s.Commands = secrets.NewCommands(shell.Shell{Starter: s.Starter, Environ: s.Environ, Dir: s.Dir}, s.Clock)
	}
	if s.Credentials == nil {
		s.Credentials = new(secrets.Memory)
	}
	return s, nil
}

// roots is the answer to roots/list: one root, the project's directory (F-15).
func (s Seams) roots() []protocol.Root {
	return []protocol.Root{{URI: fileURI(s.Dir), Name: filepath.Base(s.Dir)}}
}
