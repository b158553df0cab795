package fakeserver

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
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
	ask := func() int {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code
	}
	other := s.bodies.Reader(zeros{})
	_, err = io.CopyN(io.Discard, other, mostBodies)
	assert.NilError(t, err)
	assert.Equal(t, ask(), http.StatusServiceUnavailable)
	assert.NilError(t, other.Close())
	assert.Assert(t, ask() != http.StatusServiceUnavailable)
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
			assert.Check(t, len(e.ID) < 2*maxID, "%d bytes", len(e.ID))
		}
	}
	assert.Equal(t, len(kept), 2)
}
