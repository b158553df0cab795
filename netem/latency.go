package netem

import (
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// Latency is a condition: each unit, the end of the stream and both steps of
// connecting take Delay, more or less by Jitter. Order is kept, so a late unit
// holds up those behind it. Delays below zero count as zero.
type Latency struct {
	Delay       time.Duration
	Jitter      time.Duration // half width of the distribution, or its standard deviation if Normal
	Normal      bool          // jitter is distributed normally, at most six Jitters; false = uniformly in [Delay−Jitter, Delay+Jitter)
	Correlation float64       // of a unit's jitter with the one before, in [0, 1)
}

// Kind is "latency".
func (Latency) Kind() string { return "latency" }

// Attach adds the delay.
func (l Latency) Attach(s *Stream) Rule {
	var before float64
	return Rule{Delay: func(u Unit) time.Duration {
		if l.Jitter == 0 {
			return max(0, l.Delay)
		}
		// The conversions keep processors that fuse multiply and add from
		// rounding differently.
		before = float64(l.Correlation*before) + float64((1-l.Correlation)*draw(s.Seed(u), l.Normal))
		return max(0, l.Delay+time.Duration(float64(l.Jitter)*before))
	}}
}

// draw returns a number with mean 0, of width 1.
func draw(seed vtime.Seed, normal bool) float64 {
	if !normal {
		return 2*seed.Float() - 1
	}
	sum := -6.0 // the sum of twelve uniform numbers is close to normal
	for i := range uint64(12) {
		sum += seed.At(i).Float()
	}
	return sum
}
