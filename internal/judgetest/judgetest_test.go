package judgetest_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
)

func TestTwice(t *testing.T) {
	for problems, times := range map[int]int{0: 1, 1: 2} {
		judged := 0
		judgetest.Twice(t, func(problem func(string, ...any)) {
			judged++
			if judged <= problems {
				problem("too late for %d", judged)
			}
		})
		assert.Equal(t, judged, times)
	}
}
