package host_test

import (
	"os"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// A callback that panics in a goroutine of the program, which recovers (as net/http does with
// its handlers), leaves no lock behind: calls go on, and Close returns.
func TestAPanicThatIsRecoveredLeavesNoLock(t *testing.T) {
	for _, kind := range []event.Kind{event.GateOpen, event.CallStart, event.CallEnd} {
		t.Run(string(kind), func(t *testing.T) {
			docs, stop := library()
			defer stop()
			var panicked atomic.Int32
			h, err := host.New(host.OhMyPi(), host.Env{Events: event.SinkFunc(func(e event.Event) {
				if e.Kind == kind && panicked.Add(1) == 1 {
					panic("of a sink")
				}
			})})
			assert.NilError(t, err)
			defer h.Close()
			recovering(func() { h.Start(t.Context(), []config.Server{docs}) })
			recovering(func() { call(t, h) })
			assert.Assert(t, panicked.Load() > 0)
			call(t, h)
			h.Start(t.Context(), []config.Server{docs})
			assert.Equal(t, len(slices.Collect(h.Tools())), 1)
		})
	}
}

func recovering(f func()) {
	defer func() { _ = recover() }()
	f()
}

func call(t *testing.T, h *host.Host) {
	t.Helper()
	for tool := range h.Tools() {
		out, err := h.Call(t.Context(), tool.Name, []byte(`{"query":"a"}`))
		assert.NilError(t, err)
		assert.NilError(t, out.Err)
	}
}

// endings are callbacks of goroutines of the runtime, which end these.
var endings = map[string]host.Env{
	"tools":  {Callbacks: host.Callbacks{OnToolsChanged: goruntime.Goexit}},
	"events": {Events: event.SinkFunc(func(e event.Event) { exitOn(e.Kind == event.ServerState) })},
	"link":   {Link: func(config.Server) (host.Link, error) { goruntime.Goexit(); return host.Link{}, nil }},
}

func exitOn(is bool) {
	if is {
		goruntime.Goexit()
	}
}

// TestEnding is not a test of its own: it ends the program, for the test below.
func TestEnding(t *testing.T) {
	env, ok := endings[os.Getenv("ENDING_CALLBACK")]
	if !ok {
		t.Skip("run by another test")
	}
	startLibrary(t, env)
}

// A callback that ends its goroutine, as FailNow does, would leave a start that waits for
// ever. The program ends and says why.
func TestACallbackThatEndsItsGoroutineIsTold(t *testing.T) {
	for name := range endings {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestEnding$")
			cmd.Env = append(os.Environ(), "ENDING_CALLBACK="+name)
			out, err := cmd.CombinedOutput()
			assert.Assert(t, err != nil)
			assert.Assert(t, strings.Contains(string(out), "a callback of the program has ended a goroutine of the runtime"), "%s", out)
		})
	}
}
