package steps

import (
	"fmt"
	goruntime "runtime"
	"strconv"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// play runs a scenario without Gherkin: each function is a step.
func play(tb testing.TB, steps ...func(*World) error) {
	tb.Helper()
	var t testing.T
	w := New(&t, gherkin.Scenario{World: gherkin.Virtual, Variation: gherkin.Variation{Seed: 1}})
	for i, step := range steps {
		if err := w.Do(func() error { return step(w.(*World)) }); err != nil {
			tb.Fatalf("step %d: %v", i+1, err)
		}
	}
	if out := w.Finish(); out.Err != nil {
		tb.Fatal(out.Err)
	}
}

// BenchmarkStdioScenario is handshake, list and two calls over a fake process (goal:
// 13,000 in a second on one core).
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
	b.ReportMetric(13_000, "goal-scenarios/s")
}

// BenchmarkDayOfChurn is 24 hours in which one stdio and one SSE server lose
// their connection every minute (goal: 0.1 s).
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
				func(w *World) error { return w.servers["docs"].exit(1) },
				func(w *World) error { return w.servers["mail"].endStreams() },
			)
		}
		steps = append(steps,
			func(w *World) error { return w.ground.sleep(time.Second) },
			(*World).checkAllConnected,
			func(w *World) error { return w.servers["docs"].checkSpawns(24*60 + 1) },
			func(w *World) error { return w.servers["mail"].checkCount("initialize", 24*60+1) },
		)
		play(b, steps...)
	}
	goal(b, 100*time.Millisecond)
}

// BenchmarkServers starts emulated servers at once: ten times as many take ten times
// as long (goal: 10,000 in 10 s). B/server is what is kept of each while they run,
// the emulation included (goal: 25 kB).
func BenchmarkServers(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var kept uint64
			for b.Loop() {
				before := liveHeap()
				play(b,
					func(w *World) error { return w.declareMany(fmt.Sprintf("s00001..s%05d", n), "stdio") },
					startAll,
					(*World).checkAllConnected,
					func(*World) error { kept = liveHeap() - before; return nil },
				)
			}
			b.ReportMetric(float64(kept)/float64(n), "B/server")
			b.ReportMetric(25_000, "goal-B/server")
			goal(b, time.Duration(n)*time.Millisecond)
		})
	}
}

// BenchmarkMinuteOfThousand is a simulated minute in which a thousand servers start, one
// in ten crashes and comes back, and each is called once (goal: 1 s).
func BenchmarkMinuteOfThousand(b *testing.B) {
	for b.Loop() {
		play(b,
			func(w *World) error { return w.declareMany("s0001..s1000", "stdio") },
			startAll,
			func(w *World) error { return w.ground.sleep(30 * time.Second) },
			func(w *World) error {
				for i, s := range w.declared() {
					if i%10 == 0 {
						if err := s.exit(1); err != nil {
							return err
						}
					}
				}
				return w.ground.sleep(30 * time.Second)
			},
			func(w *World) error {
				for t := range w.host.Tools() {
					if out, err := w.host.CallTool(w.life, t, []byte(`{"text":"x"}`)); err != nil || out.IsError {
						return fmt.Errorf("%s: %s %w", t.Name, out.Text, err)
					}
				}
				return nil
			},
			(*World).checkAllConnected,
		)
	}
	goal(b, time.Second)
}

// goal prints beside the time of a benchmark what it is to be.
func goal(b *testing.B, d time.Duration) { b.ReportMetric(float64(d), "goal-ns/op") }

// liveHeap is what is reachable.
// What a sync.Pool keeps outlives one collection, so there are two.
func liveHeap() uint64 {
	goruntime.GC()
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

func (w *World) callToolWith1(name, args string) error {
	t, err := toolNamed(w.host, name)
	if err != nil {
		return err
	}
	return nounOf[calls](w).callTool(t, []byte(args))
}

func (w *World) checkCall(n int, text string) error {
	c, err := nounOf[calls](w).call(n)
	if err != nil {
		return err
	}
	return c.returns(text)
}

func startAll(w *World) error { return w.chosen().start() }
