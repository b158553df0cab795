package clock

// errExit is what a program ends with instead of hanging.
const errExit = "mcpsim: a callback of the program has ended a goroutine of the runtime by runtime.Goexit, " +
	"which others wait for: let it return (FailNow, Fatal and Skip of package testing belong to the goroutine of the test)"

// Run calls f in a goroutine of the runtime. If f does not return because a callback has called
// [runtime.Goexit], as the FailNow of a test does, Run panics there: whoever waits for what the
// goroutine was to do would wait for ever. A panic of f goes on as it is.
func Run(f func()) {
	over := false
	defer func() {
		if over {
			return
		}
		if cause := recover(); cause != nil {
			panic(cause)
		}
		panic(errExit)
	}()
	f()
	over = true
}
