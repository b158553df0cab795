package catalog

import "time"

// Pace says how often a list may be refreshed because its server says that it has
// changed. The zero value sets no bound.
type Pace struct {
	Every time.Duration // one refresh in so much time, on average
	Burst int           // so many of them at once, at least 1
}

// Paced is what a Pace needs to know of one list on one connection: the zero value
// before the first refresh.
type Paced struct{ due time.Time } // from then on a whole burst may begin

// Wait is how long a refresh that is wanted now must wait.
func (p Paced) Wait(pace Pace, now time.Time) time.Duration {
	return max(0, p.due.Add(-time.Duration(max(pace.Burst, 1)-1)*pace.Every).Sub(now))
}

// Begin takes note of a refresh that begins now.
func (p *Paced) Begin(pace Pace, now time.Time) {
	if p.due.Before(now) {
		p.due = now
	}
	p.due = p.due.Add(pace.Every)
}
