// Package backoff is retry schedules as data: how many attempts, and how long to
// wait before each. It waits for nothing, counts nothing and has no random source
// of its own, so a schedule can be printed, compared in a table and replayed.
package backoff

import (
	"math"
	"math/bits"
	"time"
)

// Unlimited is the number of attempts of a schedule that never ends.
const Unlimited = math.MinInt

// Schedule says how many attempts there are and how long to wait before each. The
// zero value makes none. It is read-only data and may be shared.
type Schedule struct {
	// Attempts is the greatest number of attempts, the first one included; 0 is
	// none, Unlimited (or any negative number) is no limit.
	Attempts int
	// Immediate makes the first attempt at once. Without it the first attempt,
	// too, has a wait before it, and every later wait is one step further up.
	Immediate bool
	// Delays are the waits in their order; the last one repeats. They are used as
	// they are: Base and Cap do not apply. Negative ones count as 0.
	Delays []time.Duration
	// Base is the first wait when there are no Delays; each later one is twice as
	// long as the one before.
	Base time.Duration
	// Cap bounds the waits made from Base, before jitter; 0 is no bound.
	Cap time.Duration
	// Jitter changes each wait; nil leaves it as it is.
	Jitter Jitter
}

// Jitter makes the wait from the schedule's step and 64 random bits. It must
// be a pure function.
type Jitter func(step time.Duration, random uint64) time.Duration

// Delay returns the wait before the next attempt after failed attempts have
// failed, and whether there is a next one. Negative counts are 0. random is used
// by Jitter only; the same bits give the same wait.
func (l Schedule) Delay(failed int, random uint64) (wait time.Duration, more bool) {
	failed = max(failed, 0)
	if l.Attempts >= 0 && failed >= l.Attempts {
		return 0, false
	}
	n := failed
	if l.Immediate {
		if failed == 0 {
			return 0, true
		}
		n--
	}
	wait = l.step(n)
	if l.Jitter != nil {
		wait = max(l.Jitter(wait, random), 0)
	}
	return wait, true
}

// step is the n-th wait from 0, without jitter.
func (l Schedule) step(n int) time.Duration {
	if len(l.Delays) > 0 {
		return max(l.Delays[min(n, len(l.Delays)-1)], 0)
	}
	limit := l.Cap
	if limit <= 0 {
		limit = math.MaxInt64
	}
	base := max(l.Base, 0)
	if base > limit>>min(n, 63) { // doubling n times would pass the limit
		return limit
	}
	return base << n
}

// AddUniform lengthens a step by a whole number of milliseconds, uniform in
// [0, step): a step is never shortened (ROOM-47, S-ROOM-01). Steps count as 0
// when negative, and the sum ends at the longest Duration.
func AddUniform(step time.Duration, random uint64) time.Duration {
	step = max(step, 0)
	ms, _ := bits.Mul64(random, uint64(step.Milliseconds()))
	return step + min(time.Duration(ms)*time.Millisecond, math.MaxInt64-step)
}

// OhMyPi is the documented reconnect schedule: an attempt at once and one after
// each of 500, 1000, 2000 and 4000 ms, then it stops (OMP-LC-94, OMP-LC-95, A-03).
func OhMyPi() Schedule {
	return Schedule{
		Attempts:  5,
		Immediate: true,
		Delays: []time.Duration{
			500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second,
		},
	}
}

// OhMyPiRemote is how newer oh-my-pi goes on after [OhMyPi] with servers over
// HTTP: after 15 s, then doubling to 5 min, without end (D-07, F-49).
func OhMyPiRemote() Schedule {
	return Schedule{Attempts: Unlimited, Base: 15 * time.Second, Cap: 5 * time.Minute}
}

// RoomServer is the documented connect schedule: the same attempts and base waits,
// doubling up to 60 s, each lengthened by less than itself (ROOM-46 to ROOM-49).
func RoomServer() Schedule {
	return Schedule{
		Attempts:  5,
		Immediate: true,
		Base:      500 * time.Millisecond,
		Cap:       time.Minute,
		Jitter:    AddUniform,
	}
}
