package netem

import "time"

// DuplicateMessage delivers each line that Which picks twice, Gap apart.
type DuplicateMessage struct {
	Which Which
	Gap   time.Duration
}

// Kind is "duplicate".
func (DuplicateMessage) Kind() string { return "duplicate" }

// Attach duplicates lines.
func (f DuplicateMessage) Attach(s *Stream) Rule {
	return Rule{Message: func(u Unit) Verdict {
		if !f.Which.picks(u, s) {
			return pass
		}
		return u.Duplicate(1, f.Gap)
	}}
}
