package proxy

import (
	"bytes"
	"io"
	"net/http"
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

// passed is a stream that passes with a rule for its head, of a proxy that may hold a megabyte:
// what came of it, and how much of it was read before its head went.
func passed(t *testing.T, stream string) (resp *http.Response, body string, before int) {
	rules, err := fakeserver.Origin{File: "r"}.ParseRules([]byte("- when: {method: tools/call}\n  do: [{headers: {X-A: b}}]\n"))
	assert.NilError(t, err)
	set := fakeserver.NewRuleSet(func(...string) uint64 { return 0 })
	_, err = set.Add(rules[0])
	assert.NilError(t, err)
	w := &web{p: New(Options{Rules: set}), bodies: budget.New(1 << 20), sessions: map[string]*conn{}, endpoints: map[string]*conn{}, listens: map[string]bool{}}
	defer w.p.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://a/mcp", nil)
	assert.NilError(t, err)
	x := &exchange{web: w, c: w.p.open("http"), request: r}
	m, _ := read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`))
	x.c.asks(m, "POST", nil)
	a := newAnswer(r, &http.Response{StatusCode: http.StatusOK, Header: http.Header{}})
	from := strings.NewReader(stream)
	over := make(chan error, 1)
	go func() {
		err := x.passStream(a, from)
		a.finish(err)
		over <- err
	}()
	resp, err = a.result()
	assert.NilError(t, err)
	before = len(stream) - from.Len()
	got, err := io.ReadAll(resp.Body)
	assert.NilError(t, err)
	assert.NilError(t, <-over)
	assert.Assert(t, w.bodies.Part().Hold(1<<20), "all that was held is given back")
	return resp, string(got), before
}

// What waits of a stream is bounded: its head goes as it is when too much came before the answer
// whose rule would change it, and an event that is too long passes unseen.
func TestStreamsAreBounded(t *testing.T) {
	const answer = `data: {"jsonrpc":"2.0","id":1,"result":{}}` + "\n\n"
	note := `data: {"jsonrpc":"2.0","method":"n","params":{"a":"` + strings.Repeat("x", 1000) + `"}}` + "\n\n"
	for name, c := range map[string]struct {
		stream  string
		changed bool
	}{
		"few events":     {strings.Repeat(note, 500) + answer, true},
		"many events":    {strings.Repeat(note, 5000) + answer, false},
		"a long event":   {"data: " + strings.Repeat("x", 5<<20) + "\n\n" + answer, false},
		"an endless one": {"data: " + strings.Repeat("x", 5<<20), false},
		"long comments":  {strings.Repeat(":"+strings.Repeat("x", 1000)+"\n", 5000) + answer, false},
	} {
		resp, body, before := passed(t, c.stream)
		assert.Equal(t, resp.Header.Get("X-A") == "b", c.changed, name)
		assert.Assert(t, body == c.stream, name)
		assert.Assert(t, c.changed || before <= 1<<20+2*chunkSize, "%s: %d bytes were read before the head went", name, before)
	}
}
