package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// surroundings are what a session of a test runs in. Servers connect at once and
// offer the tools "echo" and "<server>"; a server called "bad" fails.
type surroundings struct {
	mu       sync.Mutex
	asked    []session.DiscoverOptions
	managers []*manager.Manager
	edits    []string
	events   []event.Event
	found    session.Discovered
	env      config.Lookup
	failure  error
}

var errBad = errors.New("no such luck")

func (s *surroundings) configure(names ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found.Configs = nil
	for _, name := range names {
		s.found.Configs = append(s.found.Configs, config.Server{Name: name, Command: name})
	}
}

func (s *surroundings) wiring() session.Wiring {
	return session.Wiring{NewManager: s.newManager, Clock: clock.Real(), Events: event.SinkFunc(s.record)}
}

// loader finds the servers of the surroundings for a manager of its own.
func (s *surroundings) loader() session.Loader {
	return session.Loader{
		Discover: session.DiscoverFunc(s.discover), Manager: s.newManager(func() {}),
		Clock: clock.Real(), Events: event.SinkFunc(s.record),
	}
}

func (s *surroundings) discover(_ context.Context, o session.DiscoverOptions) (session.Discovered, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, o)
	return s.found, s.failure
}

func (s *surroundings) newManager(onToolsChanged func()) *manager.Manager {
	m := manager.New(manager.Options{
		Connector: connector{}, Clock: clock.Real(), Events: event.SinkFunc(s.record),
		Rand:      func(string, int) uint64 { return 0 },
		Callbacks: manager.Callbacks{OnToolsChanged: onToolsChanged},
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	s.managers = append(s.managers, m)
	return m
}

func (s *surroundings) record(e event.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
}

func (s *surroundings) Remove(_ context.Context, name string) error { return s.edit("remove " + name) }
func (s *surroundings) Disable(_ context.Context, name string) error {
	return s.edit("disable " + name)
}

func (s *surroundings) edit(what string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.edits = append(s.edits, what)
	return s.failure
}

// logged lists the records of a session, as "server text: error".
func (s *surroundings) logged() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, e := range s.events {
		if e.Kind == event.ServerLog && e.Actor == "session" {
			out = append(out, fmt.Sprintf("%s: %s: %s", e.Server, e.Text, e.Err))
		}
	}
	return out
}

func (s *surroundings) count(kind event.Kind) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, e := range s.events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

type connector struct{}

func (connector) Connect(_ context.Context, server config.Server, _ connect.Options) (connect.Conn, error) {
	if server.Name == "bad" {
		return nil, errBad
	}
	return &conn{name: server.Name, closed: make(chan struct{})}, nil
}

type conn struct {
	connect.Conn // what tests do not use
	name         string
	once         sync.Once
	closed       chan struct{}
}

func (c *conn) ListTools(context.Context) ([]json.RawMessage, error) {
	return []json.RawMessage{json.RawMessage(`{"name":"echo"}`), json.RawMessage(`{"name":"` + c.name + `"}`)}, nil
}

func (c *conn) CallTool(_ context.Context, name string, _ json.RawMessage) (json.RawMessage, error) {
	return json.RawMessage(`{"content":[{"type":"text","text":"` + c.name + " " + name + `"}]}`), nil
}

func (c *conn) Server() protocol.InitializeResult { return protocol.InitializeResult{} }

func (c *conn) Closed() <-chan struct{} { return c.closed }

func (c *conn) Close(context.Context) error {
	c.once.Do(func() { close(c.closed) })
	return nil
}
