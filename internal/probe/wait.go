package probe

import (
	"context"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// state is how something that grows stands at one moment.
type state struct {
	found, ended bool
	changed      <-chan struct{} // closed when it may stand otherwise
}

// await looks until what is waited for is found. It returns errSilent after d,
// errEnded if it has ended without, or the cause of ctx.
func await(ctx context.Context, clk clock.Clock, d time.Duration, look func() state) error {
	timer := clk.NewTimer(d)
	defer timer.Stop()
	for {
		now := look()
		switch {
		case now.found:
			return nil
		case now.ended:
			return ErrEnded
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		select {
		case <-now.changed:
		case <-ctx.Done():
		case <-timer.Chan():
			return ErrSilent
		}
	}
}
