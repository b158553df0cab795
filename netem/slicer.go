package netem

import "time"

// Slicer delivers each Write in slices of Size bytes, plus or minus up to
// SizeVariation, each Gap after the one before. Sizes below 1 count as 1.
type Slicer struct {
	Size          int
	SizeVariation int
	Gap           time.Duration
}

// Kind is "slicer".
func (Slicer) Kind() string { return "slicer" }

// Attach slices.
func (l Slicer) Attach(s *Stream) Rule {
	return Rule{Write: func(u Unit) Verdict {
		var pieces []Piece
		seed, rest, gap := s.Seed(u), u.Data, time.Duration(0)
		for i := uint64(0); len(rest) > 0; i++ {
			vary := int(seed.At(i).Below(uint64(2*l.SizeVariation+1))) - l.SizeVariation
			n := min(len(rest), max(1, l.Size+vary))
			pieces = append(pieces, Piece{Gap: gap, Data: rest[:n]})
			rest, gap = rest[n:], l.Gap
		}
		if len(pieces) == 1 {
			return pass
		}
		return u.Split(pieces)
	}}
}
