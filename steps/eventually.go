package steps

import (
	"reflect"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/steps/suite"
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
	return reflect.MakeFunc(fn.Type(), func(args []reflect.Value) []reflect.Value {
		w := args[0].Interface().(*World)
		out := fn.Call(args)
		if w.scenario.World != suite.Real {
			return out
		}
		clk := clock.Real()
		for deadline := clk.Now().Add(patience); !out[0].IsNil() && clk.Now().Before(deadline); out = fn.Call(args) {
			clk.Sleep(pause)
		}
		return out
	}).Interface()
}
