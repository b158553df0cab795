package conn

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// The times of listening: how long a server may take to acknowledge, and how long the
// client waits before it listens again, doubled with each failure and begun anew after a
// subscription that lived long enough.
const (
	ackWait    = 10 * time.Second
	relisten   = 500 * time.Millisecond
	relistenBy = 15 * time.Second
	dismissed  = 5 * time.Second // the first wait after a server ended the subscription itself
	longLife   = 30 * time.Second
)

// listening is what a modern connection wants to hear of. One goroutine owns its
// subscriptions, of which there is one, or two while a new one takes over.
type listening struct {
	c       *Conn
	carrier transport.Modern
	notify  func(method string, params []byte)
	life    context.Context
	end     context.CancelFunc
	joined  sync.WaitGroup
	changed chan struct{} // capacity 1: what is wanted has changed
	kept    bool          // there are results of an earlier connection, and changes may have been missed since

	mu      sync.Mutex
	running bool
	lists   protocol.SubscriptionFilter // without resources
	uris    map[string]struct{}
	streams map[string]*subscription // by raw id, those whose messages count
}

// subscription is one subscriptions/listen.
type subscription struct {
	filter protocol.SubscriptionFilter
	agreed protocol.SubscriptionFilter // what the server says that it tells of, once acknowledged
	acked  chan struct{}               // closed when it is acknowledged
	over   chan struct{}               // closed when it has ended
	cancel context.CancelFunc
	begun  time.Time
	result bool // it ended with an answer
	err    error
	told   chan *task // of the one task that it is about, capacity 1; nil = it is about something else
}

// newListening listens for changes of the lists that the server says it tells of.
func newListening(c *Conn, o Options, carrier transport.Modern) *listening {
	l := &listening{
		c: c, carrier: carrier, notify: c.telling(o.OnNotification), changed: make(chan struct{}, 1),
		kept: c.fresh.Kept(), uris: map[string]struct{}{}, streams: map[string]*subscription{},
	}
	l.life, l.end = context.WithCancel(context.Background())
	can := c.server.Capabilities
	l.lists.Tools = can.Tools != nil && can.Tools.ListChanged
	l.lists.Prompts = can.Prompts != nil && can.Prompts.ListChanged
	l.lists.Resources = can.Resources != nil && can.Resources.ListChanged
	l.begin()
	return l
}

// begin starts the owner when there is something to listen for.
func (l *listening) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running || l.notify == nil || l.wanted().Empty() || l.life.Err() != nil {
		return
	}
	l.running = true
	clock.Go(&l.joined, l.c.clk, l.c.name+"/listen", l.run)
}

// wanted is the filter as it should be; the lock is held.
func (l *listening) wanted() protocol.SubscriptionFilter {
	f := l.lists
	f.URIs = slices.Sorted(maps.Keys(l.uris))
	return f
}

// want adds or removes a resource.
func (l *listening) want(uri string, on bool) {
	l.mu.Lock()
	if on {
		l.uris[uri] = struct{}{}
	} else {
		delete(l.uris, uri)
	}
	l.mu.Unlock()
	select {
	case l.changed <- struct{}{}:
	default:
	}
	l.begin()
}

// close ends all subscriptions and waits for that. The transport must still be usable:
// over a pipe the server is told.
func (l *listening) close() {
	l.end()
	l.joined.Wait()
}

// run keeps one subscription with the wanted filter.
func (l *listening) run(clk clock.Clock) {
	var now *subscription
	wait, gap := time.Duration(0), l.kept
	for l.life.Err() == nil {
		if now == nil {
			if now = l.open(clk); now == nil { // nothing is wanted
				_ = clock.Await(l.life, clk, l.changed)
				continue
			}
			if l.acknowledged(clk, now) && gap {
				l.stale(now.filter)
			}
		}
		select {
		case <-now.over:
			if !l.again(now) {
				return
			}
			wait, gap = next(clk, now, wait), true
			now = nil
			_ = clock.Sleep(l.life, clk, wait)
		case <-l.changed:
			clock.Yield(clk) // the one who changes it may not be done
			now = l.replace(clk, now)
		case <-l.life.Done():
			<-now.over
		}
	}
}

// next is how long to wait after a subscription has ended.
func next(clk clock.Clock, ended *subscription, before time.Duration) time.Duration {
	switch {
	case clk.Since(ended.begun) >= longLife, before == 0:
		if ended.result {
			return dismissed
		}
		return relisten
	default:
		return min(2*before, relistenBy)
	}
}

// again reports whether it makes sense to listen again: a server that refuses will
// refuse again.
func (l *listening) again(ended *subscription) bool {
	if l.life.Err() != nil || errors.Is(ended.err, transport.ErrClosed) || errors.Is(ended.err, transport.ErrNotConnected) {
		return false
	}
	if e, ok := errors.AsType[*jsonrpc.Error](ended.err); ok && (e.Code == jsonrpc.CodeMethodNotFound || e.Code == jsonrpc.CodeInvalidParams) {
		return false
	}
	e, ok := errors.AsType[*transport.HTTPError](ended.err)
	return !ok || e.Status != 404 && e.Status != 405
}

// open begins a subscription with the filter that is wanted; nil if nothing is.
func (l *listening) open(clk clock.Clock) *subscription {
	l.mu.Lock()
	filter := l.wanted()
	l.mu.Unlock()
	if filter.Empty() {
		return nil
	}
	s := &subscription{filter: filter, begun: clk.Now()}
	l.subscribe(s)
	return s
}

// subscribe begins a subscription, which ends when it is cancelled or listening is over.
func (l *listening) subscribe(s *subscription) {
	ctx, cancel := context.WithCancel(l.life)
	s.acked, s.over, s.cancel = make(chan struct{}), make(chan struct{}), cancel
	clock.Go(&l.joined, l.c.clk, l.c.name+"/subscription", func(clock.Clock) {
		defer cancel()
		var id string
		begun := func(raw string) {
			id = raw
			l.mu.Lock()
			defer l.mu.Unlock()
			l.streams[id] = s
		}
		_, err := l.carrier.Stream(ctx, protocol.MethodListen, l.c.stamp.on(protocol.MethodListen, protocol.ListenParams{Notifications: s.filter}, nil), begun)
		l.mu.Lock()
		delete(l.streams, id)
		s.result, s.err = err == nil, err
		l.mu.Unlock()
		close(s.over)
	})
}

// acknowledged waits until the server has acknowledged; one that does not is given up.
func (l *listening) acknowledged(clk clock.Clock, s *subscription) bool {
	timer := clk.NewTimer(ackWait)
	defer timer.Stop()
	select {
	case <-s.acked:
		return true
	case <-s.over:
	case <-timer.Chan():
		s.cancel()
	case <-l.life.Done():
	}
	return false
}

// replace opens a subscription with what is wanted now before it closes the old one, so
// that nothing is missed.
func (l *listening) replace(clk clock.Clock, old *subscription) *subscription {
	l.mu.Lock()
	same := l.wanted().Equal(old.filter)
	l.mu.Unlock()
	if same {
		return old
	}
	now := l.open(clk)
	if now != nil {
		l.acknowledged(clk, now)
	}
	old.cancel()
	<-old.over
	return now
}

// stale says of everything that a new subscription watches that it may have changed while
// there was none.
func (l *listening) stale(f protocol.SubscriptionFilter) {
	for _, list := range []struct {
		changed string
		watched bool
	}{
		{protocol.NotifyToolsChanged, f.Tools}, {protocol.NotifyPromptsChanged, f.Prompts}, {protocol.NotifyResourcesChanged, f.Resources},
	} {
		if list.watched {
			l.notify(list.changed, nil)
		}
	}
	for _, uri := range f.URIs {
		l.notify(protocol.NotifyResourceUpdated, encoded(protocol.ResourceParams{URI: uri}))
	}
}

// hear takes a notification. It reports whether that is for the program: acknowledgements
// are not, nor is what belongs to a subscription that is over.
func (l *listening) hear(method string, params json.RawMessage) bool {
	id, ok := subscriptionID(params)
	if !ok {
		return !subscribable[method] && method != protocol.NotifyAcknowledged
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.streams[id]
	if s == nil {
		return false
	}
	switch {
	case method == protocol.NotifyTask && s.told != nil:
		s.tell(params)
	case method != protocol.NotifyAcknowledged:
		return clock.Closed(s.acked) && s.filter.Covers(method, params) && s.agreed.Covers(method, params)
	case !clock.Closed(s.acked) && (s.told == nil || s.honoured(params)):
		s.agreed = agreed(params, s.filter)
		close(s.acked)
	}
	return false
}

// agreed is what an acknowledgement says that the server tells of: what it leaves out does not
// come, or is meant for another subscription (CLI-70). One that does not say is about all that
// was asked for.
func agreed(params json.RawMessage, asked protocol.SubscriptionFilter) protocol.SubscriptionFilter {
	var ack struct{ Notifications *protocol.SubscriptionFilter }
	if json.Unmarshal(params, &ack) != nil || ack.Notifications == nil {
		return asked
	}
	return *ack.Notifications
}

// subscribable are the notifications that come by subscription only.
var subscribable = map[string]bool{
	protocol.NotifyToolsChanged: true, protocol.NotifyPromptsChanged: true,
	protocol.NotifyResourcesChanged: true, protocol.NotifyResourceUpdated: true, protocol.NotifyTask: true,
}

// subscriptionID is the raw id of the subscription that a notification belongs to.
func subscriptionID(params json.RawMessage) (id string, ok bool) {
	s := jsonscan.New(params)
	s.Object(jsonscan.Exact("_meta"), func(string) {
		s.Object(jsonscan.Exact(protocol.MetaSubscription), func(string) { id = string(s.Value()) })
	})
	return id, s.End() == nil && id != ""
}
