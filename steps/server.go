package steps

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/transport/stdio"
)

type serverKind string

const (
	stdioServer serverKind = "stdio"
	httpServer  serverKind = "http"
	sseServer   serverKind = "sse"
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
	commands   []stdio.Command
	alive      map[process]bool
}

// process is what a server is asked about its processes.
type process interface{ Wait() (int, error) }

func init() {
	Register("server",
		Step{Keyword: Given, Pattern: `server "([^"]+)" over (stdio|http|sse)`,
			Manual:  "declares a correct server that offers the tool \"echo\"",
			Example: `server "docs" over stdio`, Func: (*World).declare},
		Step{Keyword: Given, Pattern: `servers "([^"]+)" over (stdio|http|sse)`,
			Manual:  "declares several servers, names separated by commas; {n} counts with \"a1..a20\"",
			Example: `servers "a, b, c1..c9" over http`, Func: (*World).declareMany},
		Step{Keyword: Given, Pattern: `server "([^"]+)" over (stdio|http|sse) with this script:`,
			Manual:  "declares a server that follows a script (see: mcpsim help scripts)",
			Example: `server "docs" over http with this script:`, Func: (*World).declareScripted},
		Step{Keyword: Given, Pattern: `server "([^"]+)" offers the tools? "([^"]*)"`,
			Manual:  "sets the tools that lists show from now on; names separated by commas, none if empty",
			Example: `server "docs" offers the tools "search, read"`, Func: (*World).offer},
		Step{Keyword: Given, Pattern: `server "([^"]+)" follows these rules:`,
			Manual:  "adds rules of the script format to a server",
			Example: `server "docs" follows these rules:`, Func: (*World).addRules},
		Step{Keyword: Given, Pattern: `server "([^"]+)" answers "([^"]+)" after (\S+)`,
			Manual:  "delays every answer to a method",
			Example: `server "docs" answers "tools/list" after 400ms`, Func: (*World).answerAfter},
		Step{Keyword: Given, Pattern: `server "([^"]+)" never answers "([^"]+)"`,
			Manual:  "leaves every request for a method unanswered",
			Example: `server "docs" never answers "initialize"`, Func: (*World).neverAnswer},
		Step{Keyword: Given, Pattern: `server "([^"]+)" answers "([^"]+)" with error (-?\d+) "([^"]*)"`,
			Manual:  "answers every request for a method with a JSON-RPC error",
			Example: `server "docs" answers "tools/list" with error -32000 "no"`, Func: (*World).answerError},
		Step{Keyword: Given, Pattern: `server "([^"]+)" cannot be started`,
			Manual:  "makes every attempt to start the process or to reach the address fail",
			Example: `server "docs" cannot be started`, Func: (*World).makeUnreachable},
		Step{Keyword: Given, Pattern: `server "([^"]+)" has a timeout of (\S+)`,
			Manual:  "sets the timeout in the server's definition; 0 means none",
			Example: `server "docs" has a timeout of 1500ms`, Func: (*World).setTimeout},
		Step{Keyword: Given, Pattern: `server "([^"]+)" is defined with (command|url|type|cwd) "([^"]*)"`,
			Manual:  "sets one field of the server's definition, right or wrong",
			Example: `server "docs" is defined with url "http://docs.test/mcp"`, Func: (*World).define},
		Step{Keyword: Given, Pattern: `server "([^"]+)" is defined with the (header|variable) "([^"]+)" set to "([^"]*)"`,
			Manual:  "adds an HTTP header or an environment variable to the server's definition",
			Example: `server "docs" is defined with the header "X-Key" set to "SECRET_NAME"`, Func: (*World).defineValue},
		Step{Keyword: Given, Pattern: `server "([^"]+)" is disabled`,
			Manual:  "sets enabled: false in the server's definition",
			Example: `server "docs" is disabled`, Func: (*World).disable},
		Step{Keyword: Given, Pattern: `server "([^"]+)" comes from the provider "([^"]*)"`,
			Manual:  "sets the display name of whatever configuration the server's definition was found in",
			Example: `server "docs" comes from the provider "Claude Code"`, Func: (*World).setProvider},

		Step{Keyword: When, Pattern: `server "([^"]+)" releases its answers`,
			Manual:  "lets a server go on with everything that a rule holds",
			Example: `server "docs" releases its answers`, Func: (*World).release},
		Step{Keyword: When, Pattern: `server "([^"]+)" exits with code (\d+)`,
			Manual:  "ends the server's process",
			Example: `server "docs" exits with code 1`, Func: (*World).exit},
		Step{Keyword: When, Pattern: `server "([^"]+)" drops its connections`,
			Manual:  "cuts every open connection of an HTTP server, or kills the process",
			Example: `server "docs" drops its connections`, Func: (*World).drop},
		Step{Keyword: When, Pattern: `servers "([^"]+)" exit and "([^"]+)" drop their connections`,
			Manual:  "ends several processes and cuts several connections at one instant",
			Example: `servers "a, b" exit and "c1..c3" drop their connections`, Func: (*World).failMany},
		Step{Keyword: When, Pattern: `server "([^"]+)" ends its stream`,
			Manual:  "ends the server's background streams cleanly",
			Example: `server "docs" ends its stream`, Func: (*World).endStreams},
		Step{Keyword: When, Pattern: `server "([^"]+)" goes down`,
			Manual:  "makes a server unreachable and cuts what is open",
			Example: `server "docs" goes down`, Func: (*World).goDown},
		Step{Keyword: When, Pattern: `server "([^"]+)" comes up`,
			Manual:  "makes a server reachable again",
			Example: `server "docs" comes up`, Func: (*World).comeUp},
		Step{Keyword: When, Pattern: `server "([^"]+)" sends the notification "([^"]+)"`,
			Manual:  "sends a notification without parameters",
			Example: `server "docs" sends the notification "notifications/tools/list_changed"`, Func: (*World).sendNotification},
		Step{Keyword: When, Pattern: `server "([^"]+)" sends the request "([^"]+)"`,
			Manual:  "sends a request to the client",
			Example: `server "docs" sends the request "ping"`, Func: (*World).sendRequest},
		Step{Keyword: When, Pattern: `server "([^"]+)" sends:`,
			Manual:  "sends raw text: lines on stdout, or events on the background stream; <id of \"M\" number N to server \"S\"> stands for the id of a request",
			Example: `server "docs" sends:`, Func: (*World).sendRaw},
		Step{Keyword: When, Pattern: `server "([^"]+)" changes its tools to "([^"]*)"`,
			Manual:  "changes what later lists show, without telling anybody",
			Example: `server "docs" changes its tools to "search"`, Func: (*World).offer},
	)
}

func (w *World) declare(name, kind string) error {
	return w.add(name, serverKind(kind), &fakeserver.Script{Name: name})
}

func (w *World) declareMany(names, kind string) error {
	for _, name := range expandNames(names) {
		if err := w.declare(name, kind); err != nil {
			return err
		}
	}
	return nil
}

func (w *World) declareScripted(name, kind string, script *godog.DocString) error {
	parsed, err := fakeserver.Parse("script of "+name, []byte(script.Content))
	if err != nil {
		return err
	}
	if parsed.Name == "" {
		parsed.Name = name
	}
	return w.add(name, serverKind(kind), parsed)
}

// add declares a server and makes it reachable.
func (w *World) add(name string, kind serverKind, script *fakeserver.Script) error {
	if w.servers[name] != nil {
		return fmt.Errorf("server %q is declared twice", name)
	}
	s := &server{w: w, name: name, actor: name + ".server", kind: kind, script: script, alive: map[process]bool{}}
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
		s.config.URL = "http://" + name + ".test" + script.HTTP.StreamPath()
	}
	w.servers[name] = s
	w.order = append(w.order, name)
	return w.ground.open(s)
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
	for i, n := range w.order {
		if n == name {
			return i
		}
	}
	return len(w.order)
}

func (w *World) offer(name, tools string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	list := []fakeserver.Tool{}
	for _, tool := range splitNames(tools) {
		list = append(list, fakeserver.Tool{Name: tool})
	}
	s.fake.SetTools(list)
	return nil
}

func (w *World) addRules(name string, rules *godog.DocString) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	script, err := fakeserver.Parse("rules of "+name, []byte("rules:\n"+rules.Content))
	if err != nil {
		return err
	}
	for _, r := range script.Rules {
		s.fake.AddRule(r)
	}
	return nil
}

// on adds a rule for every request of a method.
func (w *World) on(name, method string, do ...fakeserver.Action) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	s.fake.AddRule(fakeserver.Rule{When: fakeserver.When{Method: method}, Do: do})
	return nil
}

func (w *World) answerAfter(name, method, delay string) error {
	d, err := time.ParseDuration(delay)
	if err != nil {
		return err
	}
	return w.on(name, method, fakeserver.Delay{For: d})
}

func (w *World) neverAnswer(name, method string) error {
	return w.on(name, method, fakeserver.Never{})
}

func (w *World) answerError(name, method string, code int, message string) error {
	return w.on(name, method, fakeserver.RPCError{Code: code, Message: message})
}

func (w *World) makeUnreachable(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.failing = -1
	s.mu.Unlock()
	w.ground.shut(s)
	return nil
}

func (w *World) setTimeout(name, timeout string) error {
	d, err := time.ParseDuration(timeout)
	if timeout == "0" {
		d, err = 0, nil
	}
	if err != nil {
		return err
	}
	return w.edit(name, func(c *config.Server) { c.Timeout = &d })
}

func (w *World) define(name, field, value string) error {
	return w.edit(name, func(c *config.Server) {
		switch field {
		case "command":
			c.Command = value
		case "url":
			c.URL = value
		case "type":
			c.Type = value
		case "cwd":
			c.Cwd = value
		}
	})
}

func (w *World) defineValue(name, what, key, value string) error {
	return w.edit(name, func(c *config.Server) {
		field := &c.Headers
		if what == "variable" {
			field = &c.Env
		}
		if *field == nil {
			*field = map[string]string{}
		}
		(*field)[key] = value
	})
}

func (w *World) disable(name string) error {
	return w.edit(name, func(c *config.Server) { c.Enabled = new(bool) })
}

func (w *World) setProvider(name, provider string) error {
	return w.edit(name, func(c *config.Server) { c.Source.ProviderName = provider })
}

// edit changes the definition that the next start uses.
func (w *World) edit(name string, change func(*config.Server)) error {
	s, err := w.server(name)
	if err == nil {
		change(&s.config)
	}
	return err
}

func (w *World) release(name string) error {
	return w.with(name, func(s *server) { s.fake.Release("") })
}

func (w *World) exit(name string, code int) error {
	return w.with(name, func(s *server) { s.fake.Exit(code) })
}

func (w *World) drop(name string) error {
	return w.with(name, func(s *server) {
		if s.kind == stdioServer {
			s.fake.Exit(killed)
			return
		}
		s.fake.Drop()
	})
}

// killed is how a shell shows the exit of a process that met KILL.
const killed = 137

func (w *World) failMany(exiting, dropping string) error {
	for _, name := range expandNames(exiting) {
		s, err := w.server(name)
		if err != nil {
			return err
		}
		s.fake.Exit(1)
	}
	for _, name := range expandNames(dropping) {
		s, err := w.server(name)
		if err != nil {
			return err
		}
		s.fake.Drop()
	}
	return w.ground.settle()
}

func (w *World) endStreams(name string) error {
	return w.with(name, func(s *server) { s.fake.EndStreams() })
}

func (w *World) sendNotification(name, method string) error {
	return w.with(name, func(s *server) { s.fake.Notify(method, nil) })
}

func (w *World) sendRequest(name, method string) error {
	return w.with(name, func(s *server) { s.fake.Request(method, nil) })
}

func (w *World) sendRaw(name string, text *godog.DocString) error {
	raw, err := w.insertIDs(text.Content)
	if err != nil {
		return err
	}
	return w.with(name, func(s *server) { s.fake.Send(0, raw) })
}

func (w *World) goDown(name string) error {
	if err := w.makeUnreachable(name); err != nil {
		return err
	}
	return w.drop(name)
}

func (w *World) comeUp(name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.failing = 0
	s.mu.Unlock()
	return w.ground.open(s)
}

// with does something to a server and lets its consequences happen.
func (w *World) with(name string, f func(*server)) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	f(s)
	return w.ground.settle()
}

// spawns reports whether the next start of the process succeeds.
func (s *server) spawns() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failing > 0 {
		s.failing--
		return false
	}
	return s.failing == 0
}

// spawned records a started process until it exits.
func (s *server) spawned(c stdio.Command, p process) {
	s.mu.Lock()
	s.commands = append(s.commands, c)
	s.alive[p] = true
	s.mu.Unlock()
	s.w.ground.spawn(s.name+".reaper", func() {
		_, _ = p.Wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.alive, p)
	})
}

func (s *server) liveProcesses() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.alive)
}

func (s *server) spawnCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.commands)
}
