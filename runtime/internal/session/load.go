package session

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// DiscoverOptions say which of the configured servers count.
type DiscoverOptions struct {
	// EnableProjectConfig false leaves out what the project's own files define;
	// nil counts as true (OMP-LC-12, OMP-LC-13).
	EnableProjectConfig *bool
	// FilterExa false keeps Exa's servers, nil counts as true: they are left out
	// and their keys reported (OMP-LC-15, OMP-LC-16).
	FilterExa *bool
	// FilterBrowser leaves out servers that automate a browser (OMP-LC-17).
	FilterBrowser bool
}

// Discovered is what the configuration says at one moment.
type Discovered struct {
	// Configs are unresolved definitions with their sources, one per name, in the
	// order in which servers are reported.
	Configs []config.Server
	// ExaKeys are those found in definitions that the Exa filter left out.
	ExaKeys Keys
	// Problems are what was ignored; each becomes a log record.
	Problems []config.Problem
}

// Keys are secrets: they do not show themselves when they are printed or logged.
type Keys []string

func (k Keys) String() string { return fmt.Sprintf("%d keys", len(k)) }

// GoString hides them from %#v, too.
func (k Keys) GoString() string { return k.String() }

// LogValue hides them from log/slog.
func (k Keys) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalJSON hides them from encoding/json.
func (k Keys) MarshalJSON() ([]byte, error) { return json.Marshal(k.String()) }

// Discoverer reads the configuration, anew each time. An error means that there
// is no saying what is configured; a broken definition of one server is not one.
type Discoverer interface {
	Discover(ctx context.Context, o DiscoverOptions) (Discovered, error)
}

// DiscoverFunc makes a function a Discoverer.
type DiscoverFunc func(ctx context.Context, o DiscoverOptions) (Discovered, error)

// Discover calls f.
func (f DiscoverFunc) Discover(ctx context.Context, o DiscoverOptions) (Discovered, error) {
	return f(ctx, o)
}

// Loader finds servers and connects them. All but Events must be set.
type Loader struct {
	DiscoverOptions
	Discover Discoverer
	Manager  *manager.Manager // runs the servers
	Clock    clock.Clock
	Events   event.Sink // nil: discarded
}

// Loaded is the result of the loader.
type Loaded struct {
	Tools     []LoadedTool // of all servers, live and deferred, sorted by name
	Errors    []LoadError  // in configured order
	Connected []string     // names of servers, in configured order
	ExaKeys   Keys         // for a native integration (OMP-LC-16)
}

// LoadedTool is a tool with its decorated paths.
type LoadedTool struct {
	Path         string // mcp:<server> via <provider>, if that is known (OMP-LC-74, OMP-LC-75)
	ResolvedPath string // mcp:<name> (F-27)
	Tool         toolbridge.Tool
}

// LoadError is why a server, or all of them, could not be loaded.
type LoadError struct {
	Path   string // mcp:<server>, or [DiscoveryPath]
	Server string // configured name; empty if discovery itself failed
	Err    error
}

// DiscoveryPath is where a failure of discovery itself is reported, whichever
// file it was (OMP-LC-20).
const DiscoveryPath = ".mcp.json"

// Load discovers servers and starts them. It returns when [manager.Manager.Start]
// does, and it never fails: if discovery does, the result has no tools and one error
// (OMP-LC-20); a server that fails has an error of its own beside the tools of the
// others (OMP-LC-22).
func (o Loader) Load(ctx context.Context) Loaded {
	return o.discoverAndConnect(ctx)
}

// discoverAndConnect is what startup and a reload have in common.
func (o Loader) discoverAndConnect(ctx context.Context) Loaded {
	found, err := o.Discover.Discover(ctx, o.DiscoverOptions)
	o.emit(event.Event{Kind: event.Discovered, N: len(found.Configs), Err: facts.Text(err)})
	if err != nil {
		return Loaded{Errors: []LoadError{{Path: DiscoveryPath, Err: err}}}
	}
	for _, p := range found.Problems {
		o.log("warn", p.Server, p.String(), nil)
	}
	started := o.Manager.Start(ctx, found.Configs)
	loaded := Loaded{Connected: started.Connected, ExaKeys: found.ExaKeys}
	loaded.Tools = make([]LoadedTool, 0, len(started.Tools))
	for _, t := range started.Tools {
		loaded.Tools = append(loaded.Tools, LoadedTool{Path: t.Path, ResolvedPath: t.ResolvedPath(), Tool: t})
	}
	for _, e := range started.Errors {
		loaded.Errors = append(loaded.Errors, LoadError{Path: toolbridge.ErrorPath(e.Server), Server: e.Server, Err: e.Err})
	}
	return loaded
}

func (o Loader) emit(e event.Event) { facts.To(o.Events, o.Clock).Emit("session", e) }

func (o Loader) log(level, server, message string, err error) {
	o.emit(event.Event{Kind: event.ServerLog, Server: server, Name: level, Text: message, Err: facts.Text(err)})
}
