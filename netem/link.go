package netem

import "slices"

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
	faults  []*Placed // in the order of Add
	streams []*half   // open directions
}

// Add puts a fault on the link: on everything that is open and on everything
// that opens later. scopes narrow it; several scopes mean each of them. The
// returned function takes the fault away and releases what it holds; what is
// under way already is not called back. It may be called more than once.
func (l *Link) Add(f Fault, scopes ...Scope) (remove func()) { return l.Place(f, scopes...).Remove }

// Place is [Link.Add] for those who want to know later whether the fault acted.
func (l *Link) Place(f Fault, scopes ...Scope) *Placed {
	l.net.mu.Lock()
	defer l.net.unlock()
	l.net.emit(Event{Actor: l.name, Kind: faultAdd, Link: l.name, Fault: f.Kind()})
	return l.place(f, scopes)
}

// place is Place with the network locked, and tells nothing.
func (l *Link) place(f Fault, scopes []Scope) *Placed {
	if len(scopes) == 0 {
		scopes = []Scope{{}}
	}
	p := &Placed{link: l, fault: f, scopes: scopes}
	l.faults = append(l.faults, p)
	for _, h := range slices.Clone(l.streams) {
		h.attach(p)
	}
	return p
}

// SetWindow sets how many unread bytes a direction holds before its writer waits,
// for connections and processes that open from now on; at the start it is 64 KiB. It
// must be positive.
func (l *Link) SetWindow(bytes int) {
	l.net.mu.Lock()
	defer l.net.unlock()
	l.window = max(1, bytes)
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
func (l *Link) admit(a *attempt) (Admission, *Placed) {
	about := Attempt{Link: l.name, Conn: a.ordinal, Client: a.client, Addr: a.addr}
	for _, p := range l.faults {
		f, ok := p.fault.(admitter)
		if !ok || !slices.ContainsFunc(p.scopes, func(s Scope) bool { return s.Conn == 0 || s.Conn == a.ordinal }) {
			continue
		}
		p.attempts++
		if v := f.Admit(about); !v.passes() {
			p.acted = true
			l.net.emit(Event{Actor: a.actor(), Kind: faultHit, Link: l.name, Conn: a.ordinal, Fault: f.Kind(), Detail: "connect"})
			return v, p
		}
	}
	return Admission{}, nil
}
