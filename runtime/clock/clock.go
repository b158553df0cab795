// Package clock is the runtime's only door to time. The clock itself is a
// clockwork.Clock: the real one in production and in every simulation that runs
// on a synctest bubble, a FakeClock in pure unit tests only.
//
// The package adds what clockwork lacks or gets wrong: deadlines with a typed
// cause, interruptible sleeps, and actors. An actor is a goroutine with a name. A
// simulated clock gives the actors that one instant wakes their turns one after
// the other, in the order of their names, so that every run is the same; for that,
// production code starts its actors with [Go] and lets them wait with [Await],
// [Sleep] and [Yield]. On a clock that orders nothing, such as the real one, taking
// turns has no effect.
//
// It is not a scheduler and it has no tickers: an idle runtime owns no timer.
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

// Named returns clk as the named actor sees it: its timers fire at that actor's
// turn. One logical goroutine (owner of a server, gate, reader …), one name. A
// clock that orders nothing is returned unchanged.
func Named(clk Clock, actor string) Clock {
	if n, ok := clk.(interface{ Named(string) clockwork.Clock }); ok {
		return n.Named(actor)
	}
	return clk
}

// Turn waits for this actor's turn among all that were woken at the same
// instant, or until ctx ends and returns its cause. It is what [Go], [Await] and
// [Yield] are made of.
func Turn(ctx context.Context, clk Clock) error {
	if t, ok := clk.(interface{ Turn(context.Context) error }); ok {
		return t.Turn(ctx)
	}
	return nil
}

// Go runs f in a goroutine that wg joins, as the named actor: f begins at the
// actor's turn and is given clk as the actor sees it.
func Go(wg *sync.WaitGroup, clk Clock, actor string, f func(Clock)) {
	clk = Named(clk, actor)
	wg.Go(func() {
		Run(func() {
			Yield(clk)
			f(clk)
		})
	})
}

// Yield lets the actors go on that this one has just woken, and those with an
// earlier turn at this instant.
func Yield(clk Clock) { _ = Turn(context.Background(), clk) }

// Await waits until ch is closed and then for the turn of this actor, as others
// may wait for the same. It returns the cause of ctx when that ends first.
func Await(ctx context.Context, clk Clock, ch <-chan struct{}) error {
	select {
	case <-ch:
		return Turn(ctx, clk)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Closed reports whether ch is closed; a nil channel is not. Nothing may be sent
// on ch.
func Closed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}

// Sleep waits for d, or until ctx ends and returns its cause.
func Sleep(ctx context.Context, clk Clock, d time.Duration) error {
	t := clk.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.Chan():
	case <-ctx.Done():
	}
	return context.Cause(ctx)
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
