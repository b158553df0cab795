package manager

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Library is a connection that can offer more than tools. A connection that is
// none has no resources, prompts or instructions. Lists that the server did not
// advertise are empty and not asked for.
type Library interface {
	Server() protocol.InitializeResult
	ListResources(context.Context) ([]protocol.Resource, error)
	ListResourceTemplates(context.Context) ([]protocol.ResourceTemplate, error)
	ListPrompts(context.Context) ([]protocol.Prompt, error)
	ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error)
	GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error)
	Subscribe(ctx context.Context, uri string) error
	Unsubscribe(ctx context.Context, uri string) error
}

// Notifications are the policy for what servers announce. The zero value follows
// every notice at once and subscribes to nothing.
type Notifications struct {
	// Subscribe asks every server that allows it to announce changes of each of
	// its resources (OMP-LC-49, F-52). See [Manager.SetSubscriptions].
	Subscribe bool
	// Debounce is how long a resource must have been quiet before consumers hear
	// that it was updated; 0: they hear of every update, at once (F-52).
	Debounce time.Duration
	// ListPause is the least time between the beginnings of two refreshes of one
	// list of one server; 0: none, a notice is followed as soon as the refresh
	// before it is over (F-53). Notices in between are followed once (FF-43).
	ListPause time.Duration
}

// offer is what a server has besides tools, as last heard. Like its tools it
// outlives a lost connection and goes when the server is stopped (OMP-LC-112).
type offer struct {
	resources    []protocol.Resource
	templates    []protocol.ResourceTemplate
	prompts      []protocol.Prompt
	instructions string
}

// extras keep the offer of a server up to date over one connection. They are
// best effort: whatever fails is logged and touches neither tools nor status
// (OMP-LC-48, OMP-LC-104).
//
// No goroutine waits for something to do. Every request runs in a goroutine of
// its own, which somebody starts who holds the manager's mutex, which the owner
// joins before it goes on, and whose result changes nothing once over is set (U-04).
type extras struct {
	s       *server
	conn    Conn
	lib     Library
	clk     clock.Clock // of the updater
	ctx     context.Context
	stop    context.CancelCauseFunc
	running sync.WaitGroup // everybody who is spawned

	// Guarded by the manager's mutex.
	over    bool // another connection is current, or none will be
	leaving bool // the server is being stopped: unsubscribe and end
	lists   []*list
	subscriptions
	updates
}

// enrich begins to load what a server offers besides tools. It comes after the
// first tools of a connection (OMP-LC-47), does nothing after later ones, and
// waits for nothing.
func (s *server) enrich(conn Conn) {
	lib, ok := conn.(Library)
	if !ok {
		return
	}
	e := &extras{s: s, conn: conn, lib: lib, clk: clock.Named(s.m.clk, s.config.Name+"/updates")}
	e.state = map[string]subscription{}
	// Stopping a server gives a moment to unsubscribe, so the end of the server's
	// own context is not the end of this one: see part.
	e.ctx, e.stop = context.WithCancelCause(context.WithoutCancel(s.ctx))
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	if s.ctx.Err() != nil || s.conn != conn || s.extras != nil {
		e.stop(errStopped)
		return
	}
	s.extras = e
	s.offer.instructions = clip(lib.Server().Instructions)
	e.lists = e.makeLists()
	for _, l := range e.lists {
		if l.offered || !s.offer.empty() {
			e.wish(l)
		}
	}
}

// empty reports whether there is no item of any kind.
func (o *offer) empty() bool { return len(o.resources)+len(o.templates)+len(o.prompts) == 0 }

// current reports whether results still count; m.mu is held.
func (e *extras) current() bool { return !e.over && !e.leaving }

// spawn runs f in a goroutine; m.mu is held and e is not over, so that the owner
// does not join yet.
func (e *extras) spawn(clk clock.Clock, f func()) {
	e.running.Add(1)
	go func() {
		defer e.running.Done()
		_ = clock.Turn(e.ctx, clk) // f finds out itself that ctx has ended
		f()
	}()
}

// abandon ends the extras of a connection that is given up; m.mu is held. The
// owner calls join without it.
func (s *server) abandon() (join func()) {
	e := s.extras
	if e == nil {
		return func() {}
	}
	s.extras = nil
	e.over = true
	e.stop(errSuperseded)
	return e.running.Wait
}

// heard acts on the notices that concern the offer; m.mu is held. It returns
// what is to be done without the mutex, or nil.
func (e *extras) heard(method string, params []byte) (then func()) {
	if !e.current() {
		return nil
	}
	switch method {
	case protocol.NotifyResourcesChanged, protocol.NotifyPromptsChanged:
		for _, l := range e.lists {
			if l.notice == method {
				e.wish(l)
			}
		}
	case protocol.NotifyResourceUpdated:
		var p protocol.ResourceParams
		if json.Unmarshal(params, &p) == nil {
			return e.updated(p.URI)
		}
	}
	return nil
}

// log reports a failure, unless it is that of the whole connection, which is
// reported elsewhere.
func (e *extras) log(actor, level, message string, err error) {
	if isClosed(e.conn.Closed()) || e.ctx.Err() != nil {
		return
	}
	e.emit(actor, event.Event{Kind: event.ServerLog, Name: level, Text: message, Err: text(err)})
}

// emit tells a fact as an actor of its own: requests run side by side.
func (e *extras) emit(actor string, v event.Event) {
	v.Server = e.s.config.Name
	e.s.m.emit(actor, v)
}

// instructionsMax is the number of characters of a server's instructions that
// are kept (F-54).
const instructionsMax = 4000

// clip cuts instructions to [instructionsMax] characters.
func clip(text string) string {
	n := 0
	for i := range text {
		if n == instructionsMax {
			return text[:i]
		}
		n++
	}
	return text
}
