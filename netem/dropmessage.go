package netem

// DropMessage loses each line that Which picks.
type DropMessage struct{ Which Which }

// Kind is "drop".
func (DropMessage) Kind() string { return "drop" }

// Attach drops lines.
func (f DropMessage) Attach(s *Stream) Rule {
	return Rule{Message: func(u Unit) Verdict {
		if !f.Which.picks(u, s) {
			return pass
		}
		return u.Drop()
	}}
}
