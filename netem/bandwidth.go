package netem

import "time"

// Bandwidth is a condition: the direction carries BytesPerSecond. A unit arrives
// when its last byte has passed; those behind it wait. Combine it with [Slicer]
// for a steady trickle. 0 or less means no limit.
type Bandwidth struct{ BytesPerSecond int64 }

// Kind is "bandwidth".
func (Bandwidth) Kind() string { return "bandwidth" }

// Attach adds the time that the bytes take.
func (b Bandwidth) Attach(s *Stream) Rule {
	if b.BytesPerSecond <= 0 {
		return Rule{}
	}
	var busy time.Time
	return Rule{Delay: func(u Unit) time.Duration {
		now := s.Now()
		takes := float64(len(u.Data)) / float64(b.BytesPerSecond) * float64(time.Second)
		busy = later(now, busy).Add(time.Duration(takes))
		return busy.Sub(now)
	}}
}
