package jsonrpc

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// unique draws n ids from several goroutines: OMP-TP-12.
func unique(t *testing.T, ids IDSource, n int) {
	var mu sync.Mutex
	seen := map[string]bool{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range n / 4 {
				id := ids.Next()
				mu.Lock()
				seen[id] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	assert.Equal(t, len(seen), n)
}

func TestIDsNeverRepeat_OMP_TP_12(t *testing.T) {
	library, err := Snowflakes(5)
	assert.NilError(t, err)
	frozen := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	for _, ids := range []IDSource{library, ClockSnowflakes(frozen, 5), Integers()} {
		unique(t, ids, 10_000)
	}
}

func TestSnowflakesAreStrings(t *testing.T) {
	library, err := Snowflakes(3)
	assert.NilError(t, err)
	for _, ids := range []IDSource{library, ClockSnowflakes(time.Now, 3)} {
		text, err := strconv.Unquote(ids.Next())
		assert.NilError(t, err)
		n, err := strconv.ParseInt(text, 10, 64)
		assert.NilError(t, err)
		assert.Equal(t, n>>12&1023, int64(3))
	}
	_, err = Snowflakes(1023)
	assert.NilError(t, err)
	_, err = Snowflakes(1024)
	assert.ErrorContains(t, err, "making an id source: ")
}

func TestClockSnowflakesFollowTheirClock(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	ids := ClockSnowflakes(func() time.Time { return now }, 0)
	value := func() int64 {
		n, err := strconv.ParseInt(strings.Trim(ids.Next(), `"`), 10, 64)
		assert.NilError(t, err)
		return n
	}
	first := value()
	for range 5000 { // more than fit into a millisecond
		value()
	}
	now = now.Add(-time.Hour) // jumps back do not repeat ids
	last := value()
	assert.Equal(t, last>>22-first>>22, int64(1))
	now = now.Add(2 * time.Hour)
	assert.Equal(t, value()>>22-first>>22, int64(time.Hour/time.Millisecond))
}

// The layout is that of the library: milliseconds since its epoch, 10 bits of the node,
// 12 bits that count.
func TestLayoutOfClockSnowflakes(t *testing.T) {
	now := func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	ids := ClockSnowflakes(now, 1024+3)
	const since = 1_800_000_000_000 - 1_288_834_974_657
	for n := range int64(2 * 4096) {
		want := (since+n/4096)<<22 | 3<<12 | n%4096
		assert.Equal(t, ids.Next(), strconv.Quote(strconv.FormatInt(want, 10)))
	}
}

func TestIntegers(t *testing.T) {
	ids := Integers()
	assert.Equal(t, ids.Next()+ids.Next(), "12")
}
