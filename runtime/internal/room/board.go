package room

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// QuietFor is how long no further error of a provider is logged after one was
// (ROOM-06). At exactly this distance it is still quiet (A-R14).
const QuietFor = 60 * time.Second

// Board knows how every provider of a room server is. It is fed with the events of
// the runtime, from which it also makes the server's log: each transition, always,
// and errors, at most one per provider and [QuietFor] (ROOM-50 to 53). Events and
// records go to the next sink in one order; errors beyond the limit become records for
// debugging (A-R25), and records that are less grave than the log's level are dropped.
// Its methods may be called from any goroutine.
type Board struct {
	next     event.Sink
	attempts int
	level    event.Level

	mu    sync.Mutex
	lines []*line // in the order in which providers became known (A-R18)
}

// line is one provider with its limit.
type line struct {
	Provider
	logged time.Time // the last error that was logged; zero = none yet
}

// NewBoard returns an empty board. attempts is how many attempts a cycle has, for
// the texts of the log, next may be nil, and level the least grave that is logged; empty: all are.
func NewBoard(next event.Sink, attempts int, level event.Level) *Board {
	return &Board{next: event.Tee(next), attempts: attempts, level: level}
}

// Providers is how all providers are, in the order in which they became known.
func (b *Board) Providers() []Provider {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]Provider, 0, len(b.lines))
	for _, l := range b.lines {
		out = append(out, l.Provider)
	}
	return out
}

// Emit takes an event. It holds the lock while it hands on, so that the log has
// the order of the states; sinks do not block.
func (b *Board) Emit(e event.Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.line(e.Server)
	if l == nil && e.Kind == event.ServerState && e.State() == event.Held {
		l = &line{Provider: Provider{ID: e.Server}}
		b.lines = append(b.lines, l)
	}
	if l != nil && e.Grave() {
		e.Name = string(l.level(e.Level(), e.At))
	}
	b.handOn(e)
	if l == nil {
		return
	}
	before := l.State
	l.Provider = l.after(e)
	if e.Kind == event.AttemptFail {
		b.log(e, l.level(event.Warn, e.At), event.AnyTopic, "Connection attempt %d/%d failed: %s", e.N, b.attempts, e.Err)
	}
	if l.State != before {
		b.tell(e, event.Event{Kind: event.ProviderState, From: string(before), To: string(l.State)})
		b.log(e, event.Info, event.RoomTransition, "State transition: %s -> %s", before.title(), l.State.title())
	}
}

func (b *Board) line(id string) *line {
	for _, l := range b.lines {
		if l.ID == id {
			return l
		}
	}
	return nil
}

// level is how a warning or an error is logged now: as what it is, and counted, or
// for debugging only because there was one shortly before (A-R15).
func (l *line) level(grave event.Level, now time.Time) event.Level {
	if !l.logged.IsZero() && now.Sub(l.logged) <= QuietFor {
		return event.Debug
	}
	l.logged = now
	return grave
}

// log writes a record about the provider of an event (S-ROOM-03).
func (b *Board) log(about event.Event, level event.Level, topic event.Topic, format string, args ...any) {
	entry := event.Log(level, fmt.Sprintf("[%s] ", about.Server)+fmt.Sprintf(format, args...), "")
	entry.Topic = topic
	b.tell(about, entry)
}

// tell hands on what follows from an event.
func (b *Board) tell(about, e event.Event) {
	e.At, e.Actor, e.Server, e.Conn = about.At, about.Actor, about.Server, about.Conn
	b.handOn(e)
}

// gravity are the levels of a log in their order.
var gravity = []event.Level{"", event.Debug, event.Info, event.Warn, event.Error, NoLog}

// NoLog is the level of a log without records.
const NoLog event.Level = "none"

// handOn hands on an event, unless it is a record below the level of the log.
func (b *Board) handOn(e event.Event) {
	if e.Kind == event.ServerLog && slices.Index(gravity, e.Level()) < slices.Index(gravity, b.level) {
		return
	}
	b.next.Emit(e)
}
