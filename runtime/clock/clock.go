// Package clock is the runtime's only door to time. The clock itself is a
// clockwork.Clock: the real one in production and in every simulation that runs
// on a synctest bubble, a FakeClock in pure unit tests only.
//
// The package adds what clockwork lacks or gets wrong: deadlines with a typed
// cause, interruptible sleeps, and names for whoever waits, so that a simulated
// clock can give events of one instant one order. It is not a scheduler and it
// has no tickers: an idle runtime owns no timer.
package clock

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jonboulle/clockwork"
)

// Clock is where time comes from.
type Clock = clockwork.Clock

// Real is the wall clock.
func Real() Clock { return clockwork.NewRealClock() }

// Named returns clk as the named actor sees it. One logical goroutine (owner of
// a server, gate, reader …), one name. Clocks that do not care are returned
// unchanged.
func Named(clk Clock, actor string) Clock {
	if n, ok := clk.(interface{ Named(string) clockwork.Clock }); ok {
		return n.Named(actor)
	}
	return clk
}

// Turn waits for this actor's turn among all that were woken at the same
// instant. It does nothing on a clock that does not order actors. Call it first
// in a goroutine that is one of several started or woken together.
func Turn(ctx context.Context, clk Clock) error {
	if t, ok := clk.(interface{ Turn(context.Context) error }); ok {
		return t.Turn(ctx)
	}
	return nil
}

// Sleep waits for d, or until ctx ends and returns its cause.
func Sleep(ctx context.Context, clk Clock, d time.Duration) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	t := clk.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.Chan():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ErrTimeout is matched by every deadline of [WithTimeout].
var ErrTimeout = errors.New("timeout")

// TimeoutError is the cause of a context whose deadline of [WithTimeout]
// passed. It matches [ErrTimeout] and context.DeadlineExceeded.
type TimeoutError struct{ After time.Duration }

func (e *TimeoutError) Error() string { return fmt.Sprintf("timeout after %s", e.After) }

func (e *TimeoutError) Is(target error) bool {
	return target == ErrTimeout || target == context.DeadlineExceeded
}

// WithTimeout returns a context that ends after d of clk with a *[TimeoutError]
// as its cause. d <= 0 means no deadline. The cancel function releases the timer
// and must be called. ctx.Err() is context.Canceled in all cases: look at
// context.Cause.
func WithTimeout(ctx context.Context, clk Clock, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if d <= 0 {
		return ctx, func() { cancel(context.Canceled) }
	}
	timer := clk.AfterFunc(d, func() { cancel(&TimeoutError{After: d}) })
	var once sync.Once
	return ctx, func() {
		once.Do(func() { timer.Stop() })
		cancel(context.Canceled)
	}
}
