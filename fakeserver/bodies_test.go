package fakeserver

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/budget"
)

// zeros is a body without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// Many large bodies at once are refused before they take all memory; it is as before when
// there are fewer.
func TestBodiesShareABudget(t *testing.T) {
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	ask := func(padding int) int {
		message := `{"jsonrpc":"2.0","id":1,"method":"ping"}` + strings.Repeat(" ", padding)
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(message))
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	other := s.bodies.Reader(zeros{})
	_, err = io.CopyN(io.Discard, other, mostBodies)
	assert.NilError(t, err)
	assert.Equal(t, ask(budget.Little), http.StatusServiceUnavailable)
	assert.Equal(t, ask(0), http.StatusBadRequest, "there is room for a short one")
	assert.NilError(t, other.Close())
	assert.Equal(t, ask(budget.Little), http.StatusBadRequest)
}

// Of a long id the journal keeps little, and enough to tell it from another one.
func TestLongIDsAreKeptShort(t *testing.T) {
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	kept := map[string]bool{}
	for _, end := range []string{"x", "y"} {
		id := `"` + strings.Repeat("a", 1<<20) + end + `"`
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":`+id+`,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`))
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Check(t, strings.Contains(w.Body.String(), id), "the answer has all of it")
	}
	for _, e := range s.Journal() {
		if e.Method == "initialize" {
			kept[e.ID] = true
			assert.Check(t, len(e.ID) < 2*maxName, "%d bytes", len(e.ID))
		}
	}
	assert.Equal(t, len(kept), 2)
}

// Nor does a connection keep the long ids of what it has answered.
func TestLongIDsAreNotKept(t *testing.T) {
	const ids, size = 8, 4 << 20
	s, err := New(nil, Options{})
	assert.NilError(t, err)
	defer s.Close()
	session := ""
	ask := func(message string) {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(message))
		r.Header = http.Header{"Accept": {"application/json, text/event-stream"}, "Content-Type": {"application/json"}}
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Equal(t, w.Code, http.StatusOK)
		session = cmp.Or(w.Header().Get("Mcp-Session-Id"), session)
	}
	live := func() uint64 {
		var m goruntime.MemStats
		goruntime.GC()
		goruntime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	before := live()
	for i := range ids {
		ask(fmt.Sprintf(`{"jsonrpc":"2.0","id":"%d%s","method":"ping"}`, i, strings.Repeat("a", size)))
	}
	after := live()
	assert.Check(t, after < before+size, "%d bytes are kept", int64(after)-int64(before))
	goruntime.KeepAlive(s)
}

// So it does of a long method, in the journal and for those who follow it.
func TestLongMethodsAreKeptShort(t *testing.T) {
	kept := map[string]bool{}
	s, err := New(nil, Options{Journal: func(e Entry) {
		kept[e.Method] = true
		assert.Check(t, len(e.Method) < 2*maxName, "%d bytes", len(e.Method))
	}})
	assert.NilError(t, err)
	defer s.Close()
	for _, end := range []string{"x", "y"} {
		method := strings.Repeat("m", 1<<20) + end
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"`+method+`"}`)))
	}
	delete(kept, "")
	assert.Equal(t, len(kept), 2)
}

// A stream that nobody reads does not take all memory: what would add to it is refused.
func TestWhatNobodyReadsIsBounded(t *testing.T) {
	script, err := Parse("s.yaml", []byte("http: {legacy: {}}\n"))
	assert.NilError(t, err)
	s, err := New(script, Options{})
	assert.NilError(t, err)
	defer s.Close()
	s.mu.Lock()
	h := s.newExchange(httptest.NewRequest(http.MethodGet, "http://127.0.0.1/sse", nil))
	h.out.put(item{data: make([]byte, mostUnread+1)})
	s.mu.Unlock()
	ask := func() int {
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "http://127.0.0.1/messages", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)))
		return w.Code
	}
	assert.Equal(t, ask(), http.StatusServiceUnavailable)
	_, taken := s.next(h.out)
	assert.Assert(t, taken && ask() != http.StatusServiceUnavailable)
}

// Events for clients that come back are kept up to a bound, which sessions that are over do not
// count in.
func TestKeptEventsAreBounded(t *testing.T) {
	script, err := Parse("s.yaml", []byte("http: {resume: true}\n"))
	assert.NilError(t, err)
	s, err := New(script, Options{})
	assert.NilError(t, err)
	defer s.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	keep := func() (*exchange, int) {
		h := s.newExchange(httptest.NewRequest(http.MethodGet, "http://127.0.0.1/mcp", nil))
		h.c = s.open("http")
		for range 200 {
			h.remember(make([]byte, 1<<20))
		}
		return h, len(h.events)
	}
	first, kept := keep()
	assert.Equal(t, kept, mostHistory>>20)
	s.forget(first.c)
	_, kept = keep()
	assert.Equal(t, kept, mostHistory>>20)
}
