package netem

// HoldMessage keeps each line that Which picks until the fault is removed;
// other lines pass it. Lines still held when the stream ends are lost.
type HoldMessage struct{ Which Which }

// Kind is "hold".
func (HoldMessage) Kind() string { return "hold" }

// Attach keeps lines.
func (f HoldMessage) Attach(s *Stream) Rule {
	return Rule{Message: func(u Unit) Verdict {
		if !f.Which.picks(u, s) {
			return pass
		}
		return u.Keep()
	}}
}
