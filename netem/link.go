package netem

import (
	"slices"
	"sync"
)

// defaultWindow is how many bytes a direction takes before a writer waits for
// the reader, as a pipe does.
const defaultWindow = 64 << 10

// Link is what lies between the clients and one server, be it a listener or a
// process. It carries faults: conditions that add up ([Latency], [Bandwidth])
// and rules of which the first that does not pass wins.
type Link struct {
	net     *Net
	name    string
	window  int
	opened  int       // ordinals given out to attempts and processes
	faults  []*placed // in the order of Add
	streams []*half   // open directions
}

// placed is a fault on a link.
type placed struct {
	link    *Link
	fault   Fault
	scopes  []Scope
	streams []*Stream
	waiting []*attempt // held by Admission.Hold
}

// Add puts a fault on the link: on everything that is open and on everything
// that opens later. scopes narrow it; several scopes mean each of them. The
// returned function takes the fault away and releases what it holds; what is
// under way already is not called back. It may be called more than once.
func (l *Link) Add(f Fault, scopes ...Scope) (remove func()) {
	n := l.net
	n.mu.Lock()
	defer n.unlock()
	if len(scopes) == 0 {
		scopes = []Scope{{}}
	}
	p := &placed{link: l, fault: f, scopes: scopes}
	l.faults = append(l.faults, p)
	n.emit(Event{Actor: l.name, Kind: faultAdd, Link: l.name, Fault: f.Kind()})
	for _, h := range slices.Clone(l.streams) {
		h.attach(p)
	}
	return sync.OnceFunc(p.remove)
}

// SetWindow sets how many unread bytes a direction holds before its writer waits,
// for connections and processes that open from now on; at the start it is 64 KiB. It
// must be positive.
func (l *Link) SetWindow(bytes int) {
	l.net.mu.Lock()
	defer l.net.unlock()
	l.window = max(1, bytes)
}

func (p *placed) remove() {
	l := p.link
	l.net.mu.Lock()
	defer l.net.unlock()
	l.faults = slices.DeleteFunc(l.faults, func(o *placed) bool { return o == p })
	l.net.emit(Event{Actor: l.name, Kind: faultRemove, Link: l.name, Fault: p.fault.Kind()})
	for _, s := range slices.Clone(p.streams) {
		s.detach()
	}
	p.letGo()
}

// letGo lets the attempts go on that the fault holds.
func (p *placed) letGo() {
	for _, a := range p.waiting {
		a.proceed()
	}
	p.waiting = nil
}

func (p *placed) covers(conn int, d Direction) bool {
	return slices.ContainsFunc(p.scopes, func(s Scope) bool { return s.covers(conn, d) })
}

// next gives out the ordinal of an attempt or a process.
func (l *Link) next() int {
	l.opened++
	return l.opened
}

// join puts the faults of the link on a new direction.
func (l *Link) join(h *half) {
	l.streams = append(l.streams, h)
	for _, p := range l.faults {
		h.attach(p)
	}
}

// admit asks the faults of the link about an attempt. The direction of a scope
// does not matter here.
func (l *Link) admit(a *attempt) (Admission, *placed) {
	about := Attempt{Link: l.name, Conn: a.ordinal, Client: a.client, Addr: a.addr}
	for _, p := range l.faults {
		f, ok := p.fault.(admitter)
		if !ok || !slices.ContainsFunc(p.scopes, func(s Scope) bool { return s.Conn == 0 || s.Conn == a.ordinal }) {
			continue
		}
		if v := f.Admit(about); !v.passes() {
			l.net.emit(Event{Actor: a.actor(), Kind: faultHit, Link: l.name, Conn: a.ordinal, Fault: f.Kind(), Detail: "connect"})
			return v, p
		}
	}
	return Admission{}, nil
}
