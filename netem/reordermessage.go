package netem

import "time"

// ReorderMessage delays lines by Delay, except each Gap-th, which overtakes
// those that are still under way: tc netem's "reorder gap". Gap 0 delays all
// and reorders nothing.
type ReorderMessage struct {
	Gap   uint64
	Delay time.Duration
}

// Kind is "reorder".
func (ReorderMessage) Kind() string { return "reorder" }

// Attach delays lines.
func (f ReorderMessage) Attach(*Stream) Rule {
	return Rule{Message: func(u Unit) Verdict {
		if f.Gap != 0 && u.Ordinal%f.Gap == 0 {
			return pass
		}
		return u.Late(f.Delay)
	}}
}
