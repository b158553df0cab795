package netem

import "time"

// SlowClose delays the end of the stream: the other end learns Delay later that
// this one has closed. Data is not delayed.
type SlowClose struct{ Delay time.Duration }

// Kind is "slow_close".
func (SlowClose) Kind() string { return "slow_close" }

// Attach delays the end.
func (f SlowClose) Attach(*Stream) Rule {
	return Rule{Close: func() time.Duration { return f.Delay }}
}
