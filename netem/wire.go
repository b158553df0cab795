package netem

import (
	"io"
	"slices"
	"syscall"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// wire is the part of a half that lies between its ends. A parcel passes the
// message rules (lines), the gates of faults (enqueue), the write rules
// (transmit) and flies until its delivery (fly).
type wire struct {
	lines
	faults  []*Stream // in the order of Link.Add
	parked  []*parcel // waiting at a gate, or none
	writes  uint64
	offset  int64
	flying  []*parcel
	last    time.Time // latest arrival so far
	severed bool      // the end is under way: what follows is swallowed
	refuses bool      // the next Write is answered by a reset
	done    bool      // the end has been delivered
	opening bool      // the reader does not have its connection yet
	early   []*parcel // came while it had not
}

// parcel is data, or the end of the stream.
type parcel struct {
	data      []byte
	end       error     // nil = data; io.EOF, or the error of a reset
	notBefore time.Time // zero = at once
	half      *half     // where it flies, if it does
	delivery  vtime.Event
}

// enqueue shows a parcel to the gates and lets it travel if none is closed.
func (h *half) enqueue(p *parcel) {
	for _, s := range h.faults {
		if s.rule.Arrive != nil {
			s.rule.Arrive(len(p.data), h.heldBytes())
		}
	}
	if len(h.parked) == 0 && !h.gated() {
		h.travel(p)
		return
	}
	h.parked = append(h.parked, p)
	h.noteHolding()
	h.flush()
}

// noteHolding notes which faults make something wait.
func (h *half) noteHolding() {
	for _, s := range h.faults {
		s.placed.acted = s.placed.acted || s.holding
	}
}

func (h *half) heldBytes() int {
	sum := 0
	for _, p := range h.parked {
		sum += len(p.data)
	}
	return sum
}

// flush lets parked parcels travel as long as no gate is closed.
func (h *half) flush() {
	for len(h.parked) > 0 && !h.gated() {
		p := h.parked[0]
		h.parked = h.parked[1:]
		h.travel(p)
	}
}

func (h *half) travel(p *parcel) {
	if p.end != nil {
		h.transmitEnd(p)
	} else {
		h.transmit(p)
	}
}

func (h *half) gated() bool {
	return slices.ContainsFunc(h.faults, func(s *Stream) bool { return s.holding })
}

// transmit shows one unit to the write rules.
func (h *half) transmit(p *parcel) {
	if h.severed {
		h.swallow(p.data)
		return
	}
	if len(p.data) == 0 {
		return
	}
	h.writes++
	if len(h.faults) == 0 {
		h.offset += int64(len(p.data))
		h.fly(p)
		return
	}
	h.transmitUnder(p)
}

// transmitUnder is transmit with faults on the stream.
func (h *half) transmitUnder(p *parcel) {
	for _, s := range h.faults {
		s.placed.passes(h.offset + int64(len(p.data)))
	}
	s, v := h.judge(p.data, h.writes, func(r Rule) func(Unit) Verdict { return r.Write })
	h.offset += int64(len(p.data) - len(v.rest))
	if s == nil {
		h.fly(p)
		return
	}
	s.carryOut(v, len(p.data), func(piece *parcel) {
		piece.notBefore = later(piece.notBefore, p.notBefore)
		h.fly(piece)
	})
}

// judge asks the rules of one level about a unit. It returns the first verdict
// that does not pass and whose it is.
func (h *half) judge(data []byte, ordinal uint64, level func(Rule) func(Unit) Verdict) (*Stream, Verdict) {
	for _, s := range h.faults {
		decide := level(s.rule)
		if decide == nil {
			continue
		}
		if v := decide(h.unit(data, ordinal)); v.name != "" {
			s.hit(len(data), v.name)
			return s, v
		}
	}
	return nil, pass
}

func (h *half) unit(data []byte, ordinal uint64) Unit {
	return Unit{Link: h.link.name, Conn: h.conn, Direction: h.dir, Ordinal: ordinal, Offset: h.offset, Data: data}
}

// transmitEnd lets the end of the stream travel, behind everything. A reset may
// follow an end of file.
func (h *half) transmitEnd(p *parcel) {
	if h.severed && p.end == io.EOF {
		return
	}
	h.severed = true
	if p.end == io.EOF {
		p.notBefore = time.Now()
		for _, s := range h.faults {
			if s.rule.Close != nil {
				more := s.rule.Close()
				s.placed.delays(more)
				p.notBefore = p.notBefore.Add(more)
			}
		}
	}
	h.fly(p)
}

// delay is the sum of all conditions for a unit.
func (h *half) delay(data []byte, ordinal uint64) time.Duration {
	var sum time.Duration
	for _, s := range h.faults {
		if s.rule.Delay != nil {
			takes := s.rule.Delay(h.unit(data, ordinal))
			s.placed.delays(takes)
			sum += takes
		}
	}
	return sum
}

// fly schedules the delivery of a parcel behind all before it.
func (h *half) fly(p *parcel) {
	at := later(time.Now(), p.notBefore)
	if len(h.faults) > 0 {
		at = at.Add(h.delay(p.data, h.writes))
	}
	h.last = later(h.last, at)
	h.flying = append(h.flying, p)
	p.half = h // before it is scheduled: Happen reads it without the lock
	h.net.sim.ScheduleIn(&p.delivery, h.last, h.actor, p)
}

// Happen is the event of a delivery.
func (p *parcel) Happen() {
	h := p.half
	h.net.mu.Lock()
	defer h.net.unlock()
	if h.opening {
		h.early = append(h.early, p)
		return
	}
	h.land(p)
}

func (h *half) land(p *parcel) {
	h.flying = slices.DeleteFunc(h.flying, func(o *parcel) bool { return o == p })
	h.arrived(p)
}

// open is called when the reader gets its connection. What came before is
// delivered with an event of its own, behind what the reader does first: a client
// that writes and reads side by side would meet both orders otherwise.
func (h *half) open() {
	if len(h.early) == 0 {
		h.opening = false
		return
	}
	h.net.schedule(time.Now(), h.actor, func() {
		early := h.early
		h.opening, h.early = false, nil
		for _, p := range early {
			h.land(p)
		}
	})
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// cut ends the connection by a fault.
func (h *half) cut(e End) {
	switch {
	case e == noEnd:
	case e == HalfEnd:
		h.sever(io.EOF)
	case h.back == nil:
		h.sever(io.EOF)
		h.net.schedule(time.Now(), h.actor+"/epipe", func() { h.failWrites(syscall.EPIPE) })
	case e == CloseEnd:
		h.refuses, h.back.refuses = true, true
		h.sever(io.EOF)
		h.back.sever(io.EOF)
	case e == ResetEnd:
		h.sever(syscall.ECONNRESET)
		h.back.sever(syscall.ECONNRESET)
	}
}

// sever ends the stream behind what is under way and swallows the rest.
func (h *half) sever(end error) {
	if h.severed {
		return
	}
	h.severed = true
	h.freed(h.heldBytes())
	h.parked, h.partial = nil, nil
	h.fly(&parcel{end: end})
}

// swallow is the fate of bytes behind the end of the stream.
func (h *half) swallow(data []byte) {
	h.freed(len(data))
	if h.refuses {
		h.refuses = false
		h.net.schedule(time.Now(), h.actor+"/reset", func() { h.failWrites(syscall.ECONNRESET) })
	}
}

// finish takes the direction off its link once its end has been delivered. A
// reset may still follow an end of file.
func (h *half) finish() {
	if h.done {
		return
	}
	h.done, h.severed = true, true
	for _, l := range h.late {
		h.net.sim.Cancel(l.event)
	}
	for _, s := range slices.Clone(h.faults) {
		s.drop()
	}
	h.parked, h.partial, h.late = nil, nil, nil
	h.freed(h.unread - len(h.buf))
	h.link.streams = slices.DeleteFunc(h.link.streams, func(o *half) bool { return o == h })
}

// abandon finishes the direction and calls back what is under way.
func (h *half) abandon() {
	for _, p := range h.flying {
		h.net.sim.Cancel(&p.delivery)
	}
	h.flying, h.early = nil, nil
	h.finish()
}
