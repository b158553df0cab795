package probe

import (
	"os"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestStatLines(t *testing.T) {
	const rest = " 77 77 0 -1 4194304 1 0 0 0 12 30 0 0 20 0 1 0 1 1 1"
	for stat, want := range map[string]struct {
		m       member
		group   int
		running bool
	}{
		"7 (node) S 1" + rest:          {member{7, 1, "node", 420 * time.Millisecond}, 77, true},
		"7 (a) b (c) R 1" + rest:       {member{7, 1, "a) b (c", 420 * time.Millisecond}, 77, true},
		"7 (gone) Z 1" + rest:          {member{7, 1, "gone", 420 * time.Millisecond}, 77, false},
		"7 (short) S 1 77 77":          {},
		"no process at all":            {},
		") backwards (":                {},
		"":                             {},
		"x (text) S text" + rest + " ": {member{0, 0, "text", 420 * time.Millisecond}, 77, true},
	} {
		m, group, running := readStat(stat)
		assert.Equal(t, m, want.m, stat)
		assert.Equal(t, group, want.group, stat)
		assert.Equal(t, running, want.running, stat)
	}
}

func TestGroupOfOneself(t *testing.T) {
	stat, err := os.ReadFile("/proc/self/stat")
	assert.NilError(t, err)
	_, group, running := readStat(string(stat))
	assert.Assert(t, running)
	found := false
	for _, m := range groupOf(group) {
		found = found || m.pid == os.Getpid()
	}
	assert.Assert(t, found)
}

func FuzzReadStat(f *testing.F) {
	for _, seed := range []string{"7 (node) S 1 77", "7 (", ")(", "1 (a) Z 1 2 3 4 5 6 7 8 9 10 11 12 13"} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, stat string) { readStat(stat) })
}
