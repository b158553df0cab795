package backoff_test

import (
	"math"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
)

const ms = time.Millisecond

// waits asks a schedule for its first n waits.
func waits(l backoff.Schedule, n int, roll uint64) []time.Duration {
	var out []time.Duration
	for failed := range n {
		if wait, more := l.Delay(failed, roll); more {
			out = append(out, wait)
		}
	}
	return out
}

func TestLadders(t *testing.T) {
	documented := []time.Duration{0, 500 * ms, 1000 * ms, 2000 * ms, 4000 * ms}
	for _, c := range []struct {
		name     string
		schedule backoff.Schedule
		roll     uint64
		want     []time.Duration // of the first eight attempts
	}{
		{"oh-my-pi, OMP-LC-94 and 95", backoff.OhMyPi(), 1 << 63, documented},
		{"RoomServer without jitter, ROOM-46 and 48", backoff.RoomServer(), 0, documented},
		{"RoomServer with half of the jitter", backoff.RoomServer(), 1 << 63,
			[]time.Duration{0, 750 * ms, 1500 * ms, 3000 * ms, 6000 * ms}},
		{"RoomServer with the most jitter", backoff.RoomServer(), math.MaxUint64,
			[]time.Duration{0, 999 * ms, 1999 * ms, 3999 * ms, 7999 * ms}},
		{"RoomServer with more attempts, ROOM-47", more(backoff.RoomServer(), backoff.Schedule{Attempts: 99, Base: 20_000 * ms}), 0,
			[]time.Duration{0, 20_000 * ms, 40_000 * ms, 60_000 * ms, 60_000 * ms, 60_000 * ms, 60_000 * ms, 60_000 * ms}},
		{"a cap between two steps", backoff.Schedule{Attempts: 4, Base: 2 * ms, Cap: 5 * ms}, 0, []time.Duration{2 * ms, 4 * ms, 5 * ms, 5 * ms}},
		{"zero value", backoff.Schedule{}, 0, nil},
		{"one attempt", backoff.Schedule{Attempts: 1, Immediate: true, Base: ms}, 0, []time.Duration{0}},
		{"not immediate", backoff.Schedule{Attempts: 3, Base: ms}, 0, []time.Duration{ms, 2 * ms, 4 * ms}},
		{"unlimited, fixed wait", backoff.Schedule{Attempts: backoff.Unlimited, Delays: []time.Duration{5 * ms}}, 0,
			[]time.Duration{5 * ms, 5 * ms, 5 * ms, 5 * ms, 5 * ms, 5 * ms, 5 * ms, 5 * ms}},
		{"the last of the delays repeats", backoff.Schedule{Attempts: 5, Immediate: true, Delays: []time.Duration{ms, 3 * ms}}, 0,
			[]time.Duration{0, ms, 3 * ms, 3 * ms, 3 * ms}},
		{"cap, A-R11", backoff.Schedule{Attempts: 5, Base: 3 * ms, Cap: 10 * ms}, 0,
			[]time.Duration{3 * ms, 6 * ms, 10 * ms, 10 * ms, 10 * ms}},
		{"cap below base", backoff.Schedule{Attempts: 2, Base: 3 * ms, Cap: ms}, 0, []time.Duration{ms, ms}},
		{"no base", backoff.Schedule{Attempts: 2}, 0, []time.Duration{0, 0}},
		{"negative delays", backoff.Schedule{Attempts: 2, Delays: []time.Duration{-1, ms}}, 0, []time.Duration{0, ms}},
		{"jitter below zero", backoff.Schedule{Attempts: 1, Base: ms, Jitter: func(time.Duration, uint64) time.Duration { return -1 }}, 0,
			[]time.Duration{0}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.DeepEqual(t, waits(c.schedule, 8, c.roll), c.want) })
	}
}

func anyLadder(t *rapid.T) backoff.Schedule {
	length := rapid.Int64Range(-5, math.MaxInt64)
	duration := func(label string) time.Duration { return time.Duration(length.Draw(t, label)) }
	l := backoff.Schedule{
		Attempts:  rapid.IntRange(-1, 100).Draw(t, "attempts"),
		Immediate: rapid.Bool().Draw(t, "immediate"),
		Base:      duration("base"),
		Cap:       duration("cap"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "delays") {
		l.Delays = append(l.Delays, duration("delay"))
	}
	return l
}

func TestPropertiesOfEveryLadder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLadder(t)
		roll := rapid.Uint64().Draw(t, "roll")
		previous := time.Duration(0)
		for failed := range 120 {
			wait, more := l.Delay(failed, roll)
			again, _ := l.Delay(failed, ^roll)
			switch {
			case more != (l.Attempts < 0 || failed < l.Attempts):
				t.Fatalf("after %d failures of %d: more is %v", failed, l.Attempts, more)
			case !more && wait != 0:
				t.Fatalf("a wait of %s for no attempt", wait)
			case wait < 0:
				t.Fatalf("negative wait %s", wait)
			case again != wait:
				t.Fatalf("the roll changes a schedule without jitter")
			case more && l.Immediate && failed == 0 && wait != 0:
				t.Fatalf("the first attempt waits %s", wait)
			case more && len(l.Delays) == 0 && wait < previous:
				t.Fatalf("waits shrink from %s to %s", previous, wait)
			case l.Cap > 0 && len(l.Delays) == 0 && wait > l.Cap:
				t.Fatalf("wait %s above the cap %s", wait, l.Cap)
			}
			if more {
				previous = wait
			}
		}
	})
}

func TestAddUniformStaysBetweenOnceAndTwiceTheStep(t *testing.T) { // ROOM-47
	rapid.Check(t, func(t *rapid.T) {
		step := time.Duration(rapid.Int64Range(0, math.MaxInt64).Draw(t, "step"))
		wait := backoff.AddUniform(step, rapid.Uint64().Draw(t, "roll"))
		if wait < step || wait > step && wait-step >= step {
			t.Fatalf("step %s became %s", step, wait)
		}
	})
}

func TestAddUniformTakesANegativeStepAsNone(t *testing.T) {
	assert.Equal(t, backoff.AddUniform(-time.Hour, math.MaxUint64), time.Duration(0))
}

func TestNegativeCountIsNone(t *testing.T) {
	wait, more := backoff.OhMyPi().Delay(-3, 0)
	assert.Assert(t, more)
	assert.Equal(t, wait, time.Duration(0))
}

// more is a schedule with the attempts and the base of another one.
func more(s, other backoff.Schedule) backoff.Schedule {
	s.Attempts, s.Base = other.Attempts, other.Base
	return s
}
