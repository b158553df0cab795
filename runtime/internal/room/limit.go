package room

import (
	"fmt"
	"math"
	"time"
)

// The numbers of calls of one provider that a minute may have.
const (
	DefaultPerMinute = 60
	MaxPerMinute     = 100_000 // the moments of so many calls are kept
)

// Defaults is what holds for the tools of all providers (ROOM-18).
type Defaults struct {
	PerMinute       int      // calls of one provider; 0: [DefaultPerMinute]
	Scopes          []string // each must be met by one that the caller holds
	AllowedEntities string   // who may call: public, team or owner; empty: public
}

// Check reports the first default that cannot be.
func (d Defaults) Check() error {
	if d.PerMinute != 0 {
		if err := CheckPerMinute(d.PerMinute); err != nil {
			return err
		}
	}
	for _, scope := range d.Scopes {
		if err := CheckScope(scope); err != nil {
			return err
		}
	}
	if d.AllowedEntities == "" {
		return nil
	}
	return CheckGroup(d.AllowedEntities)
}

// CheckPerMinute reports a number of calls that is no limit.
func CheckPerMinute(n int) error {
	if n < 1 || n > MaxPerMinute {
		return fmt.Errorf("perMinute %d is not between 1 and %d", n, MaxPerMinute)
	}
	return nil
}

// window is the calls of one provider within the last minute: a sliding window, so
// that no minute has more calls than allowed, wherever it begins (A-R24).
type window struct {
	begun []time.Time // oldest first
}

// take counts a call that begins now. If the limit is reached it counts none and says
// how long to wait, which is more than 0.
func (w *window) take(now time.Time, limit int) (wait time.Duration) {
	past := 0
	for past < len(w.begun) && now.Sub(w.begun[past]) >= time.Minute {
		past++
	}
	w.begun = w.begun[past:]
	if len(w.begun) >= limit {
		return w.begun[0].Add(time.Minute).Sub(now)
	}
	w.begun = append(w.begun, now)
	return 0
}

// RateLimitError is returned for a call beyond the limit of its provider.
type RateLimitError struct {
	Provider  string
	PerMinute int
	After     time.Duration // when the next call may be let through; more than 0
}

func (e *RateLimitError) Error() string {
	return fmt.Sprintf("provider %q takes %d calls a minute: come back in %ds", e.Provider, e.PerMinute, e.Seconds())
}

// Seconds is how long to wait in whole seconds, rounded up.
func (e *RateLimitError) Seconds() int { return int(math.Ceil(e.After.Seconds())) }
