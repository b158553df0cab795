package steps

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// ordeal runs one step in a fresh virtual world and returns what the scenario
// came to: the error of the step, or that of its end.
func ordeal(t *testing.T, step func(w *World) error) error {
	t.Helper()
	w := New(t, gherkin.Scenario{World: gherkin.Virtual, Variation: gherkin.Variation{Seed: 1}}).(*World)
	err := w.Do(func() error { return step(w) })
	if out := w.Finish(); err == nil {
		err = out.Err
	}
	return err
}

// loop starts a runtime with a server that ends each connection as soon as it has
// listed its tools, without any delay.
func (w *World) loop(name string, kind serverKind, end string) error {
	script, err := fakeserver.Parse("script", []byte("rules: [{when: {method: tools/list}, do: [answer, {"+end+"}]}]"))
	if err != nil {
		return err
	}
	if err := w.add(name, kind, script); err != nil {
		return err
	}
	return w.chosen().start()
}

// What goes wrong below the steps ends as a failed scenario with a text that
// names the culprit.
func TestAccidentsBecomeFailedScenarios(t *testing.T) {
	never := make(chan int) // outside the bubble
	defer close(never)
	for name, c := range map[string]struct {
		step func(w *World) error
		want string
	}{
		"nothing": {func(*World) error { return nil }, ""},
		"panic in a step": {
			func(*World) error { panic("boom") },
			"panic in step: boom",
		},
		"panic in the background": {
			func(w *World) error {
				w.ground.spawn("docs/reader", func() { panic("boom") })
				return w.ground.settle()
			},
			"panic in docs/reader: boom",
		},
		"leaked goroutine": {
			func(w *World) error { w.ground.spawn("leaky", func() { <-make(chan int) }); return w.ground.settle() },
			"leak: left over after the end of the scenario",
		},
		"leaked timer": {
			func(w *World) error { w.ground.clock().AfterFunc(9*time.Hour, func() {}); return nil },
			"timer of runtime, due at 9h0m0s",
		},
		"crash loop without delay": {
			func(w *World) error {
				var again func()
				again = func() { w.ground.clock().AfterFunc(0, again) }
				again()
				return w.ground.sleep(time.Second)
			},
			"storm: 200001 events within one virtual millisecond",
		},
		"server that exits after every list": {
			func(w *World) error { return w.loop("docs", stdioServer, "exit: 1") },
			`storm: server "docs" was connected and lost 200 times within one virtual millisecond at 0s`,
		},
		"server that ends its stream after every list": {
			func(w *World) error { return w.loop("docs", httpServer, "stream: eof") },
			`storm: server "docs" was connected and lost 200 times within one virtual millisecond at 0s`,
		},
		"freeze": {
			func(w *World) error { w.ground.spawn("frozen", func() { <-never }); return w.ground.sleep(time.Second) },
			"freeze: no virtual progress for 300ms of real time",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "freeze" { // the others may take their time on a busy machine
				defer func(d time.Duration) { freezeAfter = d }(freezeAfter)
				freezeAfter = 300 * time.Millisecond
			}
			err := ordeal(t, c.step)
			if c.want == "" {
				assert.NilError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
		})
	}
}
