package manager

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// list is one list of a server besides tools. At most one request for it is under
// way on a connection: whoever wishes for a refresh meanwhile shares the next
// one, so that no change is missed (F-52).
type list struct {
	name  string // "resources", "resource templates", "prompts"
	actor string // who sees to it
	clk   clock.Clock
	load  func(context.Context) (store, error)
	// offered: the server advertised it. One that it did not is never asked for,
	// but takes the place of what an earlier connection had.
	offered bool
	notice  string              // notification that says it has changed
	kind    event.Kind          // fact that it has changed here
	told    func(server string) // consumer of that; may be nil

	// Guarded by the manager's mutex.
	stale  bool // a refresh is wished for
	busy   bool // somebody sees to it
	loaded bool // the first request has been answered
	begun  time.Time
}

// store puts a list into the offer, with the manager's mutex held. It reports how
// many items there are and whether anything is different.
type store func(*offer) (n int, changed bool)

func (e *extras) makeLists() []*list {
	o, caps := e.s.m.options, e.lib.Server().Capabilities
	all := []*list{{
		name: "resources", load: e.loadResources, offered: caps.Resources != nil,
		notice: protocol.NotifyResourcesChanged, kind: event.ResourcesChanged, told: o.OnResourcesChanged,
	}, {
		name: "resource templates", load: e.loadTemplates, offered: caps.Resources != nil,
		notice: protocol.NotifyResourcesChanged, kind: event.TemplatesChanged, told: o.OnResourcesChanged,
	}, {
		name: "prompts", load: e.loadPrompts, offered: caps.Prompts != nil,
		notice: protocol.NotifyPromptsChanged, kind: event.PromptsChanged, told: o.OnPromptsChanged,
	}}
	for _, l := range all {
		l.actor = e.s.config.Name + "/" + strings.ReplaceAll(l.name, " ", "-")
		l.clk = clock.Named(e.s.m.clk, l.actor)
	}
	return all
}

// loadResources also settles which resources are to be subscribed to.
func (e *extras) loadResources(ctx context.Context) (store, error) {
	items, err := e.lib.ListResources(ctx)
	return func(o *offer) (int, bool) {
		same := slices.EqualFunc(o.resources, items, func(a, b protocol.Resource) bool { return bytes.Equal(a.Raw, b.Raw) })
		o.resources = items
		e.listed(items)
		return len(items), !same
	}, err
}

func (e *extras) loadTemplates(ctx context.Context) (store, error) {
	items, err := e.lib.ListResourceTemplates(ctx)
	return func(o *offer) (int, bool) {
		same := slices.EqualFunc(o.templates, items, func(a, b protocol.ResourceTemplate) bool { return bytes.Equal(a.Raw, b.Raw) })
		o.templates = items
		return len(items), !same
	}, err
}

func (e *extras) loadPrompts(ctx context.Context) (store, error) {
	items, err := e.lib.ListPrompts(ctx)
	return func(o *offer) (int, bool) {
		same := slices.EqualFunc(o.prompts, items, func(a, b protocol.Prompt) bool { return bytes.Equal(a.Raw, b.Raw) })
		o.prompts = items
		return len(items), !same
	}, err
}

// wish asks for a refresh of a list; m.mu is held and e is not over.
func (e *extras) wish(l *list) {
	l.stale = true
	if !l.busy {
		l.busy = true
		e.spawn(l.clk, func() { e.tend(l) })
	}
}

// tend refreshes a list until nobody wishes for it any more.
func (e *extras) tend(l *list) {
	for {
		e.space(l)
		if !e.begin(l) {
			return
		}
		items, err := l.load(e.ctx)
		e.finish(l, items, err)
	}
}

// space waits for the pause between two refreshes.
func (e *extras) space(l *list) {
	e.s.m.mu.Lock()
	var wait time.Duration
	if l.stale && e.current() {
		wait = e.s.m.pause(l.begun)
	}
	e.s.m.mu.Unlock()
	if wait <= 0 {
		return
	}
	e.s.restrain()
	_ = clock.Sleep(e.ctx, l.clk, wait)
}

// begin takes all wishes so far as one. It reports false when there is none.
func (e *extras) begin(l *list) bool {
	e.s.m.mu.Lock()
	defer e.s.m.mu.Unlock()
	if !l.stale || !e.current() {
		l.busy = false
		return false
	}
	l.stale = false
	l.begun = e.s.m.clk.Now()
	return true
}

// finish stores a list, or keeps the old one if there is no new one.
func (e *extras) finish(l *list, items store, err error) {
	m := e.s.m
	var n int
	var changed bool
	m.mu.Lock()
	first, current := !l.loaded, e.current()
	l.loaded = true
	if current && err == nil {
		n, changed = items(&e.s.offer)
	}
	m.mu.Unlock()
	switch {
	case !current:
	case err != nil && first:
		e.log(l.actor, "warn", "loading "+l.name+" failed", err)
	case err != nil:
		e.log(l.actor, "debug", "refreshing "+l.name+" failed", err)
	case changed:
		e.emit(l.actor, event.Event{Kind: l.kind, N: n})
		if l.told != nil {
			l.told(e.s.config.Name)
		}
	}
}
