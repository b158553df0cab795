package example

import (
	"testing"
	"time"
)

func TestExample(t *testing.T) {
	for n, want := range map[int]int{4: 2, 0: 0, 2: 1} {
		if half, err := Half(n); half != want || err != nil {
			t.Errorf("half of %d: %d, %v", n, half, err)
		}
	}
	for _, n := range []int{-2, -1, 5} {
		if half, err := Half(n); half != 0 || err == nil || err.Error() != "odd number" {
			t.Errorf("half of %d: %d, %v", n, half, err)
		}
	}
	if _, err := Quarter(6); err == nil {
		t.Error("3 is odd")
	}
	if seen := Count([]string{"a", "a", ""}); seen["a"] != 2 || len(seen) != 1 {
		t.Error(seen)
	}
	if Wait(true) != 2*time.Second || Wait(false) != time.Second || Idle != "idle" {
		t.Error("wait")
	}
}
