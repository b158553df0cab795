package netem

import "time"

// HalfClose ends one direction: its reader gets an end of file, its writer
// notices nothing and writes into the void, the other direction goes on. It
// happens After the stream opens or the fault is added, or, if AtByte is
// positive, behind that many bytes of the stream. Narrow it to a direction.
type HalfClose struct {
	After  time.Duration
	AtByte int64
}

// Kind is "half_close".
func (HalfClose) Kind() string { return "half_close" }

// Attach ends the direction later.
func (f HalfClose) Attach(s *Stream) Rule { return endAt(s, f.After, f.AtByte, HalfEnd) }
