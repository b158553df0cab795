package proxy

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/budget"
)

// Of a client that never ends a session only so many are remembered. One that was forgotten is
// over, and its requests belong to the newest.
func TestSessionsAreForgotten(t *testing.T) {
	w := &web{p: New(Options{}), bodies: budget.New(1), sessions: map[string]*conn{}, endpoints: map[string]*conn{}, listens: map[string]bool{}}
	defer w.p.Close()
	first := w.p.open("http")
	w.keep(first)
	w.remember("s", first)
	for range mostSessions - 1 {
		w.keep(w.p.open("http"))
	}
	assert.NilError(t, first.dead.Err())
	w.keep(w.p.open("http"))
	assert.Assert(t, first.dead.Err() != nil)
	assert.Equal(t, len(w.conns), mostSessions)
	assert.Assert(t, w.sessions["s"] == nil)
}

// What is remembered of a request until its answer comes is little, however long that was.
func TestRequestsAreNotKept(t *testing.T) {
	c := newConn(New(Options{}), 1, "stdio")
	long := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":"` + strings.Repeat("x", 1<<20) + `"}}`
	m, ok := read([]byte(long))
	assert.Assert(t, ok)
	c.asks(m, "", nil)
	kept := c.take(m.id)
	assert.Equal(t, string(kept.id), "1")
	assert.Assert(t, cap(kept.id) < 100 && kept.params == nil)
	m.id = []byte(`"` + strings.Repeat("i", mostID) + `"`)
	c.asks(m, "", nil)
	assert.Assert(t, c.take(m.id) == nil)
}

// A server that goes on while its messages are held is not read beyond a bound.
func TestWaitingMessagesAreBounded(t *testing.T) {
	const all = mostWait + 2000
	rules, err := fakeserver.Origin{File: "r"}.ParseRules([]byte("- when: {method: n}\n  do: [{hold: x}]\n"))
	assert.NilError(t, err)
	set := fakeserver.NewRuleSet(func(...string) uint64 { return 0 })
	_, err = set.Add(rules[0])
	assert.NilError(t, err)
	synctest.Test(t, func(t *testing.T) {
		p := New(Options{Rules: set})
		defer p.Close()
		s := &stdio{c: p.open("stdio"), code: -1}
		defer s.c.kill()
		var heard bytes.Buffer
		s.down.w = &heard
		from, server := io.Pipe()
		go func() {
			for range all {
				_, _ = io.WriteString(server, `{"jsonrpc":"2.0","method":"n"}`+"\n")
			}
			_ = server.Close()
		}()
		go s.pour(from, false)
		synctest.Wait()
		assert.Equal(t, len(p.Held()), mostWait)
		s.c.serverEnded()
		synctest.Wait()
		assert.Equal(t, bytes.Count(heard.Bytes(), []byte("\n")), all, "at the end of its stdout all goes on")
	})
}
