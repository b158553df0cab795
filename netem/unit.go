package netem

import "time"

// Unit is what a rule decides about: the bytes of one Write, or one line. Data
// belongs to the network and must not be changed; a verdict may refer to it.
type Unit struct {
	Link      string
	Conn      int
	Direction Direction
	Ordinal   uint64 // of the writes or of the lines of this stream, from 1
	Offset    int64  // bytes of this stream before this unit
	Data      []byte // a line includes its newline
}

// End is the way a fault ends a connection.
type End int

// The ways to end a connection. Pipes of a process know no reset: there, Close
// and Reset both mean end of file to the reader and EPIPE to the writer.
const (
	noEnd    End = iota
	HalfEnd      // end of file in this direction only; later bytes are swallowed
	CloseEnd     // end of file to both ends; further writes are answered by a reset
	ResetEnd     // ECONNRESET to both ends
)

// Piece is a part of what a verdict delivers.
type Piece struct {
	Gap  time.Duration // after the piece before it
	Data []byte
}

// Verdict says what becomes of a unit. The zero value lets it pass; the others
// come from the methods of [Unit].
type Verdict struct {
	name     string // of the decision, for events; empty = pass
	pieces   []Piece
	after    time.Duration
	overtake bool
	end      End
	hold     bool   // close the gate in front of rest
	rest     []byte // goes back to the gate
	keep     bool   // the line waits for the fault's removal
}

// pass lets a unit go on to the next rule.
var pass Verdict

// Delay delivers the unit d later. What follows it waits behind it.
func (u Unit) Delay(d time.Duration) Verdict {
	return Verdict{name: "delay", pieces: []Piece{{Data: u.Data}}, after: d}
}

// Late delivers a line d later; what follows may overtake it. Bytes of a Write
// keep their order, as with Delay: out of order they have no meaning.
func (u Unit) Late(d time.Duration) Verdict {
	v := u.Delay(d)
	v.name, v.overtake = "late", true
	return v
}

// Drop delivers nothing.
func (u Unit) Drop() Verdict { return Verdict{name: "drop"} }

// Replace delivers data instead.
func (u Unit) Replace(data []byte) Verdict {
	return Verdict{name: "replace", pieces: []Piece{{Data: data}}}
}

// Duplicate delivers the unit and n copies, gap apart.
func (u Unit) Duplicate(n int, gap time.Duration) Verdict {
	v := Verdict{name: "duplicate", pieces: []Piece{{Data: u.Data}}}
	for range n {
		v.pieces = append(v.pieces, Piece{Gap: gap, Data: u.Data})
	}
	return v
}

// Split delivers pieces instead of the whole. They need not add up to it.
func (u Unit) Split(pieces []Piece) Verdict { return Verdict{name: "split", pieces: pieces} }

// Cut delivers the first n bytes, then ends the connection.
func (u Unit) Cut(n int, end End) Verdict {
	return Verdict{name: "cut", pieces: u.first(n), end: end}
}

// HoldAt delivers the first n bytes and closes the fault's gate in front of the
// rest; see [Stream.Hold].
func (u Unit) HoldAt(n int) Verdict {
	return Verdict{name: "hold", pieces: u.first(n), hold: true, rest: u.Data[n:]}
}

// Keep holds a line until the fault is removed; others pass it. Lines still held
// when the stream ends are lost. Bytes of a Write hold up what follows them, as
// with HoldAt(0).
func (u Unit) Keep() Verdict {
	return Verdict{name: "keep", keep: true, hold: true, rest: u.Data}
}

func (u Unit) first(n int) []Piece {
	if n == 0 {
		return nil
	}
	return []Piece{{Data: u.Data[:n]}}
}

// crosses reports whether byte n of the stream lies in the unit or before it,
// and how many bytes of the unit come before.
func (u Unit) crosses(n int64) (before int, yes bool) {
	if u.Offset+int64(len(u.Data)) < n {
		return 0, false
	}
	return int(max(0, n-u.Offset)), true
}
