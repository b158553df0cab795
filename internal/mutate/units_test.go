package mutate

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/mutate/on"
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
--- FAIL: TestParallel (0.01s)
    --- PASS: TestParallel/a:_1 (1.00s)
    --- PASS: TestParallel/a:_2 (1.00s)
    --- FAIL: TestParallel/a:_3 (1.00s)
    --- PASS: TestParallel/a:_4 (1.00s)
    --- PASS: TestParallel/b (1.00s)
    --- PASS: TestParallel/c (1.00s)
    --- PASS: TestParallel/d (1.00s)
    --- PASS: TestParallel/e (1.00s)
    --- PASS: TestParallel/f (0.50s)
--- SKIP: TestSkipped (0.00s)
--- PASS: TestFast (0.00s)
PASS
`

// TestUnits: of a long test its parts are asked, those of one depth together, and neighbours
// as one. A test whose parts are parallel is as long as they are.
func TestUnits(t *testing.T) {
	rest := units(verbose)
	var patterns []string
	for len(rest) > 0 {
		var now []unit
		now, rest = together(rest, 1)
		patterns = append(patterns, pattern(now)+" "+limit(now).String())
	}
	assert.DeepEqual(t, patterns, []string{
		"-test.run=^(TestFast)$ 10s",
		"-test.run=^(TestShort)$ 35s",
		"-test.run=^(TestParallel)$/^(f)$ 15s",
		`-test.run=^(TestLong)$/^(slow\.one)$ 50s`,
		"-test.run=^(TestParallel)$/^(a:_1|a:_2|a:_3|a:_4|b|c|d|e)$ 1m30s",
		"-test.run=^(TestLong)$/^(http)$/^(b|c)$ 40s",
	})
	now, rest := together(units(verbose), 4)
	assert.DeepEqual(t, []int{len(now), len(rest)}, []int{2, 4})
}

// TestBudget: the first unit is asked whatever it takes.
func TestBudget(t *testing.T) {
	all := []unit{{names: []string{"a"}, took: time.Second}, {names: []string{"b", "c"}, took: time.Second}, {names: []string{"d"}, took: 2 * time.Second}}
	for budget, want := range map[time.Duration][2]int{0: {3, 0}, time.Millisecond: {1, 3}, 2 * time.Second: {2, 1}, 4 * time.Second: {3, 0}} {
		asked, left := within(budget, all)
		assert.DeepEqual(t, [2]int{len(asked), left}, want)
	}
}

// TestPartsOfASuite: of a suite that is asked in parts, one that fails without a mutant is
// left out and named, and not those beside it.
func TestPartsOfASuite(t *testing.T) {
	script := filepath.Join(t.TempDir(), "suite.sh")
	assert.NilError(t, os.WriteFile(script, []byte("case $1 in *bad*) exit 1;; esac\necho 7 >> $"+on.Reach+"\n"), 0o600))
	s := suite{name: "suite", path: "sh", args: []string{script}}
	asked, failing, err := s.reach(t.Context(), tools(), 1, filepath.Join(t.TempDir(), "note"), []unit{{names: []string{"T/bad", "T/good"}}, {names: []string{"U"}}})
	assert.NilError(t, err)
	assert.DeepEqual(t, failing, []string{"T/bad"})
	assert.Equal(t, len(asked), 2)
	for _, u := range asked {
		assert.Assert(t, len(u.names) == 1 && u.reached[7], "%v", u)
	}
}

func TestReaching(t *testing.T) {
	all := []unit{{names: []string{"a"}, reached: map[int]bool{1: true}}, {names: []string{"b"}, took: time.Second, reached: map[int]bool{2: true}}}
	assert.Equal(t, len(reaching(all, 2)), 1)
	assert.Equal(t, reaching(all, 2)[0].names[0], "b")
	assert.Equal(t, len(reaching(all, 3)), 0)
}
