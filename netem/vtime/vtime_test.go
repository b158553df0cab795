package vtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

func TestHoursTakeNoWallTime(t *testing.T) {
	var elapsed time.Duration
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		clk := s.Clock("a")
		begin := clk.Now()
		clk.Sleep(24 * time.Hour)
		elapsed = clk.Since(begin)
	})
	assert.NilError(t, err)
	assert.Equal(t, elapsed, 24*time.Hour)
}

func TestStartDate(t *testing.T) {
	want := time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC)
	err := vtime.Run(t, vtime.Config{Start: want}, func(s *vtime.Sim) {
		assert.Check(t, s.Begin().Equal(want))
	})
	assert.NilError(t, err)
}

// order starts n goroutines at once that all wait for the same instant and
// append to one shared list: the order is decided by the actors' names alone.
func order(t *testing.T, n int, cfg vtime.Config) []string {
	var got []string
	err := vtime.Run(t, cfg, func(s *vtime.Sim) {
		var mu sync.Mutex
		for i := range n {
			name := fmt.Sprintf("actor-%02d", i)
			s.Go(name, func() {
				s.Clock(name).Sleep(time.Second)
				mu.Lock()
				defer mu.Unlock()
				got = append(got, name)
			})
		}
		_ = s.Sleep(2 * time.Second)
	})
	assert.NilError(t, err)
	assert.Equal(t, len(got), n)
	return got
}

func TestEventsOfOneInstantHaveOneOrder(t *testing.T) {
	assert.Check(t, slices.IsSorted(order(t, 50, vtime.Config{})))
	for seed := range uint64(5) {
		a := order(t, 50, vtime.Config{ScheduleSeed: seed + 1})
		b := order(t, 50, vtime.Config{ScheduleSeed: seed + 1})
		assert.DeepEqual(t, a, b)
		assert.Check(t, !slices.IsSorted(a), "schedule seed %d changes nothing", seed+1)
	}
}

// Goroutines that race are woken by one instant together: each waits here for the
// others, which none could do at its turn.
func TestRacingTakesTheTurnsAway(t *testing.T) {
	err := vtime.Run(t, vtime.Config{Racing: true}, func(s *vtime.Sim) {
		var all sync.WaitGroup
		all.Add(3)
		for _, name := range []string{"a", "b", "c"} {
			s.Clock(name).AfterFunc(time.Second, func() {
				_ = s.Clock(name).Turn(t.Context())
				all.Done()
				all.Wait()
			})
		}
		begin := time.Now()
		all.Wait()
		assert.Check(t, time.Since(begin) == time.Second)
	})
	assert.NilError(t, err)
}

func TestSleepSeesWhatIsDue(t *testing.T) {
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		fired := false
		s.Clock("a").AfterFunc(250*time.Millisecond, func() { fired = true })
		assert.NilError(t, s.Sleep(249*time.Millisecond))
		assert.Check(t, !fired)
		assert.NilError(t, s.Sleep(time.Millisecond))
		assert.Check(t, fired)
	})
	assert.NilError(t, err)
}

func TestTimerStopAndReset(t *testing.T) {
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		tm := s.Clock("a").NewTimer(time.Second)
		assert.Check(t, tm.Stop())
		assert.Check(t, !tm.Stop())
		assert.Check(t, !tm.Reset(time.Minute))
		begin := time.Now()
		<-tm.Chan()
		assert.Equal(t, time.Since(begin), time.Minute)
		assert.Check(t, !tm.Stop())
	})
	assert.NilError(t, err)
}

func TestTimeStandsStillBetweenCalls(t *testing.T) {
	p := vtime.Start(t, vtime.Config{})
	var first, second time.Time
	assert.NilError(t, p.Do(func() error {
		p.Sim().Clock("a").AfterFunc(time.Hour, func() {})
		first = time.Now()
		return nil
	}))
	assert.NilError(t, p.Do(func() error { second = time.Now(); return nil }))
	assert.Check(t, first.Equal(second))
	assert.NilError(t, p.Stop())
}

// The five ways a scenario can go wrong each end as a typed, readable error.

func TestDeadlockIsReported(t *testing.T) {
	err := vtime.Run(t, vtime.Config{}, func(*vtime.Sim) { <-make(chan int) })
	var deadlock *vtime.DeadlockError
	assert.Check(t, errors.As(err, &deadlock), "%v", err)
	assert.Check(t, strings.Contains(err.Error(), "TestDeadlockIsReported"), "%v", err)
}

func TestLeakedGoroutineIsReported(t *testing.T) {
	for range 20 { // however the end of the bubble and the look at it meet
		err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
			s.Go("leaky", func() { <-make(chan int) })
		})
		var leak *vtime.LeakError
		assert.Assert(t, errors.As(err, &leak), "%v", err)
		assert.Check(t, strings.Contains(err.Error(), "TestLeakedGoroutineIsReported"), "%v", err)
	}
}

func TestLeakedTimerIsReported(t *testing.T) {
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		s.Clock("docs/backoff").AfterFunc(5*time.Hour, func() {})
	})
	assert.ErrorContains(t, err, "timer of docs/backoff, due at 5h0m0s")
}

func TestPanicIsReported(t *testing.T) {
	for name, f := range map[string]func(*vtime.Sim){
		"step":  func(*vtime.Sim) { panic("boom") },
		"actor": func(s *vtime.Sim) { s.Go("actor", func() { panic("boom") }); _ = s.Sleep(time.Second) },
	} {
		err := vtime.Run(t, vtime.Config{}, f)
		var p *vtime.PanicError
		assert.Check(t, errors.As(err, &p), "%v", err)
		assert.Check(t, strings.HasPrefix(err.Error(), "panic in "+name+": boom"), "%v", err)
	}
}

func TestFreezeNamesTheCulprit(t *testing.T) {
	unlock := make(chan struct{}) // outside the bubble
	p := vtime.Start(t, vtime.Config{Freeze: 200 * time.Millisecond})
	err := p.Do(func() error {
		p.Sim().Go("culprit", func() { holdTheClock(unlock) })
		return p.Sim().Sleep(time.Second)
	})
	var freeze *vtime.FreezeError
	assert.Check(t, errors.As(err, &freeze), "%v", err)
	assert.Check(t, strings.Contains(err.Error(), "holdTheClock"), "%v", err)
	close(unlock)
}

func holdTheClock(outside <-chan struct{}) { <-outside }

func TestStormIsBounded(t *testing.T) {
	err := vtime.Run(t, vtime.Config{Storm: 1000}, func(s *vtime.Sim) {
		var again func()
		again = func() { s.Schedule(time.Now(), "crash loop", again) }
		again()
		<-make(chan int) // what blocks after a storm does not hide it
	})
	var storm *vtime.StormError
	assert.Check(t, errors.As(err, &storm), "%v", err)
	assert.ErrorContains(t, err, "busiest: crash loop (1001)")
}

func TestSeedIsStable(t *testing.T) {
	// Recorded seeds keep their meaning: these numbers must never change.
	assert.Equal(t, vtime.Seed(1).Uint64("docs", "latency"), vtime.Seed(1).Uint64("docs", "latency"))
	assert.Check(t, vtime.Seed(1).Uint64("ab", "c") != vtime.Seed(1).Uint64("a", "bc"))
	f := vtime.Seed(7).Of("x").At(3).Float()
	assert.Check(t, f >= 0 && f < 1)
	assert.Check(t, vtime.Seed(7).Below(10) < 10)
}

// A wait is one struct, its event included, and one channel, which has a time of its own in
// a timer.
func TestWaitsAllocateLittle(t *testing.T) {
	err := vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		clk := s.Clock("a")
		assert.Check(t, testing.AllocsPerRun(1000, func() { clk.NewTimer(time.Hour).Stop() }) <= 3)
		assert.Check(t, testing.AllocsPerRun(1000, func() { _ = clk.Turn(context.Background()) }) <= 2)
		assert.Check(t, testing.AllocsPerRun(1000, func() { _ = s.Sleep(time.Second) }) <= 2)
	})
	assert.NilError(t, err)
}

func BenchmarkBubble(b *testing.B) {
	var t testing.T
	for b.Loop() {
		if err := vtime.Run(&t, vtime.Config{}, func(*vtime.Sim) {}); err != nil {
			b.Fatal(err)
		}
	}
}
