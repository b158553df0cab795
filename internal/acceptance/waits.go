package acceptance

import "time"

// Waits are how long the scenarios let things happen. They are minimal: what is
// then expected may take [grace] longer.
type Waits struct {
	Idle    time.Duration // 01: nothing happens meanwhile
	Load    time.Duration // 02: for the first attempts
	Retry   time.Duration // 03: for the first retries
	GiveUp  time.Duration // 03: afterwards, for the end of all attempts
	Between time.Duration // between two scenarios
}

// FullWaits are the documented ones (S-ROOM-14, S-ROOM-15): 94 seconds in all.
func FullWaits() Waits {
	return Waits{Idle: 5 * time.Second, Load: 3 * time.Second, Retry: 10 * time.Second,
		GiveUp: 70 * time.Second, Between: 2 * time.Second}
}

// FastWaits take four seconds in all: enough to see attempts and retries, not
// enough to see their end.
func FastWaits() Waits {
	return Waits{Idle: 300 * time.Millisecond, Load: 500 * time.Millisecond, Retry: time.Second,
		GiveUp: 2 * time.Second, Between: 100 * time.Millisecond}
}

// Total is the sum of all waits of a run.
func (w Waits) Total() time.Duration {
	return w.Idle + w.Load + w.Retry + w.GiveUp + 3*w.Between
}

// seeTheEnd reports whether all attempts at a provider have ended after the waits
// of scenario 03, however long the jitter made them (S-ROOM-01).
func (w Waits) seeTheEnd() bool { return w.Retry+w.GiveUp >= 15*time.Second }
