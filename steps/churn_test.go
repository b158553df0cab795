//go:build !race

// The race detector keeps memory of its own.

package steps

import (
	"fmt"
	goruntime "runtime"
	"slices"
	"testing"
	"time"
)

// What is over is let go of: a restart leaves about a kilobyte behind, all in all
// that scenarios can ask for afterwards (30 days of 20 servers: 86,400 restarts).
func TestChurnLeavesLittleBehind(t *testing.T) {
	const rounds = 100
	var heap [10]uint64 // goes up and down, as old records are compressed by the hundred
	steps := []func(*World) error{
		func(w *World) error { return w.declare("docs", "stdio") },
		func(w *World) error { return w.declare("mail", "sse") },
		startAll,
	}
	for i := range heap {
		for range rounds {
			steps = append(steps, func(w *World) error {
				if err := w.servers["docs"].exit(1); err != nil {
					return err
				}
				if err := w.servers["mail"].endStreams(); err != nil {
					return err
				}
				return w.ground.sleep(time.Minute)
			})
		}
		steps = append(steps, func(*World) error { heap[i] = liveHeap(); return nil })
	}
	steps = append(steps,
		(*World).checkAllConnected,
		func(w *World) error { return w.servers["docs"].checkSpawns(len(heap)*rounds + 1) },
		func(w *World) error { return w.servers["mail"].checkCount("initialize", len(heap)*rounds+1) },
	)
	play(t, steps...)
	half := len(heap) / 2
	left := (int64(slices.Min(heap[half:])) - int64(slices.Min(heap[:half]))) / int64(half*2*rounds)
	if left > 1536 {
		t.Errorf("each restart leaves %d bytes behind", left)
	}
}

// To look at all servers costs each of them as much however many there are: a scenario
// with 10,000 of them is a benchmark.
func TestAllServersAreLookedAtOnce(t *testing.T) {
	const servers = 1000
	var before, after goruntime.MemStats
	play(t,
		func(w *World) error { return w.declareMany(fmt.Sprintf("s0001..s%d", servers), "stdio") },
		startAll,
		func(*World) error { goruntime.ReadMemStats(&before); return nil },
		(*World).checkAllConnected,
		func(*World) error { goruntime.ReadMemStats(&after); return nil },
	)
	if each := (after.TotalAlloc - before.TotalAlloc) / servers; each > 4096 {
		t.Errorf("a look at %d servers allocates %d bytes for each", servers, each)
	}
}
