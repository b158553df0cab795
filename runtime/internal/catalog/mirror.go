package catalog

import (
	"context"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// Options describe a mirror. All but the callbacks of consumers must be set. None
// of the functions may block or call the mirror.
type Options struct {
	Server string // configured name
	Clock  clock.Clock
	Emit   func(actor string, e event.Event)
	// Subscribe is what [Mirror.SetSubscriptions] changes.
	Subscribe bool
	// Debounce is how long a resource must have been quiet before consumers hear
	// that it was updated; 0: they hear of every update, at once (F-52).
	Debounce time.Duration
	// Pace bounds how often a list is refreshed (F-53), and OnPaced is called when a
	// refresh has to wait for it. It may be nil.
	Pace    Pace
	OnPaced func()
	// Settle is how long after the last notice of a list it is fetched once more; 0: it
	// is not (D-23).
	Settle time.Duration

	OnResourcesChanged, OnPromptsChanged func(server string)
	OnResourceUpdated                    func(server, uri string)
}

// Contents are what a server has besides tools, as last heard. Its definitions are
// shared and read-only.
type Contents struct {
	Resources    []protocol.Resource
	Templates    []protocol.ResourceTemplate
	Prompts      []protocol.Prompt
	Instructions string // at most 4,000 characters (F-54)
}

func (c *Contents) empty() bool { return len(c.Resources)+len(c.Templates)+len(c.Prompts) == 0 }

// Mirror holds the contents of one server. Like its tools they outlive a lost
// connection. Its methods may be called from any goroutine, but for Follow,
// Unfollow and Close, which are for the owner of the connection alone.
type Mirror struct {
	o Options

	mu        sync.Mutex // never held across a wait
	contents  Contents
	subscribe bool
	follower  *follower // nil while no connection is followed
}

// New returns a mirror that follows no connection yet. known are contents from an
// earlier life of the server.
func New(o Options, known Contents) *Mirror {
	return &Mirror{o: o, contents: known, subscribe: o.Subscribe}
}

// Contents are what the mirror shows now.
func (m *Mirror) Contents() Contents {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.contents
}

// SetSubscriptions begins or ends the subscriptions to all resources. It waits for
// nothing: requests that are under way are dealt with when they are answered.
func (m *Mirror) SetSubscriptions(on bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.subscribe = on
	if m.follower != nil {
		m.follower.review()
	}
}

// Follow begins to load the contents over a connection, and waits for nothing. It
// does nothing while a connection is followed.
func (m *Mirror) Follow(conn connect.Conn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.follower != nil {
		return
	}
	f := &follower{m: m, conn: conn}
	f.state = map[string]subscription{}
	f.ctx, f.stop = context.WithCancelCause(context.Background()) // until Unfollow: Close makes requests too
	m.follower = f
	m.contents.Instructions = clip(conn.Server().Instructions)
	f.lists = f.makeLists()
	for _, l := range f.lists {
		if l.offered || !m.contents.empty() {
			f.request(l)
		}
	}
}

// Unfollow gives up the connection: its requests are cancelled and joined, and
// their results change nothing (U-04). The contents stay.
func (m *Mirror) Unfollow() {
	m.mu.Lock()
	f := m.follower
	m.follower = nil
	if f != nil {
		f.over = true
		f.stop(errUnfollowed)
	}
	m.mu.Unlock()
	if f != nil {
		f.running.Wait()
	}
}

// Close ends the subscriptions, as far as the server answers within half a second,
// and gives up the connection. No other result counts any more.
func (m *Mirror) Close() {
	m.mu.Lock()
	f := m.follower
	var unsubscribed chan struct{}
	if f != nil {
		unsubscribed = f.leave()
	}
	m.mu.Unlock()
	if unsubscribed != nil {
		clk := clock.Named(m.o.Clock, m.o.Server+"/farewell")
		ctx, cancel := clock.WithTimeout(context.Background(), clk, farewellMax)
		select {
		case <-unsubscribed:
		case <-ctx.Done():
		}
		cancel()
	}
	m.Unfollow()
}

// Notified acts on a notification of the server if it concerns the contents. It
// returns what is to be called once the caller holds no lock, or nil.
func (m *Mirror) Notified(method string, params []byte) (then func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.follower; f != nil && f.current() {
		return f.notified(method, params)
	}
	return nil
}

// Withdraw tells consumers that there is nothing any more, as the server was
// stopped.
func (m *Mirror) Withdraw() {
	c := m.Contents()
	for _, gone := range []struct {
		kind event.Kind
		n    int
		told func(string)
	}{
		{event.ResourcesChanged, len(c.Resources), m.o.OnResourcesChanged},
		{event.TemplatesChanged, len(c.Templates), m.o.OnResourcesChanged},
		{event.PromptsChanged, len(c.Prompts), m.o.OnPromptsChanged},
	} {
		if gone.n == 0 {
			continue
		}
		m.emit(m.o.Server, event.Event{Kind: gone.kind})
		if gone.told != nil {
			gone.told(m.o.Server)
		}
	}
}

// emit tells a fact as an actor of its own: requests run side by side.
func (m *Mirror) emit(actor string, e event.Event) {
	e.Server = m.o.Server
	m.o.Emit(actor, e)
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
