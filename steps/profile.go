package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// runtimeProfile is a documented runtime by its name.
type runtimeProfile struct {
	name string
	over serverKind // how its servers are reached where scenarios do not say
	make func(*World) subject
}

// subject is a runtime as every profile has one: it starts servers, says how they
// are, offers their tools and ends. Its methods run inside a step.
type subject interface {
	// start begins to bring all declared servers up; startServer does so with one.
	start() error
	startServer(s *server) error
	// stopServer and stopAll end and wait for the end.
	stopServer(name string) error
	stopAll() error
	// status is connected, connecting or disconnected.
	status(name string) (string, error)
	// offers reports whether the tools of a server can be called now.
	offers(name string) (bool, error)
	// call begins a call of each tool of the servers, all at one instant.
	call(names []string, arguments json.RawMessage) error
	// shown is everything that people are shown of the servers.
	shown() string
}

// runtimeProfiles are those that universal guarantees hold for.
var runtimeProfiles = []runtimeProfile{
	{"omp", stdioServer, func(w *World) subject {
		return ofManager(w, host.WorkspacePolicy{Policy: host.OhMyPi()}, (*World).startDeclared)
	}},
	{"hardened", stdioServer, func(w *World) subject {
		return ofManager(w, host.WorkspacePolicy{Policy: host.Hardened()}, (*World).startDeclared)
	}},
	{"modern", stdioServer, func(w *World) subject {
		return ofManager(w, host.WorkspacePolicy{Policy: host.Modern()}, (*World).startDeclared)
	}},
	{"qwen", stdioServer, func(w *World) subject { return ofManager(w, host.QwenCode(), (*World).startFromSettings) }},
	{"qwen with a pool", stdioServer, func(w *World) subject { return ofManager(w, host.QwenCodePool(), (*World).startFromSettings) }},
	{"room", wsServer, func(w *World) subject {
		return ofManager(w, host.WorkspacePolicy{Policy: host.RoomServer()}, (*World).startOnCommand)
	}},
	{"agents", stdioServer, func(w *World) subject { return &team{agents: nounOf[agents](w)} }},
	{"agents in parallel", stdioServer, func(w *World) subject { return &team{agents: nounOf[agents](w), parallel: true} }},
}

func profileSteps() []gherkin.Step {
	return gherkin.Noun("profile", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the runtime is that of "([^"]+)"`,
			Manual: "makes the scenario about another documented runtime: " + strings.Join(profileNames(), ", ") +
				"; its servers are then started, stopped and called in its own way",
			Example: `the runtime is that of "qwen"`, Func: (*World).choose},
		{Keyword: gherkin.Given, Pattern: `the runtime of "([^"]+)" with the servers? "([^"]+)"`,
			Manual:  "chooses a documented runtime, and declares correct servers, over ws for room and over stdio for all others",
			Example: `the runtime of "qwen" with the servers "docs, mail"`, Func: (*World).chooseWith},
		{Keyword: gherkin.Then, Pattern: `the tools of "([^"]*)" are offered and no others`,
			Manual:  "compares the servers whose tools can be called now, whatever these are named",
			Example: `the tools of "docs, mail" are offered and no others`, Func: (*World).checkOffered},
		{Keyword: gherkin.Then, Pattern: `what is said of each server is what it has seen itself`,
			Manual: "checks for each server over stdio or ws that it is called connected if it has an open connection after a handshake, and is not if it has none",
			Func:   (*World).checkTruth},
		{Keyword: gherkin.Then, Pattern: `nothing of the servers? "([^"]+)" is left`,
			Manual:  "checks that every process and every WebSocket of servers over stdio or ws has ended",
			Example: `nothing of the servers "docs, mail" is left`, Func: checkGone},
		{Keyword: gherkin.Then, Pattern: `"([^"]+)" is nowhere to be seen`,
			Manual:  "looks for a text in the trace, in what the runtime shows of its servers, and in the outcomes of starts and calls",
			Example: `"tok-1" is nowhere to be seen`, Func: (*World).checkUnseen},
	})
}

func profileNames() []string {
	var names []string
	for _, p := range runtimeProfiles {
		names = append(names, p.name)
	}
	return names
}

func (w *World) chooseWith(p runtimeProfile, servers string) error {
	if err := w.choose(p); err != nil {
		return err
	}
	return w.declareMany(servers, p.over)
}

func profileNamed(name string) (runtimeProfile, error) {
	i := slices.IndexFunc(runtimeProfiles, func(p runtimeProfile) bool { return p.name == name })
	if i < 0 {
		return runtimeProfile{}, fmt.Errorf("unknown profile %q; there are %q", name, profileNames())
	}
	return runtimeProfiles[i], nil
}

func (w *World) choose(p runtimeProfile) error {
	if w.host != nil || nounOf[agents](w).manager != nil {
		return errors.New("the runtime has been started already: it is chosen before")
	}
	w.subject = p.make(w)
	return nil
}

// chosen is the runtime of the profile that was chosen, or else of the tag's.
func (w *World) chosen() subject { return w.subject }

func (w *World) checkOffered(names string) error {
	var got []string
	for _, name := range w.order {
		offered, err := w.chosen().offers(name)
		if err != nil {
			return fmt.Errorf("the tools of server %q: %w", name, err)
		}
		if offered {
			got = append(got, name)
		}
	}
	return same("the servers whose tools are offered", got, expandNames(names))
}

func (w *World) checkTruth() error { return w.checkTruthOf(w.declared(), w.chosen()) }

func (w *World) checkTruthOf(servers []*server, by subject) error {
	for _, s := range servers {
		said, err := by.status(s.name)
		if err != nil {
			return err
		}
		open, connected := s.openConnections(), said == "connected"
		wrong := connected != (open == 1)
		if s.w.disturbed(s.name) { // the end of a pipe, or of a handshake, need not have arrived
			wrong = connected && open == 0 && s.livedSince(s.w.now().Add(-lateEnd)) == 0
		}
		if open > 1 || wrong {
			return fmt.Errorf("server %q is said to be %s and has %d open connections", s.name, said, open)
		}
	}
	return nil
}

// openConnections counts connections that have been agreed upon and have not seen their
// end.
func (s *server) openConnections() int {
	open := map[int]bool{}
	for _, e := range s.fake.Journal() {
		switch {
		case e.Kind == fakeserver.KindExit:
			delete(open, e.Conn)
		case agrees(e):
			open[e.Conn] = true
		}
	}
	return len(open)
}

// agrees reports whether a message makes a connection: the end of a handshake or, since
// 2026-07-28 has none, an answer that offers this revision or a request that speaks it.
func agrees(e fakeserver.Entry) bool {
	switch e.Method {
	case "notifications/initialized":
		return e.Direction == fakeserver.Received
	case "server/discover":
		return e.Direction == fakeserver.Sent && strings.Contains(e.Raw, `"supportedVersions"`) && strings.Contains(e.Raw, modernRevision)
	}
	return e.Direction == fakeserver.Received && strings.Contains(e.Raw, protocol.MetaVersion)
}

const modernRevision = `"` + string(protocol.Revision20260728) + `"`

// lateEnd is how long the end of a process takes at most to arrive under a disturbance.
const lateEnd = time.Minute

// livedSince counts processes and connections that have not seen their end, or have seen it
// after t.
func (s *server) livedSince(t time.Time) int {
	lived := map[int]bool{}
	for _, e := range s.fake.Journal() {
		switch {
		case e.Kind == fakeserver.KindSpawn:
			lived[e.Conn] = true
		case e.Kind == fakeserver.KindExit && !e.At.After(t):
			delete(lived, e.Conn)
		}
	}
	return len(lived)
}

func checkGone(all []*server) error {
	for _, s := range all {
		if n := s.livedSince(s.w.now()); n > 0 {
			return fmt.Errorf("server %q still has %d processes or connections", s.name, n)
		}
	}
	return nil
}

func (w *World) checkUnseen(text string) error {
	if err := w.checkNotTraced(text); err != nil {
		return err
	}
	return w.checkNotReturned(text)
}

// checkNotReturned looks at what callers got, and at what is shown.
func (w *World) checkNotReturned(text string) error {
	for _, c := range nounOf[calls](w).all {
		if err := absent("the outcome of "+c.name, c.outcome(), text); err != nil {
			return err
		}
	}
	if w.startup != nil {
		if err := absent("what startup returned", fmt.Sprintf("%+v %v", w.startup.result, w.startup.err), text); err != nil {
			return err
		}
	}
	return absent("what is shown of the servers", w.chosen().shown(), text)
}
