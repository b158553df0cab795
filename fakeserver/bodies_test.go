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
