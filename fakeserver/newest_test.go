package fakeserver

import (
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func heapOf(f func()) int {
	var before, after goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&before)
	f()
	goruntime.GC()
	goruntime.ReadMemStats(&after)
	return int(after.HeapAlloc) - int(before.HeapAlloc)
}

// What a server remembers of itself for days takes little: side effects, cursors that a script
// makes, and requests that a client never answers.
func TestDaysTakeLittle(t *testing.T) {
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	c := s.newConn(1, "http")
	x := &exec{s: s, c: c}
	cursor := cursorAction{Next: []byte(`"page <n> ` + strings.Repeat("x", 100) + `"`)}
	took := heapOf(func() {
		for i := range 400_000 {
			c.commit("pay", fmt.Sprintf("paid %d %s", i, strings.Repeat("y", 100)))
			cursor.apply(x)
			c.ask(s.newID(), nil)
		}
	})
	assert.Check(t, took < 64<<20, "%d bytes", took) // it was 133 MB
	rows := s.Ledger()
	assert.Check(t, len(rows) <= MaxEntries)
	assert.Check(t, strings.HasPrefix(rows[len(rows)-1].Row, "paid 399999 "))
	assert.Check(t, s.cursors.has["page 399999 "+strings.Repeat("x", 100)])
	assert.Check(t, len(c.unawaited.has) == mostAsked && c.unawaited.take(`"s-400000"`))
	goruntime.KeepAlive(s)
}

// Long cursors are bounded by their bytes, and one is always remembered.
func TestNewestIsBoundedInBytes(t *testing.T) {
	var n newest
	for i := range 40 {
		n.add(fmt.Sprint(i)+strings.Repeat("x", 1<<20), mostCursors)
	}
	assert.Equal(t, len(n.has), 15)
	n.add(strings.Repeat("y", 17<<20), mostCursors)
	assert.Equal(t, len(n.has), 1)
	assert.Equal(t, n.added, 41)
}
