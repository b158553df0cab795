package transport

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestTexts_F_32_F_33(t *testing.T) {
	assert.Error(t, &TimeoutError{What: "Notify", After: 1500 * time.Millisecond}, "Notify timeout after 1500ms")
	assert.ErrorIs(t, &TimeoutError{}, context.DeadlineExceeded)
	assert.Error(t, &HTTPError{Status: 401, Body: "no", Hints: []string{"A: 1", "B: 2"}}, "HTTP 401: no [A: 1; B: 2]")
	assert.Error(t, &HTTPError{Status: 500}, "HTTP 500: ")
	assert.ErrorIs(t, &FinalError{ErrClosed}, ErrClosed)
	assert.Error(t, ErrClosed, "Transport closed")
	assert.Error(t, ErrNotConnected, "Transport not connected")
}

// Only a bearer token is one; the scheme is spelt in any case.
func TestTokenOfARejection(t *testing.T) {
	for header, want := range map[string]string{"Bearer a b": "a b", "bearer t": "t", "Basic dTpw": "", "Bearer": "", "": ""} {
		assert.Equal(t, Rejection{Authorization: header}.Token(), want)
	}
}
