package catalog

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

// list is one list of a server. At most one request for it is under way on a
// connection: all refreshes that are requested meanwhile share the next one, so
// that no change is missed (F-52).
type list struct {
	name  string // "resources", "resource templates", "prompts"
	actor string // that refreshes it
	load  func(context.Context) (store, error)
	// offered: the server advertised it. One that it did not is never asked for,
	// but takes the place of what an earlier connection had.
	offered bool
	notice  string              // notification that says it has changed
	kind    event.Kind          // fact that it has changed here
	told    func(server string) // consumer of that; may be nil
	stored  func()              // called when the list is stored, with the mutex held; may be nil

	// Guarded by the mirror's mutex.
	stale  bool // a refresh is requested
	busy   bool // its actor is at work
	loaded bool // the first request has been answered
	paced  Paced
	again  time.Time // when to look once more after the last notice
	timed  bool      // an actor waits for that
}

// store puts a list into the contents, with the mutex held. It reports how many
// items there are and whether anything is different.
type store func(*Contents) (n int, changed bool)

func (f *follower) makeLists() []*list {
	o, caps := f.m.o, f.conn.Server().Capabilities
	all := []*list{{
		name: "resources", offered: caps.Resources != nil, stored: f.listed,
		load: loading(f.conn.ListResources,
			func(r protocol.Resource) []byte { return r.Raw },
			func(c *Contents) *[]protocol.Resource { return &c.Resources }),
		notice: protocol.NotifyResourcesChanged, kind: event.ResourcesChanged, told: o.OnResourcesChanged,
	}, {
		name: "resource templates", offered: caps.Resources != nil,
		load: loading(f.conn.ListResourceTemplates,
			func(t protocol.ResourceTemplate) []byte { return t.Raw },
			func(c *Contents) *[]protocol.ResourceTemplate { return &c.Templates }),
		notice: protocol.NotifyResourcesChanged, kind: event.TemplatesChanged, told: o.OnResourcesChanged,
	}, {
		name: "prompts", offered: caps.Prompts != nil,
		load: loading(f.conn.ListPrompts,
			func(p protocol.Prompt) []byte { return p.Raw },
			func(c *Contents) *[]protocol.Prompt { return &c.Prompts }),
		notice: protocol.NotifyPromptsChanged, kind: event.PromptsChanged, told: o.OnPromptsChanged,
	}}
	for _, l := range all {
		l.actor = o.Server + "/" + strings.ReplaceAll(l.name, " ", "-")
	}
	return all
}

// loading is the request for a list whose answer goes to a place in the contents.
// Two items are the same if their definitions are, byte for byte.
func loading[T any](request func(context.Context) ([]T, error), raw func(T) []byte, place func(*Contents) *[]T) func(context.Context) (store, error) {
	return func(ctx context.Context) (store, error) {
		items, err := request(ctx)
		return func(c *Contents) (int, bool) {
			old := place(c)
			same := slices.EqualFunc(*old, items, func(a, b T) bool { return bytes.Equal(raw(a), raw(b)) })
			*old = items
			return len(items), !same
		}, err
	}
}

// request requests a refresh of a list; the mutex is held and f is not over.
func (f *follower) request(l *list) {
	l.stale = true
	if !l.busy {
		l.busy = true
		f.spawn(l.actor, func(clk clock.Clock) { f.refresh(clk, l) })
	}
}

// lookAgain has a list fetched once more a while after the last notice of it; the mutex
// is held and f is not over. Some servers give notice before they have the new list.
func (f *follower) lookAgain(l *list) {
	if f.m.o.Settle <= 0 {
		return
	}
	l.again = f.m.o.Clock.Now().Add(f.m.o.Settle)
	if !l.timed {
		l.timed = true
		f.spawn(l.actor+"/again", func(clk clock.Clock) { f.awaitQuiet(clk, l) })
	}
}

// awaitQuiet waits until the last notice of a list is a while ago.
func (f *follower) awaitQuiet(clk clock.Clock, l *list) {
	for {
		f.m.mu.Lock()
		wait := f.m.o.Clock.Until(l.again)
		if !f.current() || wait <= 0 {
			l.timed = false
			if f.current() {
				f.request(l)
			}
			f.m.mu.Unlock()
			return
		}
		f.m.mu.Unlock()
		_ = clock.Sleep(f.ctx, clk, wait)
	}
}

// refresh refreshes a list until no refresh is requested any more.
func (f *follower) refresh(clk clock.Clock, l *list) {
	for {
		f.pause(clk, l)
		if !f.begin(l) {
			return
		}
		items, err := l.load(f.ctx)
		f.finish(l, items, err)
	}
}

// pause waits until a list that changes often may be refreshed again.
func (f *follower) pause(clk clock.Clock, l *list) {
	f.m.mu.Lock()
	due := l.stale && f.current()
	wait := l.paced.Wait(f.m.o.Pace, f.m.o.Clock.Now())
	f.m.mu.Unlock()
	if !due || wait == 0 {
		return
	}
	if f.m.o.OnPaced != nil {
		f.m.o.OnPaced()
	}
	_ = clock.Sleep(f.ctx, clk, wait)
}

// begin takes all requests so far as one. It reports false when there is none.
func (f *follower) begin(l *list) bool {
	f.m.mu.Lock()
	defer f.m.mu.Unlock()
	if !l.stale || !f.current() {
		l.busy = false
		return false
	}
	l.stale = false
	l.paced.Begin(f.m.o.Pace, f.m.o.Clock.Now())
	return true
}

// finish stores a list, or keeps the old one if there is no new one.
func (f *follower) finish(l *list, items store, err error) {
	var n int
	var changed bool
	f.m.mu.Lock()
	first, current := !l.loaded, f.current()
	l.loaded = true
	if current && err == nil {
		n, changed = items(&f.m.contents)
		if l.stored != nil {
			l.stored()
		}
	}
	f.m.mu.Unlock()
	switch {
	case !current:
	case err != nil && first:
		f.log(l.actor, "loading "+l.name+" failed", err)
	case err != nil:
		f.log(l.actor, "refreshing "+l.name+" failed", err)
	case changed:
		f.m.emit(l.actor, event.Event{Kind: l.kind, N: n})
		if l.told != nil {
			l.told(f.m.o.Server)
		}
	}
}
