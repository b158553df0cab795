package catalog

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// A burst of none is one of one.
func TestPaceWithoutABurst(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for burst, want := range map[int][]time.Duration{0: {0, time.Second, 2 * time.Second}, 1: {0, time.Second, 2 * time.Second}, 2: {0, 0, time.Second}} {
		pace, p := Pace{Every: time.Second, Burst: burst}, Paced{}
		for i, wait := range want {
			assert.Equal(t, p.Wait(pace, now), wait, "burst %d, refresh %d", burst, i+1)
			p.Begin(pace, now)
		}
	}
}
