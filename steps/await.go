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
)

// Await implements [gherkin.Awaiter].
func (w *World) Await(check func() error) error {
	if w.scenario.World == gherkin.Real {
		return repeat(check)
	}
	return check()
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
