package packed_test

import (
	"fmt"
	"reflect"
	goruntime "runtime"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/packed"
	"github.com/mcpsim/mcpsim/reports"
	"github.com/mcpsim/mcpsim/runtime/event"
)

func record(i int) reports.Event {
	return reports.Event{Cause: uint64(i / 3), Event: event.Event{
		At: time.Unix(0, int64(i)*1e9), Actor: fmt.Sprintf("s%02d.server", i%20), Kind: "wire.received", Server: "docs",
		Conn: i / 25, Name: "tools/list", ID: fmt.Sprint(1234567890123456789 + i), N: 140,
		Raw: fmt.Sprintf(`{"jsonrpc":"2.0","id":"%d","method":"tools/list","params":{"protocolVersion":"2025-06-18"}}`, 1234567890123456789+i),
	}}
}

// liveHeap is what is reachable, but for pools: the second collection empties them.
func liveHeap() uint64 {
	goruntime.GC()
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestEverythingIsKept(t *testing.T) {
	for _, n := range []int{0, 1, 1023, 1024, 1025, 1536, 1537, 3000} {
		var l packed.List[reports.Event]
		for i := range n {
			l.Add(record(i))
		}
		assert.Equal(t, l.Len(), n)
		i := 0
		for e := range l.All() {
			want := record(i)
			assert.Check(t, e.At.Equal(want.At))
			e.At, want.At = time.Time{}, time.Time{}
			assert.Equal(t, e, want)
			i++
		}
		assert.Equal(t, i, n)
		for range l.All() {
			break
		}
	}
}

// Twenty thousand records of 400 bytes each take less than 1 MB, half of which are the newest.
func TestOldRecordsAreSmall(t *testing.T) {
	before := liveHeap()
	var l packed.List[reports.Event]
	for i := range 20_000 {
		l.Add(record(i))
	}
	kept := int64(liveHeap()) - int64(before)
	assert.Check(t, kept < 1<<20, "%d bytes are kept", kept)
	assert.Equal(t, l.Len(), 20_000)
}

func BenchmarkAdd(b *testing.B) {
	var l packed.List[reports.Event]
	var records []reports.Event
	for i := range 10_000 {
		records = append(records, record(i))
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		l.Add(records[n%len(records)])
		n++
	}
}

// everything has a field of each kind that can be kept.
type everything struct {
	Text    string
	Whole   int
	Natural uint8
	Yes     bool
	At      time.Time
	After   time.Duration
	List    []string
	Header  map[string][]string
	Inner   *everything
	Do      func()
	private int
}

func TestKindsOfFields(t *testing.T) {
	odd := []string{"", "a", "b", "ab", "ba", "aa", "aab", "aba", "\xff\x00", "ab"}
	value := func(i int) everything {
		e := everything{Text: odd[i%len(odd)], Whole: -i, Natural: uint8(i), Yes: i%2 == 0, After: time.Duration(i) << 40}
		if i%3 == 0 {
			e.At = time.Unix(int64(i)*100, int64(i))
			e.List, e.Header = odd[:i%len(odd)+1], map[string][]string{"X": odd, odd[i%len(odd)]: nil}
			e.Inner = &everything{Text: odd[i%7] + odd[i%5]}
		}
		return e
	}
	var l packed.List[everything]
	for i := range 2000 {
		v := value(i)
		v.Do, v.private = func() {}, 1
		l.Add(v)
	}
	i := 0
	for e := range l.All() {
		e.Do, e.private = nil, 0
		assert.Assert(t, reflect.DeepEqual(e, value(i)), "%d: %+v", i, e)
		i++
	}
	assert.Equal(t, i, 2000)
}
