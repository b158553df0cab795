package netem

import "time"

// ResetPeer breaks the connection: both ends get ECONNRESET, pipes an end of
// file and EPIPE. It happens After the stream opens or the fault is added, or,
// if AtByte is positive, behind that many bytes of the stream. What is under
// way still arrives. A scope of one direction says whose bytes count.
type ResetPeer struct {
	After  time.Duration
	AtByte int64
}

// Kind is "reset_peer".
func (ResetPeer) Kind() string { return "reset_peer" }

// Attach resets later.
func (f ResetPeer) Attach(s *Stream) Rule { return endAt(s, f.After, f.AtByte, ResetEnd) }

// endAt ends the stream after some time or behind some bytes.
func endAt(s *Stream, after time.Duration, atByte int64, end End) Rule {
	if atByte <= 0 {
		s.After(after, func() { s.End(end) })
		return Rule{}
	}
	return Rule{Write: func(u Unit) Verdict {
		if n, here := u.crosses(atByte); here {
			return u.Cut(n, end)
		}
		return pass
	}}
}
