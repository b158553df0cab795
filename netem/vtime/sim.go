package vtime

import (
	"cmp"
	"container/heap"
	goruntime "runtime"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"
)

// slack is added to every [Sim.Sleep]: what is due at the asked moment (and the
// few nanoseconds that its events cost) has happened when Sleep returns.
const slack = 10 * time.Microsecond

// defaultStart is the wall clock reading at which a simulation begins.
var defaultStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

const defaultStorm = 200_000

// Config says how a simulation runs. The zero value is usable.
type Config struct {
	Seed         Seed      // faults and latencies; see Sim.Seed
	ScheduleSeed uint64    // order of events of one instant; 0 = by actor name
	OrderSeed    uint64    // another order of actors at each instant; 0 = that of ScheduleSeed
	Start        time.Time // wall clock at the beginning; zero = 2026-01-01 00:00 UTC
	// Racing gives no turns: the events of one instant fire together, and the
	// goroutines that they wake race as on a real machine. No two runs are the same.
	Racing bool
	// Storm is the number of events within one virtual millisecond that counts
	// as an endless loop and fails the simulation; 0 = 200,000.
	Storm int
	// Freeze is the real time without virtual progress after which a step is
	// reported as frozen, at the latest after twice as long; 0 = 10 s.
	Freeze time.Duration
	// Drain is the virtual time given to goroutines and timers to end once
	// the simulation stops; what is left then is a leak; 0 = 1 h.
	Drain time.Duration
}

// Sim is one simulation. Its methods may be called from any goroutine of the
// bubble, and from nowhere else. One of [Wall] has no bubble.
type Sim struct {
	cfg   Config
	wall  bool // time is that of the machine, and never waits for goroutines
	begin time.Time
	ticks atomic.Uint64 // stimuli so far; read by the watchdog

	wake chan struct{} // capacity 1: an event was added
	stop chan struct{}

	mu        sync.Mutex
	events    eventHeap
	scheduled uint64 // events so far
	failure   error
	window    time.Time // start of the current storm window
	fired     []string  // actors of the events fired in the window
}

func newSim(cfg Config) *Sim {
	return &Sim{
		cfg:    cfg,
		begin:  time.Now(),
		wake:   make(chan struct{}, 1),
		stop:   make(chan struct{}),
		window: time.Now(),
	}
}

// Seed is the seed of every random decision about faults and latencies.
func (s *Sim) Seed() Seed { return s.cfg.Seed }

// Begin is the instant at which the simulation started.
func (s *Sim) Begin() time.Time { return s.begin }

// Elapsed is the virtual time since Begin.
func (s *Sim) Elapsed() time.Duration { return time.Since(s.begin) }

// Cause numbers the stimulus that is being processed: a fired event or a
// function given to the pump. It never decreases; everything recorded with the
// same number happened between two moments at which all goroutines were
// blocked. Together with the actor it orders a trace. In a simulation that races
// each call has a number of its own.
func (s *Sim) Cause() uint64 {
	if s.cfg.Racing {
		return s.ticks.Add(1)
	}
	return s.ticks.Load()
}

// Schedule fires f at the instant at, or as soon as possible if that is past.
// Events of one instant fire in the order of actor, then of scheduling; a
// schedule seed permutes the actors. Schedule from one goroutine at a time per
// actor, or the order of its events is not determined. f runs on the scheduler
// and must not block.
func (s *Sim) Schedule(at time.Time, actor string, f func()) *Event {
	e := &Event{}
	s.ScheduleIn(e, at, actor, call(f))
	return e
}

// ScheduleIn is [Sim.Schedule] with an event that is part of what happens: that is one
// piece of memory then, and not three. e must not be scheduled already.
func (s *Sim) ScheduleIn(e *Event, at time.Time, actor string, what Happening) {
	e.actor, e.what = actor, what
	s.schedule(e, at)
}

// schedule adds e and wakes the scheduler if e is now the first.
func (s *Sim) schedule(e *Event, at time.Time) {
	e.rank = s.rank(e.actor, at)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scheduled++
	e.at, e.ord = at, s.scheduled
	heap.Push(&s.events, e)
	if e.index == 0 {
		select {
		case s.wake <- struct{}{}:
		default:
		}
	}
}

// rank orders an actor among those of one instant. Those of an actor itself have the
// same rank at an instant, and keep their order.
func (s *Sim) rank(actor string, at time.Time) uint64 {
	switch {
	case s.cfg.OrderSeed != 0:
		return Seed(s.cfg.OrderSeed).At(uint64(at.Sub(s.begin))).Uint64(actor)
	case s.cfg.ScheduleSeed != 0:
		return Seed(s.cfg.ScheduleSeed).Uint64(actor)
	}
	return 0
}

// Cancel removes a scheduled event. It reports whether e had not fired yet.
func (s *Sim) Cancel(e *Event) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.index < 0 {
		return false
	}
	heap.Remove(&s.events, e.index)
	return true
}

// Pending describes the scheduled events, soonest first: actor and instant.
func (s *Sim) Pending() []Pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	sorted := append(eventHeap(nil), s.events...)
	sortEvents(sorted)
	out := make([]Pending, len(sorted))
	for i, e := range sorted {
		out[i] = Pending{Actor: e.actor, At: e.at.Sub(s.begin)}
	}
	return out
}

// Pending is a scheduled event: who waits, and until when since Begin.
type Pending struct {
	Actor string
	At    time.Duration
}

// Sleep lets d of virtual time pass, plus 10 µs. Call it from the function
// given to the pump. It returns early with the error of a failed simulation.
func (s *Sim) Sleep(d time.Duration) error {
	w := &waiter{done: make(chan struct{})}
	s.ScheduleIn(&w.event, time.Now().Add(d+slack), "~step", w)
	select {
	case <-w.done:
	case <-s.failed():
	}
	synctest.Wait() // also orders the caller after everything that happened
	return s.Err()
}

// waiter is a goroutine that waits for its event.
type waiter struct {
	event Event
	done  chan struct{}
}

// Happen lets it go on.
func (w *waiter) Happen() { close(w.done) }

// Settle lets everything happen that is due now, and what that causes without
// any delay. It takes a multiple of 10 µs.
func (s *Sim) Settle() error {
	for {
		if err := s.Sleep(0); err != nil || !s.dueWithin(slack) {
			return err
		}
	}
}

func (s *Sim) dueWithin(d time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.events) > 0 && time.Until(s.events[0].at) < d
}

// Go runs f in a goroutine of the simulation. A panic in f fails the
// simulation with a [PanicError] instead of ending the process.
func (s *Sim) Go(actor string, f func()) {
	go func() {
		growStack()
		defer func() {
			if v := recover(); v != nil {
				s.Fail(newPanicError(actor, v))
			}
		}()
		f()
	}()
}

// growStack gives a new goroutine at once the stack that most will need. Short
// simulations would spend a tenth of their time on growing it in small steps,
// each of which copies all that is on it by then.
//
//go:noinline
func growStack() {
	var room [6 << 10]byte
	goruntime.KeepAlive(&room)
}

// Fail ends the simulation with err; the first call wins.
func (s *Sim) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil {
		s.failure = err
		close(s.stop)
	}
}

// Err is the error that ended the simulation, or nil.
func (s *Sim) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == errStopped {
		return nil
	}
	return s.failure
}

func (s *Sim) failed() <-chan struct{} { return s.stop }

// run is the scheduler: one event, then silence, then the next; all that are due
// at once if they race.
func (s *Sim) run() {
	growStack()
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for !s.stopped() {
		e, wait, any := s.next()
		if e == nil {
			s.idle(alarm, wait, any)
			continue
		}
		for ; e != nil; e = s.rival() {
			s.ticks.Add(1)
			e.what.Happen()
		}
		s.silence()
	}
}

func (s *Sim) silence() {
	if !s.wall {
		silence()
	}
}

// silence returns when every other goroutine of the bubble is blocked: only
// then does virtual time move.
func silence() { time.Sleep(time.Nanosecond) }

// idle waits for the next instant, if there is any, or for a new event.
func (s *Sim) idle(alarm *time.Timer, wait time.Duration, any bool) {
	if any {
		alarm.Reset(wait)
	} else {
		alarm.Stop()
	}
	select {
	case <-s.stop:
	case <-alarm.C:
	case <-s.wake:
		s.silence() // the goroutine that added the event may not be done
	}
}

func (s *Sim) stopped() bool {
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// next pops the first event that is due, or says how long to wait for it.
func (s *Sim) next() (e *Event, wait time.Duration, any bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select { // everything added so far is looked at now
	case <-s.wake:
	default:
	}
	if len(s.events) == 0 {
		return nil, 0, false
	}
	if wait = time.Until(s.events[0].at); wait > 0 {
		return nil, wait, true
	}
	e = heap.Pop(&s.events).(*Event)
	if s.wall {
		return e, 0, true
	}
	if err := s.storm(e.actor); err != nil {
		s.failure = err
		close(s.stop)
		return nil, 0, false
	}
	return e, 0, true
}

// rival pops another event that is due, if events race.
func (s *Sim) rival() *Event {
	if !s.cfg.Racing {
		return nil
	}
	e, _, _ := s.next()
	return e
}

// storm counts events per virtual millisecond and reports an endless loop.
func (s *Sim) storm(actor string) error {
	if time.Since(s.window) >= time.Millisecond {
		s.window, s.fired = time.Now(), s.fired[:0]
	}
	s.fired = append(s.fired, actor)
	if len(s.fired) <= cmp.Or(s.cfg.Storm, defaultStorm) || s.failure != nil {
		return nil
	}
	return newStormError(s.fired, time.Since(s.begin))
}

type eventHeap []*Event

func (h eventHeap) Len() int           { return len(h) }
func (h eventHeap) Less(i, j int) bool { return h[i].compare(h[j]) < 0 }
func (h eventHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *eventHeap) Push(x any) {
	e := x.(*Event)
	e.index = len(*h)
	*h = append(*h, e)
}

func (h *eventHeap) Pop() any {
	old := *h
	e := old[len(old)-1]
	old[len(old)-1] = nil
	*h = old[:len(old)-1]
	e.index = -1
	return e
}

func (e *Event) compare(o *Event) int {
	if c := e.at.Compare(o.at); c != 0 {
		return c
	}
	if c := cmp.Compare(e.rank, o.rank); c != 0 {
		return c
	}
	if c := cmp.Compare(e.actor, o.actor); c != 0 {
		return c
	}
	return cmp.Compare(e.ord, o.ord)
}
