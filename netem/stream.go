package netem

import (
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// Stream is one direction of one connection or process as a fault sees it.
// Its methods are for [Fault.Attach] and the functions of a [Rule] only, which
// run with the network locked.
type Stream struct {
	half    *half
	placed  *Placed
	rule    Rule
	seed    vtime.Seed
	holding bool
	kept    [][]byte // lines of Unit.Keep
	timers  []*vtime.Event
}

// attach puts a fault on h if it is in scope.
func (h *half) attach(p *Placed) {
	if !p.covers(h.conn, h.dir) {
		return
	}
	s := &Stream{half: h, placed: p, seed: h.net.sim.Seed().Of(h.actor, p.fault.Kind())}
	s.rule = p.fault.Attach(s)
	p.attached++
	p.streams = append(p.streams, s)
	h.faults = append(h.faults, s)
}

// Seed is the seed of the decisions about a unit: a pure function of the
// simulation's seed, the stream, the kind of fault and the unit's ordinal.
func (s *Stream) Seed(u Unit) vtime.Seed { return s.seed.At(u.Ordinal) }

// chance decides something about a unit. A fault that leaves to chance whether it
// acts has happened, whatever was drawn.
func (s *Stream) chance(u Unit, decision string, probability float64) bool {
	s.placed.drew = true
	return s.Seed(u).Of(decision).Float() < probability
}

// After runs f with the network locked, d from now, unless the fault is removed
// or the stream ends before. Even d = 0 is an event of its own.
func (s *Stream) After(d time.Duration, f func()) {
	h := s.half
	var e *vtime.Event
	e = h.net.schedule(time.Now().Add(d), h.actor+"/"+s.placed.fault.Kind(), func() {
		s.timers = slices.DeleteFunc(s.timers, func(o *vtime.Event) bool { return o == e })
		f()
	})
	s.timers = append(s.timers, e)
}

// Hold closes the fault's gate: nothing that is written from now on travels.
func (s *Stream) Hold() { s.holding = true }

// Release opens the fault's gate. What waited travels at once, in order, unless
// another fault holds it.
func (s *Stream) Release() {
	s.holding = false
	s.half.flush()
}

// End ends the connection after what is under way already.
func (s *Stream) End(e End) {
	s.hit(0, [...]string{"none", "half-close", "close", "reset"}[e])
	s.half.cut(e)
}

// hit reports that the fault did something.
func (s *Stream) hit(bytes int, what string) {
	h := s.half
	s.placed.acted = true
	h.net.emit(Event{Actor: h.actor, Kind: faultHit, Link: h.link.name, Conn: h.conn, Direction: h.dir,
		Fault: s.placed.fault.Kind(), Bytes: bytes, Detail: what})
}

// carryOut hands on what a verdict leaves of size bytes, and ends the
// connection if it says so.
func (s *Stream) carryOut(v Verdict, size int, deliver func(*parcel)) {
	h, left := s.half, len(v.rest)
	for _, p := range v.pieces {
		left += len(p.Data)
	}
	h.freed(size - left)
	at := time.Now().Add(v.after)
	for _, p := range v.pieces {
		at = at.Add(p.Gap)
		deliver(&parcel{data: p.Data, notBefore: at})
	}
	if v.hold {
		s.holding = true
		h.parked = slices.Insert(h.parked, 0, &parcel{data: v.rest})
	}
	h.cut(v.end)
}

// detach takes the fault off the stream and lets go of what it holds.
func (s *Stream) detach() {
	h, kept := s.half, s.kept
	s.drop()
	for _, line := range kept {
		h.enqueue(&parcel{data: line})
	}
	h.passPartial()
	h.flush()
}

// drop takes the fault off the stream and forgets what it holds.
func (s *Stream) drop() {
	for _, t := range s.timers {
		s.half.net.sim.Cancel(t)
	}
	s.timers, s.kept, s.holding = nil, nil, false
	isThis := func(o *Stream) bool { return o == s }
	s.half.faults = slices.DeleteFunc(s.half.faults, isThis)
	s.placed.streams = slices.DeleteFunc(s.placed.streams, isThis)
}

// Now is the virtual time.
func (s *Stream) Now() time.Time { return time.Now() }
