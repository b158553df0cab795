package netem

// Truncate loses the tail of each Write that Which picks: Keep bytes arrive,
// then the stream goes on with what follows.
type Truncate struct {
	Which Which
	Keep  int
}

// Kind is "truncate".
func (Truncate) Kind() string { return "truncate" }

// Attach cuts tails off.
func (f Truncate) Attach(s *Stream) Rule {
	return Rule{Write: func(u Unit) Verdict {
		if len(u.Data) <= f.Keep || !f.Which.picks(u, s) {
			return pass
		}
		return u.Replace(u.Data[:max(0, f.Keep)])
	}}
}
