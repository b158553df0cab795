package clock

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"
)

var errGone = errors.New("gone")

func TestDeadlines(t *testing.T) {
	clk := clockwork.NewFakeClock()
	ctx, cancel := WithTimeout(t.Context(), clk, time.Minute)
	clk.Advance(time.Minute - 1)
	assert.NilError(t, ctx.Err())
	clk.Advance(1)
	<-ctx.Done()
	cause := context.Cause(ctx)
	assert.Error(t, cause, "timeout after 1m0s")
	assert.ErrorIs(t, cause, ErrTimeout)
	assert.ErrorIs(t, cause, context.DeadlineExceeded)
	assert.Check(t, !errors.Is(cause, context.Canceled) && !errors.Is(errGone, ErrTimeout))
	cancel()
	cancel()
	assert.Equal(t, context.Cause(ctx), cause)
}

func TestDeadlinesThatAreNone(t *testing.T) {
	for _, d := range []time.Duration{0, -1} {
		clk := clockwork.NewFakeClock()
		outer, leave := context.WithCancelCause(t.Context())
		ctx, cancel := WithTimeout(outer, clk, d)
		clk.Advance(time.Hour)
		assert.NilError(t, ctx.Err())
		leave(errGone)
		assert.Equal(t, context.Cause(ctx), errGone)
		cancel()
	}
}

func TestWorkThatIsDone(t *testing.T) {
	for _, d := range []time.Duration{0, time.Minute} {
		clk := clockwork.NewFakeClock()
		ctx, cancel := WithTimeout(t.Context(), clk, d)
		cancel()
		assert.Equal(t, context.Cause(ctx), context.Canceled)
		clk.Advance(time.Hour)
		assert.Equal(t, context.Cause(ctx), context.Canceled)
	}
}

func TestSleep(t *testing.T) {
	clk := clockwork.NewFakeClock()
	over := make(chan error)
	go func() { over <- Sleep(t.Context(), clk, time.Minute) }()
	assert.NilError(t, clk.BlockUntilContext(t.Context(), 1))
	clk.Advance(time.Minute)
	assert.NilError(t, <-over)

	ctx, leave := context.WithCancelCause(t.Context())
	go func() { over <- Sleep(ctx, clk, time.Minute) }()
	assert.NilError(t, clk.BlockUntilContext(t.Context(), 1))
	leave(errGone)
	assert.Equal(t, <-over, errGone)
	assert.Equal(t, Sleep(ctx, clk, 0), errGone)
}

func TestAwait(t *testing.T) {
	clk := clockwork.NewFakeClock()
	closed := make(chan struct{})
	assert.Check(t, !Closed(closed) && !Closed(nil))
	ctx, leave := context.WithCancelCause(t.Context())
	leave(errGone)
	assert.Equal(t, Await(ctx, clk, closed), errGone)
	close(closed)
	assert.Check(t, Closed(closed))
	assert.NilError(t, Await(t.Context(), clk, closed))
}

// ordered is a clock that writes down whose turn is waited for.
type ordered struct {
	clockwork.Clock
	name  string
	turns *[]string
}

func (o ordered) Named(name string) clockwork.Clock { o.name = name; return o }
func (o ordered) Turn(ctx context.Context) error {
	*o.turns = append(*o.turns, o.name)
	return context.Cause(ctx)
}

func TestActorsTakeTurns(t *testing.T) {
	var turns []string
	clk := ordered{clockwork.NewFakeClock(), "", &turns}
	var wg sync.WaitGroup
	Go(&wg, clk, "reader", func(own Clock) { Yield(own) })
	wg.Wait()
	closed := make(chan struct{})
	close(closed)
	ctx, leave := context.WithCancelCause(t.Context())
	assert.NilError(t, Await(ctx, Named(clk, "caller"), closed))
	leave(errGone)
	assert.Equal(t, Turn(ctx, Named(clk, "late")), errGone)
	assert.DeepEqual(t, turns, []string{"reader", "reader", "caller", "late"})

	plain := clockwork.NewFakeClock()
	assert.Check(t, Named(plain, "a") == Clock(plain))
	assert.NilError(t, Turn(ctx, plain))
}
