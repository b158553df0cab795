package netem

import "time"

// Fault is something that goes wrong, or a condition, on a [Link]. A fault is a
// plain value that may be added to any number of links; what it must remember
// lives in the rule that Attach returns. A fault that has the method Admit as well,
//
//	Admit(Attempt) Admission
//
// also decides about connection attempts.
type Fault interface {
	// Kind names the fault as toxiproxy or tc netem do, such as "latency". It
	// is part of the key of the fault's random decisions.
	Kind() string
	// Attach is called for each direction in scope of each connection or
	// process, when that opens or when the fault is added, and returns what the
	// fault does there. The zero Rule does nothing.
	Attach(s *Stream) Rule
}

// admitter is a Fault that also decides about connection attempts.
type admitter interface {
	Fault
	// Admit looks at an attempt; the zero Admission lets it pass.
	Admit(Attempt) Admission
}

// Rule is what a fault does on one direction of one connection. Unset functions
// do nothing. All run with the network locked: they call nothing of this
// package but methods of their [Stream] and [Unit], and must not block.
type Rule struct {
	// Write decides about the bytes of one Write. Of all rules of a stream the
	// first one that does not pass wins.
	Write func(Unit) Verdict
	// Message decides about one line, before the rules of Write. While such a
	// rule is in force the stream carries whole lines only: an incomplete one
	// waits, whatever its length, for its end, that of the stream or of the rule.
	Message func(Unit) Verdict
	// Delay is how long the unit takes. The delays of all rules add up; order
	// is kept all the same.
	Delay func(Unit) time.Duration
	// Close is how much longer the end of the stream takes than its data.
	Close func() time.Duration
	// Arrive sees the size of each unit, 0 for the end of the stream, and how
	// many bytes wait already, before the unit joins those at the gate; see
	// [Stream.Hold].
	Arrive func(size, held int)
}

// Direction says which way a stream carries bytes.
type Direction int

// The directions. The zero value in a [Scope] means Up and Down, not Stderr.
const (
	Both   Direction = iota
	Up               // client to server; stdin of a process
	Down             // server to client; stdout of a process
	Stderr           // stderr of a process
)

func (d Direction) String() string {
	return [...]string{"both", "up", "down", "stderr"}[d]
}

// Scope narrows a fault to a part of its link. The zero value is the whole link.
type Scope struct {
	Direction Direction // Both = Up and Down
	Conn      int       // only the k-th connection attempt or process, from 1; 0 = all
}

func (s Scope) covers(conn int, d Direction) bool {
	if s.Conn != 0 && s.Conn != conn {
		return false
	}
	return s.Direction == d || s.Direction == Both && d != Stderr
}

// Attempt is one attempt to connect. The start of a process is none.
type Attempt struct {
	Link   string
	Conn   int    // ordinal on the link, from 1; refused attempts count
	Client string // as given to Dial
	Addr   string
}

// Admission is what a fault decides about an attempt. The zero value passes.
type Admission struct {
	Err         error         // the attempt fails with this
	Hold        bool          // no answer until the fault is removed
	AcceptAfter time.Duration // the server accepts that much later; the client notices nothing
}

func (a Admission) passes() bool { return a.Err == nil && !a.Hold && a.AcceptAfter == 0 }
