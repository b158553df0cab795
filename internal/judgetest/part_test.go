package judgetest

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

func TestPartsAreAll(t *testing.T) {
	t.Cleanup(func() { *part = "" })
	told := map[string]int{}
	for _, *part = range []string{"1/3", "2/3", "3/3"} {
		mine := Part(t, 5)
		for i := range 300 {
			if name := fmt.Sprint("subject ", i); mine(name) {
				told[name]++
			}
		}
		assert.Assert(t, len(told) > 0)
	}
	assert.Equal(t, len(told), 300)
	for name, n := range told {
		assert.Equal(t, n, 1, name)
	}
	*part = "1/1"
	assert.Assert(t, Part(t, 5)("any"))
	*part = ""
	n := 0
	for i, mine := 0, Part(t, 5); i < 1000; i++ {
		if mine(fmt.Sprint(i)) {
			n++
		}
	}
	assert.Assert(t, n > 100 && n < 300, "%d of 1000", n)
}
