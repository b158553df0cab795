package probe

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/shortage"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// DefaultBudget is how long all checks of a server may take together.
const DefaultBudget = 10 * time.Minute

// checkBudget is how long one check may take, besides four times the patience with
// an answer and the time that it may idle.
const checkBudget = time.Minute

// stopsAtMost is how many processes that stopped themselves are waited for.
const stopsAtMost = 3

// BudgetError says that there was no time left.
type BudgetError struct{ reason string }

func (e *BudgetError) Error() string { return e.reason }

// within is a context that ends after d with a reason.
func within(ctx context.Context, clk clock.Clock, d time.Duration, reason string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := clk.AfterFunc(d, func() { cancel(&BudgetError{reason}) })
	return ctx, func() {
		timer.Stop()
		cancel(context.Canceled)
	}
}

// context is that of the check which runs, or of all of them between two checks.
func (b *Bench) context() context.Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.check != nil {
		return b.check
	}
	return b.ctx
}

// beginBudget begins that of a check. b.mu is held.
func (b *Bench) beginBudget() {
	d := checkBudget + 4*b.Target.Timeout + b.Target.Idle
	b.check, b.endCheck = within(b.ctx, b.Target.Clock, d, fmt.Sprintf("the check has taken more than %s", d))
}

// endBudget ends that of a check. b.mu is held.
func (b *Bench) endBudget() {
	b.endCheck()
	b.check, b.endCheck = nil, nil
}

// lacking is err, of which it is remembered if this machine and not the server is why: nothing that is
// seen from then on is held against the server.
func (b *Bench) lacking(err error) error {
	if lack := shortage.Of(err); lack != "" {
		b.ledger.mu.Lock()
		defer b.ledger.mu.Unlock()
		b.ledger.lack = lack
		return fmt.Errorf("%w: %s", err, lack)
	}
	return err
}

// Lack is what this machine had too little of to look at the server, and what to do; "" = nothing.
func (b *Bench) Lack() string {
	b.ledger.mu.Lock()
	defer b.ledger.mu.Unlock()
	return b.ledger.lack
}

// Spent is not run if there is no time left for all checks, and not observed if there is
// none left for the one that runs, or no use in one.
func (b *Bench) Spent() error {
	if late, ok := errors.AsType[*BudgetError](context.Cause(b.ctx)); ok {
		return verdict.NotRun("%s", late)
	}
	if late, ok := errors.AsType[*BudgetError](context.Cause(b.context())); ok {
		return verdict.NotObserved("%s", late)
	}
	if lack := b.Lack(); lack != "" {
		return verdict.NotObserved("%s", lack)
	}
	if b.stops >= stopsAtMost {
		return verdict.NotObserved("the server has stopped its own process %d times (state T, as after SIGSTOP): no more are started", b.stops)
	}
	return nil
}

// Partial says why what a check saw of a connection is only a part, so that it is
// not observed, whatever it has found; nil = it is all.
func (b *Bench) Partial(c *Conn) error {
	if spent := b.Spent(); spent != nil {
		return spent
	}
	var flood *FloodError
	if c != nil && errors.As(c.Flooded(), &flood) {
		return verdict.NotObserved("%s", flood)
	}
	return nil
}

// noteFlood remembers the worst flood for the report. b.mu is not held.
func (b *Bench) noteFlood(c *Conn) {
	flood, is := errors.AsType[*FloodError](c.Flooded())
	b.mu.Lock()
	defer b.mu.Unlock()
	if is && (b.flood == nil || flood.Messages > b.flood.Messages) {
		b.flood = flood
	}
}

// Remarks are what was noticed of the server that is no check's business: that it
// floods its client, stops itself, or that the time was over.
func (b *Bench) Remarks() []string {
	var out []string
	stops := 0
	for _, each := range b.family() {
		if each.warm != nil {
			each.noteFlood(each.warm)
		}
		if each.flood != nil && len(out) == 0 {
			out = append(out, each.flood.Error())
		}
		stops += each.stops
	}
	if stops > 0 {
		out = append(out, fmt.Sprintf("the server has stopped its own process %d times (state T, as after SIGSTOP)", stops))
	}
	if lack := b.Lack(); lack != "" {
		out = append(out, lack)
	}
	if late, ok := errors.AsType[*BudgetError](context.Cause(b.ctx)); ok {
		out = append(out, late.Error())
	}
	return out
}
