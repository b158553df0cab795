package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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
	subject  subject              // the runtime under test
	policy   host.WorkspacePolicy // of it, which steps can change; Policy for runtimes without settings

	nouns    []any               // what steps keep for themselves: see nounOf
	attempts map[string]*attempt // what steps have begun, by name

	host    running   // nil before the start
	begin   time.Time // when "the runtime starts" was said last
	startup *startup
	step    reports.Step    // that runs
	life    context.Context // ends with the scenario
	end     context.CancelFunc

	entries  atomic.Int64 // of the journals of all servers
	mu       sync.Mutex   // guards what the runtime reports from its goroutines
	events   eventLog
	lives    map[string]int // of programs, by their command: for what the trace tells of them
	eventful bool           // there was an event that is not of a step
	changes  int            // times that consumers were told of changed tools
	notices  []notice
	told     told
	secrets  []string
	closed   bool           // the scenario is over: teardown is not part of its trace
	failed   bool           // a step has failed
	ended    bool           // what steps have started has been closed
	stopped  map[string]int // handshakes of the servers that were stopped, as long as nothing was done that may start them
	tap      *tap           // keeps what travels; nil = not kept
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
	Call(ctx context.Context, name string, arguments json.RawMessage) (host.Output, error)
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
	// path is where a file or directory of the scenario is.
	path(name string) string
	// listen listens at a name and port that the dialler of hostEnv finds.
	listen(address string) (net.Listener, error)
	// prepare makes it possible to start the processes of a declared server.
	prepare(s *server) error
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
		lives:    map[string]int{},
	}
	w.events.settled.Grow(32) // few scenarios have fewer
	w.subject = ofManager(w, profile(s), (*World).startDeclared)
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
	return w.disturb()
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
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = w.failed || e.Kind == reports.StepFail
	if !w.closed {
		w.eventful = w.eventful || !strings.HasPrefix(string(e.Kind), "step.")
		w.events.add(reports.Event{Event: e, Cause: w.ground.cause()})
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
		var missing error
		if len(w.scenario.Disturb) == 0 { // else what was to act may have been kept from it
			missing = w.Await(w.faultsMissing)
		}
		var told error
		if !w.failed {
			told = nounOf[authorities](w).checkLoginSecrets()
		}
		return errors.Join(missing, told, w.tearDown())
	})
	if closing := w.ground.close(); err == nil {
		err = closing
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return gherkin.Outcome{
		Err:     err,
		Begin:   w.zero(),
		Idle:    w.idle(),
		Elapsed: elapsed,
		Events:  w.events.all(),
		Secrets: w.secrets,
		Spoiled: spoils(err),
	}
}

// tearDown ends what the scenario started, in the order of a well-kept program:
// callers first, then the runtime, then the servers.
func (w *World) tearDown() error {
	w.end()
	w.closeNouns()
	if w.host != nil {
		w.host.Close()
	}
	for _, name := range w.order {
		w.servers[name].fake.Close()
		w.servers[name].shut()
	}
	nounOf[auth](w).endpoint.close()
	return errors.Join(w.ground.settle(), nounOf[files](w).remove(), nounOf[workspace](w).unwatched())
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

// asWritten is a text of the runtime with the paths that the scenario has for files.
func (w *World) asWritten(text string) string {
	root := strings.TrimSuffix(w.ground.path(homeDir), homeDir)
	if root == "" {
		return text
	}
	return strings.ReplaceAll(text, root, "")
}

// eventCount is how many events there were so far.
func (w *World) eventCount() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.events.count()
}

// seen returns the events of a kind, or of all, so far, in order of time.
func (w *World) seen(kind event.Kind, server string) []event.Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []event.Event
	for e := range w.events.all() {
		if (kind == "" || e.Kind == kind) && e.Kind != arrived && (server == "" || e.Server == server) {
			out = append(out, e.Event)
		}
	}
	return out
}

func (w *World) server(name string) (*server, error) {
	if s := w.servers[name]; s != nil {
		return s, nil
	}
	if s := nounOf[authorities](w).all[name]; s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("no server %q in this scenario; declared are %q", name, w.order)
}

// runtime is the one that runs.
func (w *World) runtime() (running, error) {
	if w.host == nil {
		return nil, errNoStart
	}
	return w.host, nil
}

// declared are all servers.
func (w *World) declared() []*server {
	var all []*server
	for _, name := range w.order {
		all = append(all, w.servers[name])
	}
	return all
}

// several are servers by their names, in which "s1..s20" stands for twenty.
func (w *World) several(names string) ([]*server, error) {
	var all []*server
	for _, name := range expandNames(names) {
		s, err := w.server(name)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// roll gives fakes their random decisions: a function of the scenario's seed.
func (w *World) roll(parts ...string) uint64 {
	return vtime.Seed(w.scenario.Seed).Uint64(parts...)
}
