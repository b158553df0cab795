package steps

import (
	"reflect"
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

// eventually wraps the function of a Then. Its first parameter is the world.
func eventually(f any) any {
	fn := reflect.ValueOf(f)
	return reflect.MakeFunc(fn.Type(), func(args []reflect.Value) (out []reflect.Value) {
		try := func() error {
			out = fn.Call(args)
			err, _ := out[0].Interface().(error)
			return err
		}
		if w := args[0].Interface().(*World); w.scenario.World == gherkin.Real {
			_ = repeat(try) // its error is in out
		} else {
			_ = try()
		}
		return out
	}).Interface()
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
