package mutate

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

const verbose = `=== RUN   TestShort
--- PASS: TestShort (2.50s)
    --- PASS: TestShort/a (0.01s)
=== RUN   TestLong
--- PASS: TestLong (7.00s)
    --- PASS: TestLong/slow.one (4.00s)
    --- PASS: TestLong/http (3.00s)
        --- PASS: TestLong/http/b (1.00s)
        --- PASS: TestLong/http/c (2.00s)
--- SKIP: TestSkipped (0.00s)
--- PASS: TestFast (0.00s)
PASS
`

// TestUnits: of a long test its parts are asked, those of one depth together.
func TestUnits(t *testing.T) {
	rest := units(verbose)
	var patterns []string
	for n := 1; len(rest) > 0; n *= 4 {
		var now []unit
		now, rest = together(rest, n)
		patterns = append(patterns, pattern(now)+" "+limit(now).String())
	}
	assert.DeepEqual(t, patterns, []string{
		"-test.run=^(TestFast)$ 10s",
		"-test.run=^(TestShort)$ 35s",
		`-test.run=^(TestLong)$/^(slow\.one)$ 50s`,
		"-test.run=^(TestLong)$/^(http)$/^(b|c)$ 40s",
	})
}

func TestReaching(t *testing.T) {
	all := []unit{{name: "a", reached: map[int]bool{1: true}}, {name: "b", took: time.Second, reached: map[int]bool{2: true}}}
	assert.Equal(t, len(reaching(all, 2)), 1)
	assert.Equal(t, reaching(all, 2)[0].name, "b")
	assert.Equal(t, len(reaching(all, 3)), 0)
}
