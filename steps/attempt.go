package steps

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// attempt is something that a scenario begins and that ends in the background:
// a start, a call, a request. What comes of it is kept by whoever embeds it,
// written before the end and read after.
type attempt struct {
	w      *World
	name   string // for people, such as "call 1"
	cancel context.CancelCauseFunc

	// Guarded by World.mu until the end; they do not change after it.
	done bool
	at   time.Duration
	err  error
}

// errGaveUp is the reason that a caller gives for giving up.
var errGaveUp = errors.New("the caller gave up")

// begin runs do in a goroutine of the scenario, without waiting for anything.
func (a *attempt) begin(w *World, name, actor string, do func(context.Context) error) {
	w.ground.spawn(actor, a.prepare(w, name, do))
}

// prepare makes what begin runs, for who has a goroutine for it.
func (a *attempt) prepare(w *World, name string, do func(context.Context) error) func() {
	ctx, cancel := w.hostContext()
	a.w, a.name, a.cancel = w, name, cancel
	return func() {
		err := do(ctx)
		w.mu.Lock()
		defer w.mu.Unlock()
		a.done, a.at, a.err = true, w.since(w.now()), err
	}
}

// giveUp ends the context of an attempt, whether or not it is over.
func (a *attempt) giveUp() error {
	a.cancel(errGaveUp)
	return a.w.ground.settle()
}

func (a *attempt) pending() bool {
	a.w.mu.Lock()
	defer a.w.mu.Unlock()
	return !a.done
}

// ended fails while an attempt is pending.
func (a *attempt) ended() error {
	if a.pending() {
		return fmt.Errorf("%s has not ended at %s", a.name, a.w.since(a.w.now()))
	}
	return nil
}

// endedAt compares when an attempt ended, to the millisecond.
func (a *attempt) endedAt(at string) error {
	want, err := time.ParseDuration(at)
	if err == nil {
		err = a.ended()
	}
	if err != nil {
		return err
	}
	return a.w.sameTime("the end of "+a.name, a.at, want)
}

// aborted checks that an attempt ended because its caller gave up.
func (a *attempt) aborted() error {
	err := a.ended()
	if err == nil && !errors.Is(a.err, errGaveUp) {
		err = fmt.Errorf("%s ended with %v instead of its caller's reason", a.name, a.err)
	}
	return err
}

// numbered finds one of the things that a scenario numbers from 1.
func numbered[T any](noun string, all []*T, n int) (*T, error) {
	if n < 1 || n > len(all) {
		return nil, fmt.Errorf("there is no %s %d, only %d were begun", noun, n, len(all))
	}
	return all[n-1], nil
}

// sameTime compares moments: exactly in the virtual world, with one stated slack
// in the real one.
func (w *World) sameTime(what string, got, want time.Duration) error {
	if late := got - want; w.scenario.World == gherkin.Real && late >= 0 && late <= realSlack {
		return nil
	}
	return same(what, got.String(), want.String())
}

// realSlack is how late something may happen in the real world.
const realSlack = 2 * time.Second

// hostContext is the context of attempts: it ends with the scenario.
func (w *World) hostContext() (context.Context, context.CancelCauseFunc) {
	return context.WithCancelCause(w.life)
}
