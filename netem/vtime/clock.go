package vtime

import (
	"context"
	"slices"
	"time"

	"github.com/jonboulle/clockwork"
)

// Clock is a clockwork.Clock whose timers are events of a simulation. Its actor
// names the goroutine that waits: the order of events of one instant is the order of their
// actors' names. The zero value is not usable; get one from [Sim.Clock].
type Clock struct {
	sim   *Sim
	actor string
}

var _ clockwork.Clock = Clock{}

// Clock returns the clock of an actor. One logical goroutine, one actor.
func (s *Sim) Clock(actor string) Clock { return Clock{sim: s, actor: actor} }

// Named returns the clock of another actor of the same simulation.
func (c Clock) Named(actor string) clockwork.Clock { return c.sim.Clock(actor) }

// Turn waits until every event of this instant that is scheduled for an earlier
// actor has been dealt with. Goroutines woken by one broadcast call it so that
// they go on one after the other. It returns the cause of a cancelled ctx. In a
// simulation that races there are no turns.
func (c Clock) Turn(ctx context.Context) error {
	if c.sim.cfg.Racing {
		return context.Cause(ctx)
	}
	w := &waiter{done: make(chan struct{})}
	c.sim.ScheduleIn(&w.event, time.Now(), c.actor, w)
	select {
	case <-w.done:
		return nil
	case <-ctx.Done():
		c.sim.Cancel(&w.event)
		return context.Cause(ctx)
	}
}

func (c Clock) Now() time.Time                  { return time.Now() }
func (c Clock) Since(t time.Time) time.Duration { return time.Since(t) }
func (c Clock) Until(t time.Time) time.Duration { return time.Until(t) }

// Sleep waits for d of virtual time.
func (c Clock) Sleep(d time.Duration) { <-c.After(d) }

// After returns a channel that receives the time once, d from now.
func (c Clock) After(d time.Duration) <-chan time.Time { return c.NewTimer(d).Chan() }

// NewTimer returns a timer that sends the time once, d from now.
func (c Clock) NewTimer(d time.Duration) clockwork.Timer {
	return c.timer(d, make(chan time.Time, 1), nil)
}

// AfterFunc runs f in its own supervised goroutine, d from now.
func (c Clock) AfterFunc(d time.Duration, f func()) clockwork.Timer {
	return c.timer(d, nil, f)
}

// NewTicker panics: a ticker of an idle runtime never lets a simulation end.
// Re-arm a timer instead.
func (c Clock) NewTicker(time.Duration) clockwork.Ticker {
	panic("vtime: tickers are not supported, re-arm a timer")
}

// timer is both kinds of clockwork.Timer. Like those of package time it may be
// used by one goroutine at a time.
type timer struct {
	clock Clock
	ch    chan time.Time // nil for AfterFunc
	f     func()
	event Event
}

func (c Clock) timer(d time.Duration, ch chan time.Time, f func()) *timer {
	t := &timer{clock: c, ch: ch, f: f}
	t.event.actor, t.event.what = c.actor, t
	t.arm(d)
	return t
}

func (t *timer) arm(d time.Duration) { t.clock.sim.schedule(&t.event, time.Now().Add(d)) }

// Happen is the end of its time.
func (t *timer) Happen() {
	if t.f != nil {
		t.clock.sim.Go(t.clock.actor, t.f)
		return
	}
	t.ch <- time.Now()
}

func (t *timer) Chan() <-chan time.Time { return t.ch }

func (t *timer) Stop() bool {
	active := t.clock.sim.Cancel(&t.event)
	t.drain()
	return active
}

func (t *timer) Reset(d time.Duration) bool {
	active := t.Stop()
	t.arm(d)
	return active
}

// drain drops a tick that was not received, as package time does since Go 1.23.
func (t *timer) drain() {
	select {
	case <-t.ch:
	default:
	}
}

func sortEvents(h eventHeap) { slices.SortFunc(h, (*Event).compare) }
