package netem

import (
	"fmt"
	"slices"
	"time"
)

// Placed is a fault on a link. Its methods may be called from any goroutine of the
// bubble.
type Placed struct {
	link    *Link
	fault   Fault
	scopes  []Scope
	streams []*Stream
	waiting []*attempt // held by Admission.Hold
	removed bool

	acted    bool
	drew     bool  // it was left to chance whether it acts
	attempts int   // to connect, that a connecting fault was asked about
	attached int   // directions that it was put on
	units    int   // that came to it
	longest  int64 // bytes of the longest of its streams
}

// Remove takes the fault away and releases what it holds; what is under way
// already is not called back. Further calls do nothing.
func (p *Placed) Remove() {
	l := p.link
	l.net.mu.Lock()
	defer l.net.unlock()
	if p.removed {
		return
	}
	p.removed = true
	l.faults = slices.DeleteFunc(l.faults, func(o *Placed) bool { return o == p })
	l.net.emit(Event{Actor: l.name, Kind: faultRemove, Link: l.name, Fault: p.fault.Kind()})
	for _, s := range slices.Clone(p.streams) {
		s.detach()
	}
	p.letGo()
}

// NeverActed is nil once the fault has changed anything (a byte, a line, an end, an
// attempt to connect, or the time that one of them took) or chance has decided that
// it does not. Before that it is an error that says what did travel.
func (p *Placed) NeverActed() error {
	p.link.net.mu.Lock()
	defer p.link.net.unlock()
	if p.acted || p.drew {
		return nil
	}
	return fmt.Errorf("the fault %s on the link to %q never acted: %s", p.fault.Kind(), p.link.name, p.nearest())
}

// nearest says what there was for the fault to act on.
func (p *Placed) nearest() string {
	_, connecting := p.fault.(admitter)
	switch {
	case connecting && p.attempts == 0:
		return "there was no attempt to connect"
	case connecting:
		return "it changed no attempt to connect"
	case p.attached == 0:
		return "nothing was open where it was put"
	case p.units == 0:
		return "nothing was written where it was put"
	}
	return fmt.Sprintf("the writes that passed it were %d, and the longest stream had %d bytes", p.units, p.longest)
}

// passes notes a unit that comes to the fault and ends at a byte of its stream.
func (p *Placed) passes(end int64) {
	p.units++
	p.longest = max(p.longest, end)
}

// delays notes how much longer something takes because of the fault.
func (p *Placed) delays(d time.Duration) { p.acted = p.acted || d > 0 }

// letGo lets the attempts go on that the fault holds.
func (p *Placed) letGo() {
	for _, a := range p.waiting {
		a.proceed()
	}
	p.waiting = nil
}

func (p *Placed) covers(conn int, d Direction) bool {
	return slices.ContainsFunc(p.scopes, func(s Scope) bool { return s.covers(conn, d) })
}
