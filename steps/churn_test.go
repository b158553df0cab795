//go:build !race

// The race detector keeps memory of its own.

package steps

import (
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
