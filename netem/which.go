package netem

// Which picks the units that a fault is about. All set fields must agree; the
// zero value picks every unit.
type Which struct {
	Nth         uint64                 // only the n-th of the stream, from 1
	Every       uint64                 // only each n-th of the stream
	Match       func(data []byte) bool // only these; must be a pure function
	Probability float64                // each with this probability, in (0, 1]; 0 = certainly
}

// picks decides about a unit of a stream.
func (w Which) picks(u Unit, s *Stream) bool {
	switch {
	case w.Nth != 0 && u.Ordinal != w.Nth:
		return false
	case w.Every != 0 && u.Ordinal%w.Every != 0:
		return false
	case w.Match != nil && !w.Match(u.Data):
		return false
	}
	return w.Probability == 0 || s.chance(u, "which", w.Probability)
}
