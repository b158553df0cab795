package steps

import (
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// play runs a scenario without Gherkin: each function is a step.
func play(tb testing.TB, steps ...func(*World) error) {
	tb.Helper()
	debug.SetGCPercent(400) // as the command does
	var t testing.T
	w := New(&t, gherkin.Scenario{World: gherkin.Virtual, Seed: 1})
	for i, step := range steps {
		if err := w.Do(func() error { return step(w.(*World)) }); err != nil {
			tb.Fatalf("step %d: %v", i+1, err)
		}
	}
	if out := w.Finish(); out.Err != nil {
		tb.Fatal(out.Err)
	}
}

// BenchmarkStdioScenario is handshake, list and two calls over a fake process.
func BenchmarkStdioScenario(b *testing.B) {
	call := func(w *World) error { return w.callToolWith1("mcp__docs_echo", `{"text":"hello"}`) }
	for b.Loop() {
		play(b,
			func(w *World) error { return w.declare("docs", "stdio") },
			startAll,
			call,
			func(w *World) error { return w.checkCall(1, "hello") },
			call,
			func(w *World) error { return w.checkCall(2, "hello") },
		)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "scenarios/s")
}

// BenchmarkDayOfChurn is 24 hours in which one stdio and one SSE server lose
// their connection every minute.
func BenchmarkDayOfChurn(b *testing.B) {
	for b.Loop() {
		steps := []func(*World) error{
			func(w *World) error { return w.declare("docs", "stdio") },
			func(w *World) error { return w.declare("mail", "sse") },
			startAll,
		}
		for range 24 * 60 {
			steps = append(steps,
				func(w *World) error { return w.ground.sleep(time.Minute) },
				func(w *World) error { return w.exit("docs", 1) },
				func(w *World) error { return w.endStreams("mail") },
			)
		}
		steps = append(steps,
			func(w *World) error { return w.ground.sleep(time.Second) },
			(*World).checkAllConnected,
			func(w *World) error { return w.checkSpawns("docs", 24*60+1) },
			func(w *World) error { return w.checkCount("mail", "initialize", 24*60+1) },
		)
		play(b, steps...)
	}
}

// BenchmarkThousandServers starts 1,000 servers at once.
func BenchmarkThousandServers(b *testing.B) {
	for b.Loop() {
		play(b,
			func(w *World) error { return w.declareMany("s0001..s1000", "stdio") },
			startAll,
			(*World).checkAllConnected,
		)
	}
}

func (w *World) callToolWith1(name, args string) error {
	for t := range w.host.Tools() {
		if t.Name == name {
			return nounOf[calls](w).callTool(t, []byte(args))
		}
	}
	return fmt.Errorf("no tool %q", name)
}

func (w *World) checkCall(n int, text string) error {
	c, err := nounOf[calls](w).call(n)
	if err != nil {
		return err
	}
	return c.returns(text)
}

func startAll(w *World) error { return w.chosen().start() }
