package steps

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/packed"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/process"
)

type serverKind string

const (
	stdioServer serverKind = "stdio"
	httpServer  serverKind = "http"
	sseServer   serverKind = "sse"
	wsServer    serverKind = "ws"
)

// server is one declared server: the fake behind it and the definition by which
// the runtime finds it.
type server struct {
	w        *World
	name     string
	actor    string // of what the fake does
	kind     serverKind
	script   *fakeserver.Script
	fake     *fakeserver.Server
	config   config.Server
	listener net.Listener // while it can be reached over HTTP
	faults   []linkFault  // given to the wire so far
	loop     crashLoop    // guarded by the fake's lock
	came     []arrival    // what of the journal has been read, for steps alone
	read     journaled

	mu         sync.Mutex
	scripted   bool // its answers may be others than those of a correct server
	skip       int  // journal entries before the counts started anew
	skipSpawns int
	failing    int     // spawns that will fail; -1 = all
	place      int     // in the order of declaration
	turns      []int64 // of the journal's entries among those of all servers, by Seq
	commands   packed.List[process.Command]
	alive      int // processes
}

func serverSteps() []gherkin.Step {
	return gherkin.Noun("server", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" over (stdio|http|sse|ws)`, Manual: "declares a correct server that offers the tool \"echo\"",
			Example: `server "docs" over stdio`, Func: (*World).declare},
		{Keyword: gherkin.Given, Pattern: `servers "([^"]+)" over (stdio|http|sse|ws)`,
			Manual: "declares several servers, names separated by commas; {n} counts with \"a1..a20\"", Example: `servers "a, b, c1..c9" over http`,
			Func: (*World).declareMany},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" over (stdio|http|sse|ws) with this script:`,
			Manual: "declares a server that follows a script (see: mcpsim help scripts)", Example: `server "docs" over http with this script:`,
			Func: (*World).declareScripted},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" over (stdio|http|sse|ws) with the script in "([^"]+)"`,
			Manual:  "declares a server that follows a script in a file, which is found from the folder of the feature",
			Example: `server "docs" over stdio with the script in "server.yaml"`, Func: (*World).declareFrom},
	})
}

func (w *World) declare(name string, kind serverKind) error {
	return w.add(name, kind, &fakeserver.Script{Name: name})
}

func (w *World) declareMany(names string, kind serverKind) error {
	for _, name := range expandNames(names) {
		if err := w.declare(name, kind); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) declareScripted(name string, kind serverKind, script *gherkin.DocString) error {
	return w.declareParsed(name, kind, originOf(script), []byte(script.Content))
}

func (w *World) declareParsed(name string, kind serverKind, origin fakeserver.Origin, text []byte) error {
	parsed, err := origin.Parse(text)
	if err != nil {
		return err
	}
	if parsed.Name == "" {
		parsed.Name = name
	}
	return w.add(name, kind, parsed)
}

// declareFrom reads the script of a server from a file.
func (w *World) declareFrom(name string, kind serverKind, file string) error {
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(w.scenario.URI), file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading the script: %w", err)
	}
	return w.declareParsed(name, kind, fakeserver.Origin{File: file}, text)
}

// add declares a server and makes it reachable.
func (w *World) add(name string, kind serverKind, script *fakeserver.Script) error {
	if w.servers[name] != nil {
		return fmt.Errorf("server %q is declared twice", name)
	}
	if kind == wsServer && script.HTTP.WebSocket == nil {
		script.HTTP.WebSocket = &fakeserver.WebSocket{}
	}
	s, err := w.fakeOf(name, kind, script)
	if err != nil {
		return err
	}
	s.place = len(w.order)
	s.config = config.Server{Name: name, Type: string(kind)}
	if kind == stdioServer {
		s.config.Command = name
	} else {
		s.config.URL = s.url(name + ".test")
	}
	w.servers[name] = s
	w.order = append(w.order, name)
	return s.open()
}

// fakeOf makes the fake of a server.
func (w *World) fakeOf(name string, kind serverKind, script *fakeserver.Script) (*server, error) {
	s := &server{w: w, name: name, actor: name + ".server", kind: kind, script: script}
	fake, err := fakeserver.New(script, fakeserver.Options{
		Name:      name,
		Clock:     clock.Named(w.ground.clock(), s.actor),
		Roll:      w.roll,
		Journal:   s.journaled,
		Elsewhere: nounOf[authorities](w).elsewhere,
		Secret:    nounOf[authorities](w).keepSecret,
		Crash:     true,
	})
	s.fake = fake
	return s, err
}

// open makes a server reachable: it listens, or its processes can be started.
func (s *server) open() error {
	if s.kind == stdioServer {
		return s.w.ground.prepare(s)
	}
	l, err := s.w.ground.listen(s.name + ".test:80")
	if err != nil {
		return fmt.Errorf("opening server %q: %w", s.name, err)
	}
	s.listener = l
	s.w.ground.spawn(s.name+".http", func() { _ = s.fake.Serve(l) })
	return nil
}

// shut takes a server off the network, and with it everything that is open.
func (s *server) shut() {
	if s.listener != nil {
		_ = s.listener.Close()
		s.listener = nil
	}
}

// url is where a server that is reached over the network is found.
func (s *server) url(host string) string {
	if s.kind == wsServer {
		return "ws://" + host + s.script.HTTP.WebSocket.Path
	}
	return "http://" + host + s.script.HTTP.StreamPath()
}

// journaled puts what a fake saw and did into the trace.
func (s *server) journaled(e fakeserver.Entry) {
	if e.Kind == fakeserver.KindSpawn {
		s.connected(e.At)
	}
	s.mu.Lock()
	s.turns = append(s.turns, s.w.entries.Add(1))
	s.mu.Unlock()
	text := e.Text
	if e.Verb != "" {
		text = e.Verb + " " + text
	}
	s.w.Emit(event.Event{
		At: e.At, Actor: s.actor, Kind: traceKind(e), Server: s.name, Conn: e.Conn,
		Name: e.Method, ID: e.ID, Text: strings.TrimSpace(text), N: max(e.Size, e.Status), Raw: e.Raw,
	})
}

// traceKind names an entry of a fake's journal in the trace.
func traceKind(e fakeserver.Entry) event.Kind {
	onWire := e.Kind == fakeserver.KindMessage || e.Kind == fakeserver.KindRaw
	switch {
	case onWire && e.Direction == fakeserver.Received:
		return "wire.received"
	case onWire:
		return "wire.sent"
	}
	return event.Kind("server." + strings.ReplaceAll(string(e.Kind), " ", "-"))
}

// turn is the place of an entry of the journal among those of all servers: many have
// the same time.
func (s *server) turn(e fakeserver.Entry) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turns[e.Seq-1]
}

// index is the position of a server in the order of declaration.
func (w *World) index(name string) int {
	if s := w.servers[name]; s != nil {
		return s.place
	}
	return len(w.order)
}

// originOf is where the text of a doc string stands.
func originOf(d *gherkin.DocString) fakeserver.Origin {
	return fakeserver.Origin{File: d.URI, Line: d.Line, Indent: d.Column - 1}
}
