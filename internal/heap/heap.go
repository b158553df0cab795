// Package heap says when the garbage collector runs. It bounds no memory: what may be kept is
// the business of those who keep it.
package heap

import (
	goruntime "runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Tune trades memory for speed, as most runs are short and make much garbage: the
// heap grows by 40 MB before it is looked through, which is twenty times what is live in a
// small one. A long or large one keeps more, and from then on memory counts: the heap grows by
// six tenths. A setting of the user (GOGC) stays, and so does what an earlier call has set.
func Tune() {
	const byDefault = 100
	if before := debug.SetGCPercent(generous); before != byDefault {
		debug.SetGCPercent(before)
		return
	}
	goruntime.AddCleanup(new(cycle), retune, generous)
}

const (
	generous = 2000     // percent
	frugal   = 60       // percent
	headroom = 40 << 20 // bytes
)

// cycle is garbage: its cleanup runs after the next collection.
type cycle struct{ _ [16]byte }

// retune sets what the heap may grow by after what the last collection has left, and
// comes back after the next one.
func retune(percent int) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	now := int(min(generous, max(frugal, headroom*100/max(1, live[0].Value.Uint64()))))
	if now != percent {
		debug.SetGCPercent(now)
	}
	goruntime.AddCleanup(new(cycle), retune, now)
}
