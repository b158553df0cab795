package netem

import (
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// Net is one emulated network: listeners, connections, fake processes and the
// links between them and their clients. Make one per simulation with [New]. Its
// methods may be called from any goroutine of the bubble, and from nowhere else.
type Net struct {
	sim *vtime.Sim

	// mu guards everything reachable from the network. One lock is enough: the
	// simulation runs one event at a time. It is never held while waiting.
	mu        sync.Mutex
	links     map[string]*Link
	listeners map[string]*listener
	conns     []*pair    // not yet closed by both ends
	procs     []*Process // not yet exited
	common    []common   // faults of every link
	observers []func(Event)
	events    []Event    // for the observers, at unlock
	telling   sync.Mutex // taken before mu is released, held while observers are called
}

// New returns a network without listeners, processes or faults. Every wait on
// it and every delivery is an event of sim.
func New(sim *vtime.Sim) *Net {
	return &Net{sim: sim, links: map[string]*Link{}, listeners: map[string]*listener{}}
}

// Link returns the link of that name, made on first use: the one of listeners
// on "<name>.test" and of processes called name.
func (n *Net) Link(name string) *Link {
	n.mu.Lock()
	defer n.unlock()
	return n.link(name)
}

func (n *Net) link(name string) *Link {
	l := n.links[name]
	if l == nil {
		l = &Link{net: n, name: name, window: defaultWindow}
		n.links[name] = l
		for _, c := range n.common {
			l.place(c.fault, c.scopes)
		}
	}
	return l
}

// common is a fault of every link.
type common struct {
	fault  Fault
	scopes []Scope
}

// AddEverywhere is [Link.Add] for every link, those that are made later included. It is
// for faults that stay: there is no way to remove one, and observers are told what they do
// and not that they were added.
func (n *Net) AddEverywhere(f Fault, scopes ...Scope) {
	n.mu.Lock()
	defer n.unlock()
	n.common = append(n.common, common{f, scopes})
	for _, name := range slices.Sorted(maps.Keys(n.links)) {
		n.links[name].place(f, scopes)
	}
}

// linkName is the link of a host: "docs" for "docs.test", else the host itself.
func linkName(host string) string { return strings.TrimSuffix(host, ".test") }

// Open returns how many connections and processes exist now. A connection
// counts until both its ends are closed, even after a reset, as a file
// descriptor does; a process until it and what it forked have exited.
func (n *Net) Open() (conns, processes int) {
	n.mu.Lock()
	defer n.unlock()
	return len(n.conns), len(n.procs)
}

// CloseAll ends the network: listeners close, connections are reset, processes
// are killed, and what is under way is lost. Readers notice at once; exits
// and broken pipes follow as the next events.
func (n *Net) CloseAll() {
	n.mu.Lock()
	defer n.unlock()
	for _, addr := range slices.Sorted(maps.Keys(n.listeners)) {
		n.listeners[addr].close()
	}
	for _, name := range slices.Sorted(maps.Keys(n.links)) {
		for _, p := range n.links[name].faults {
			p.letGo()
		}
	}
	for _, p := range slices.Clone(n.conns) {
		p.destroy()
	}
	for _, p := range slices.Clone(n.procs) {
		p.destroy()
	}
}

// schedule makes f, run with the lock held, an event of actor.
func (n *Net) schedule(at time.Time, actor string, f func()) *vtime.Event {
	return n.sim.Schedule(at, actor, func() {
		n.mu.Lock()
		defer n.unlock()
		f()
	})
}

// address is the net.Addr of both ends: "docs.test:80" or "client:3".
type address string

var _ net.Addr = address("")

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }
