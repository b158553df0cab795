package netem

import (
	"cmp"
	"time"
)

// defaultRetransmit is the least retransmission timeout of common TCP stacks.
const defaultRetransmit = 200 * time.Millisecond

// GEModel is a condition: bursts of loss after Gilbert and Elliott, with tc
// netem's parameters. The direction is in a good or a bad state and may change
// it with each unit. A stream has no holes: what is lost arrives one Retransmit
// later, and everything behind it waits.
type GEModel struct {
	P          float64       // probability to go from good to bad
	R          float64       // probability to go from bad to good
	LossBad    float64       // loss in the bad state (1−h of tc); 0 = 1
	LossGood   float64       // loss in the good state (1−k of tc)
	Retransmit time.Duration // 0 = 200 ms
}

// Kind is "gemodel".
func (GEModel) Kind() string { return "gemodel" }

// Attach adds the delay of retransmission to what is lost.
func (g GEModel) Attach(s *Stream) Rule {
	bad := false
	return Rule{Delay: func(u Unit) time.Duration {
		change, loss := g.P, g.LossGood
		if bad {
			change, loss = g.R, cmp.Or(g.LossBad, 1)
		}
		if s.chance(u, "state", change) {
			bad = !bad
		}
		if s.chance(u, "loss", loss) {
			return cmp.Or(g.Retransmit, defaultRetransmit)
		}
		return 0
	}}
}
