package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// World is what one scenario runs in: servers, the runtime under test, and what
// both were seen to do. Steps use it from inside Do only.
type World struct {
	scenario gherkin.Scenario
	ground   ground
	servers  map[string]*server
	order    []string // names of servers as declared
	env      map[string]string
	auth     auth
	cache    *cache
	policy   host.WorkspacePolicy // Policy for runtimes without settings
	subject  subject              // see chosen

	configured configured
	files      files
	session    sessions
	work       works
	room       rooms
	nouns      []any               // what steps keep for themselves: see nounOf
	attempts   map[string]*attempt // by name

	host    running   // nil before the start
	begin   time.Time // when "the runtime starts" was said last
	startup *startup
	life    context.Context // ends with the scenario
	end     context.CancelFunc

	mu      sync.Mutex // guards what the runtime reports from its goroutines
	events  []reports.Event
	changes int // times that consumers were told of changed tools
	notices []notice
	told    told
	secrets []string
	closed  bool // the scenario is over: teardown is not part of its trace
}

// running is what scenarios see and use of every runtime that has a manager.
type running interface {
	Servers() iter.Seq[host.ServerView]
	Status(server string) host.Status
	Source(server string) (config.Source, bool)
	Instructions(server string) string
	Tools() iter.Seq[host.Tool]
	Resources(server string) iter.Seq[protocol.Resource]
	Templates(server string) iter.Seq[protocol.ResourceTemplate]
	Prompts(server string) iter.Seq[protocol.Prompt]
	CallTool(ctx context.Context, t host.Tool, arguments json.RawMessage) (host.Output, error)
	ReadResource(ctx context.Context, server, uri string) (protocol.ReadResourceResult, error)
	GetPrompt(ctx context.Context, server, prompt string, arguments map[string]string) (protocol.GetPromptResult, error)
	SetSubscriptions(on bool)
	Reconnect(ctx context.Context, server string) error
	Stop(server string)
	Close()
}

// ground is the world below a scenario: where time, wires and processes come
// from. The virtual one lives in a bubble, the real one in this process.
type ground interface {
	// do runs f where the world's goroutines live.
	do(f func() error) error
	clock() clock.Clock
	// sleep lets d pass; settle lets everything happen that is due now.
	sleep(d time.Duration) error
	settle() error
	// spawn runs f in a goroutine that belongs to the scenario.
	spawn(actor string, f func())
	cause() uint64
	// env are the runtime's ways out.
	hostEnv() host.Env
	// open makes a declared server reachable, shut takes it off the network.
	open(s *server) error
	shut(s *server)
	// link is the emulated wire to a server.
	link(name string) (*netem.Link, error)
	// live is how many processes of a server exist.
	live(s *server) int
	// close ends everything and reports what is left over.
	close() error
}

// errNoStart is the advice for steps that need a runtime.
var errNoStart = errors.New(`the runtime has not been started: say "the runtime starts" first`)

// New opens the world of one scenario.
func New(t *testing.T, s gherkin.Scenario) gherkin.World {
	w := &World{
		scenario: s,
		servers:  map[string]*server{},
		env:      map[string]string{},
		attempts: map[string]*attempt{},
		policy:   profile(s),
		events:   make([]reports.Event, 0, 32), // few scenarios have fewer
	}
	if s.World == gherkin.Real {
		w.ground = newRealGround(w)
	} else {
		w.ground = newVirtualGround(t, w)
	}
	if err := w.Do(w.setUp); err != nil {
		w.ground = broken{w.ground, err}
	}
	return w
}

// profile is the runtime that a scenario is about: that of its tag.
func profile(s gherkin.Scenario) host.WorkspacePolicy {
	switch {
	case slices.Contains(s.Tags, "@qwen"):
		return host.QwenCode()
	case slices.Contains(s.Tags, "@room"):
		return host.WorkspacePolicy{Policy: host.RoomServer()}
	}
	return host.WorkspacePolicy{Policy: host.OhMyPi()}
}

func (w *World) setUp() error {
	w.life, w.end = context.WithCancel(context.Background())
	w.begin = w.now()
	w.cache = newCache(w)
	return nil
}

// broken is a ground that could not be prepared: every step fails with the
// reason.
type broken struct {
	ground
	err error
}

func (b broken) do(func() error) error { return b.err }

// Do runs one step.
func (w *World) Do(f func() error) error { return w.ground.do(f) }

// Emit records an event of the scenario or of the runtime. It stamps the cause.
func (w *World) Emit(e event.Event) {
	if e.At.IsZero() {
		e.At = w.now()
	}
	cause := w.ground.cause()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed {
		if len(w.events) == cap(w.events) {
			w.events = slices.Grow(w.events, len(w.events)) // a day has many
		}
		w.events = append(w.events, reports.Event{Event: e, Cause: cause})
	}
}

// Finish ends the scenario: the runtime is closed, the servers too, and what is
// left over then is a leak.
func (w *World) Finish() gherkin.Outcome {
	var elapsed time.Duration
	err := w.Do(func() error {
		elapsed = w.now().Sub(w.zero())
		w.mu.Lock()
		w.closed = true
		w.mu.Unlock()
		return w.tearDown()
	})
	if closing := w.ground.close(); err == nil {
		err = closing
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return gherkin.Outcome{
		Err:     err,
		Begin:   w.zero(),
		Elapsed: elapsed,
		Events:  w.events,
		Secrets: w.secrets,
		Spoiled: spoils(err),
	}
}

// tearDown ends what the scenario started, in the order of a well-kept program:
// callers first, then the runtime, then the servers.
func (w *World) tearDown() error {
	w.end()
	w.closeNouns()
	w.closeSession()
	w.closeWorkspaces()
	w.closeRoom()
	if w.host != nil {
		w.host.Close()
	}
	for _, name := range w.order {
		w.servers[name].fake.Close()
		w.ground.shut(w.servers[name])
	}
	w.auth.endpoint.close()
	return w.ground.settle()
}

func (w *World) now() time.Time { return w.ground.clock().Now() }

// zero is the instant that traces count from.
func (w *World) zero() time.Time {
	if v, ok := w.ground.(*virtualGround); ok {
		return v.begin
	}
	return w.begin
}

// since is a moment as scenarios count it: from the last "the runtime starts",
// in whole milliseconds. What the events of one instant cost is rounded away.
func (w *World) since(t time.Time) time.Duration {
	return t.Sub(w.begin).Round(time.Millisecond)
}

// seen returns the events of a kind, or of all, so far, in order of time.
func (w *World) seen(kind event.Kind, server string) []event.Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	sorted := append([]reports.Event(nil), w.events...)
	reports.Sort(sorted)
	var out []event.Event
	for _, e := range sorted {
		if (kind == "" || e.Kind == kind) && (server == "" || e.Server == server) {
			out = append(out, e.Event)
		}
	}
	return out
}

func (w *World) server(name string) (*server, error) {
	if s := w.servers[name]; s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("no server %q in this scenario; declared are %q", name, w.order)
}

// roll gives fakes their random decisions: a function of the scenario's seed.
func (w *World) roll(parts ...string) uint64 {
	return vtime.Seed(w.scenario.Seed).Uint64(parts...)
}
