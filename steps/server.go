package steps

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
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
	heal     []func()     // takes the faults off the wire
	loop     crashLoop    // guarded by the fake's lock

	mu         sync.Mutex
	skip       int // journal entries before the counts started anew
	skipSpawns int
	failing    int // spawns that will fail; -1 = all
	commands   []process.Command
	alive      map[child]bool
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
	parsed, err := originOf(script).Parse([]byte(script.Content))
	if err != nil {
		return err
	}
	if parsed.Name == "" {
		parsed.Name = name
	}
	return w.add(name, kind, parsed)
}

// add declares a server and makes it reachable.
func (w *World) add(name string, kind serverKind, script *fakeserver.Script) error {
	if w.servers[name] != nil {
		return fmt.Errorf("server %q is declared twice", name)
	}
	if kind == wsServer && script.HTTP.WebSocket == nil {
		script.HTTP.WebSocket = &fakeserver.WebSocket{}
	}
	s := &server{w: w, name: name, actor: name + ".server", kind: kind, script: script, alive: map[child]bool{}}
	fake, err := fakeserver.New(script, fakeserver.Options{
		Name:    name,
		Clock:   clock.Named(w.ground.clock(), s.actor),
		Roll:    w.roll,
		Journal: s.journaled,
	})
	if err != nil {
		return err
	}
	s.fake = fake
	s.config = config.Server{Name: name, Type: string(kind)}
	if kind == stdioServer {
		s.config.Command = name
	} else {
		s.config.URL = s.url(name + ".test")
	}
	w.servers[name] = s
	w.order = append(w.order, name)
	return w.ground.open(s)
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

// index is the position of a server in the order of declaration.
func (w *World) index(name string) int {
	if i := slices.Index(w.order, name); i >= 0 {
		return i
	}
	return len(w.order)
}

// originOf is where the text of a doc string stands.
func originOf(d *gherkin.DocString) fakeserver.Origin {
	return fakeserver.Origin{File: d.URI, Line: d.Line, Indent: d.Column - 1}
}
