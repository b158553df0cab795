package netem

import "bytes"

// Corrupt flips one bit, at a random place, of each Write that Which picks.
type Corrupt struct{ Which Which }

// Kind is "corrupt".
func (Corrupt) Kind() string { return "corrupt" }

// Attach flips.
func (f Corrupt) Attach(s *Stream) Rule {
	return Rule{Write: func(u Unit) Verdict {
		if !f.Which.picks(u, s) {
			return pass
		}
		data := bytes.Clone(u.Data)
		bit := s.Seed(u).Of("bit").Below(uint64(8 * len(data)))
		data[bit/8] ^= 1 << (bit % 8)
		return u.Replace(data)
	}}
}
