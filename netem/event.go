package netem

import "time"

// EventKind names what happened on the network, noun first. Beside the connections
// below, faults ("fault.add", "fault.remove", "fault.hit") and processes
// ("process.start", "process.signal", "process.exit") are reported.
type EventKind string

// What happens to connections.
const (
	ConnOpen   EventKind = "conn.open"   // Detail = client -> address
	ConnRefuse EventKind = "conn.refuse" // Detail = error
	ConnClose  EventKind = "conn.close"  // Detail = which end closed: client or server
	ConnReset  EventKind = "conn.reset"  // a reset arrived; Direction = where it travelled
)

const (
	faultAdd      EventKind = "fault.add"      // Fault
	faultRemove   EventKind = "fault.remove"   // Fault
	faultHit      EventKind = "fault.hit"      // Fault, Bytes of the unit, Detail = what was done
	processStart  EventKind = "process.start"  // Code = process id
	processSignal EventKind = "process.signal" // Detail = signal
	processExit   EventKind = "process.exit"   // Code, Detail = signal, if one ended it
)

// Event is one fact about the network. At, Actor, Kind and Link are always set;
// the zero value of any other field means that it does not apply.
type Event struct {
	At        time.Time
	Actor     string // "docs/conn-3/down", "docs/proc-1", "docs"
	Kind      EventKind
	Link      string
	Conn      int       // ordinal of the connection attempt or process on the link, from 1
	Direction Direction // Both where no direction applies
	Fault     string    // kind of the fault
	Bytes     int       // size of the unit
	Code      int       // exit code
	Detail    string
}

// Observe adds an observer for everything that happens from now on. Observers
// are called in the order of Observe, in the goroutine in which it happened, for
// one event after the other in the order in which they happened. They may look at
// the network, must not change it, and must not block. A goroutine that waited for
// what happened may go on before they are called.
func (n *Net) Observe(f func(Event)) {
	n.mu.Lock()
	defer n.unlock()
	n.observers = append(n.observers, f)
}

// emit queues e for the observers; unlock delivers it. The lock is held.
func (n *Net) emit(e Event) {
	if len(n.observers) > 0 {
		e.At = time.Now()
		n.events = append(n.events, e)
	}
}

// unlock releases the network and then tells the observers what happened.
func (n *Net) unlock() {
	if len(n.events) == 0 {
		n.mu.Unlock()
		return
	}
	n.unlockAndTell()
}

// unlockAndTell takes its turn at telling before it lets go of the network: what
// happens next is told next.
func (n *Net) unlockAndTell() {
	events, observers := n.events, n.observers
	n.events = nil
	n.telling.Lock()
	defer n.telling.Unlock()
	n.mu.Unlock()
	for _, e := range events {
		for _, f := range observers {
			f(e)
		}
	}
}
