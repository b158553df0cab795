package netem

import "time"

// Stall holds everything, the end of the stream included, until the fault is
// removed: the connection stays up and carries nothing, as with toxiproxy's
// "timeout" of 0. Connecting still works. It begins After the stream opens or
// the fault is added, or, if AtByte is positive, behind that many bytes of the
// stream.
type Stall struct {
	After  time.Duration
	AtByte int64
}

// Kind is "stall".
func (Stall) Kind() string { return "stall" }

// Attach closes the gate, now or later.
func (f Stall) Attach(s *Stream) Rule {
	switch {
	case f.AtByte > 0:
		return Rule{Write: func(u Unit) Verdict {
			if n, here := u.crosses(f.AtByte); here {
				return u.HoldAt(n)
			}
			return pass
		}}
	case f.After > 0:
		s.After(f.After, s.Hold)
	default:
		s.Hold()
	}
	return Rule{}
}
