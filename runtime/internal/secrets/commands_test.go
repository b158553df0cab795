package secrets

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// runs is a Runner that takes a second, counts, and fails as often as asked.
type runs struct {
	clk     clock.Clock
	begun   int
	failing int
	takes   time.Duration
}

func (r *runs) Run(ctx context.Context, command string) (string, error) {
	r.begun++
	if err := clock.Sleep(ctx, clock.Named(r.clk, "runner"), r.takes); err != nil {
		return "half", err
	}
	if r.failing > 0 {
		r.failing--
		return "half", errors.New("exit status 1")
	}
	return fmt.Sprintf(" %s-%d\n", command, r.begun), nil
}

func simulate(t *testing.T, f func(s *vtime.Sim)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, f))
}

func TestOutputIsKeptAndFailuresAreNot_F_10(t *testing.T) {
	simulate(t, func(s *vtime.Sim) {
		r := &runs{clk: s.Clock("test"), failing: 2, takes: time.Second}
		c := NewCommands(r.Run, r.clk)
		for range 2 {
			_, err := c.Output(context.Background(), "a", "x")
			assert.Error(t, err, "exit status 1")
		}
		for range 3 {
			out, err := c.Output(context.Background(), "a", "x")
			assert.NilError(t, err)
			assert.Equal(t, out, "x-3")
		}
		assert.Equal(t, r.begun, 3)
	})
}

func TestManyCallersShareOneRun_F_10(t *testing.T) {
	simulate(t, func(s *vtime.Sim) {
		r := &runs{clk: s.Clock("test"), takes: time.Second}
		c := NewCommands(r.Run, r.clk)
		var mu sync.Mutex
		var got []string
		for i := range 20 {
			actor := fmt.Sprintf("caller-%02d", i)
			s.Go(actor, func() {
				_ = clock.Turn(context.Background(), s.Clock(actor))
				out, err := c.Output(context.Background(), actor, "x")
				mu.Lock()
				defer mu.Unlock()
				got = append(got, fmt.Sprint(actor, out, err))
			})
		}
		assert.NilError(t, s.Sleep(time.Second+time.Millisecond))
		assert.Equal(t, r.begun, 1)
		assert.Equal(t, len(got), 20)
		for i, line := range got { // one after the other, in any order
			want := fmt.Sprintf("caller-%02dx-1<nil>", i)
			assert.Equal(t, line, want)
		}
	})
}

func TestAnAbandonedRunIsBegunAgain(t *testing.T) {
	simulate(t, func(s *vtime.Sim) {
		r := &runs{clk: s.Clock("test"), takes: time.Second}
		c := NewCommands(r.Run, r.clk)
		reason := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(context.Background())
		var first, second error
		var out string
		s.Go("first", func() { _, first = c.Output(ctx, "first", "x") })
		assert.NilError(t, s.Settle())
		s.Go("second", func() { out, second = c.Output(context.Background(), "second", "x") })
		assert.NilError(t, s.Sleep(500*time.Millisecond))
		cancel(reason)
		assert.NilError(t, s.Sleep(2*time.Second))
		assert.Equal(t, first, reason)
		assert.NilError(t, second)
		assert.Equal(t, out, "x-2")
	})
}

func TestCommandTimeout_F_10(t *testing.T) {
	simulate(t, func(s *vtime.Sim) {
		r := &runs{clk: s.Clock("test"), takes: 10*time.Second - time.Millisecond}
		c := NewCommands(r.Run, r.clk)
		_, err := c.Output(context.Background(), "a", "x")
		assert.NilError(t, err)
		r.takes = 10*time.Second + time.Millisecond
		begin := r.clk.Now()
		_, err = c.Output(context.Background(), "a", "y")
		assert.Error(t, err, "the command took longer than 10000ms")
		assert.Equal(t, r.clk.Since(begin).Round(time.Millisecond), 10*time.Second)
	})
}

func TestBlankOutputIsAFailure_F_10(t *testing.T) {
	blank := Runner(func(context.Context, string) (string, error) { return " \n\t", nil })
	_, err := NewCommands(blank, clock.Real()).Output(context.Background(), "a", "x")
	assert.Error(t, err, "the command printed nothing")
}
