package steps

import (
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// In the virtual world everything that is due has happened when a step looks.
// In the real one it may need a moment, so a Then is repeated until it holds.
const (
	patience = 5 * time.Second
	pause    = 10 * time.Millisecond

	// realSlack is how late something may happen in the real world.
	realSlack = 2 * time.Second
	// longTime is what an hour and more are there, after which nothing has happened that
	// was not to happen.
	longTime = 500 * time.Millisecond

	// A step of the real world has done what it causes at once when nothing happened
	// during so many turns of this length.
	quietTurns = 6
	turn       = 5 * time.Millisecond
)

// Await implements [gherkin.Awaiter].
func (w *World) Await(check func() error) error {
	if w.scenario.World == gherkin.Real {
		return repeat(check)
	}
	return check()
}

// onTime is a moment for comparison with the one that is expected: in the real world it
// may have been later by realSlack, and never earlier.
func (w *World) onTime(got, want time.Duration) time.Duration {
	if late := got - want; w.scenario.World == gherkin.Real && late >= 0 && late <= realSlack {
		return want
	}
	return got
}

// justBefore is when to look at what is to be seen at a moment. One such as 2999ms is the
// last one before something happens, which no step of the real world can meet: it looks
// earlier.
func (w *World) justBefore(moment time.Duration) time.Duration {
	if w.scenario.World == gherkin.Real && moment%(10*time.Millisecond) == 9*time.Millisecond {
		return moment - min(moment*2/5, realSlack/4)
	}
	return moment
}

// repeat tries until f succeeds or patience is at its end.
func repeat(f func() error) error {
	clk := clock.Real()
	for deadline := clk.Now().Add(patience); ; clk.Sleep(pause) {
		if err := f(); err == nil || clk.Now().After(deadline) {
			return err
		}
	}
}
