package streamhttp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"gotest.tools/v3/assert"
)

// wireFunc is a round tripper.
type wireFunc func(*http.Request) (*http.Response, error)

func (f wireFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

var errGone = errors.New("gone")

// What is stuck for good ends with the context of its request: before the answer, within
// it, and when it is closed.
func TestStuckRequestsEndWithTheirContext(t *testing.T) {
	for _, c := range []struct {
		name  string
		stuck chan struct{} // until the test ends
	}{{"before the answer", make(chan struct{})}, {"in the body", nil}} {
		t.Run(c.name, func(t *testing.T) {
			never := make(chan struct{})
			defer close(never)
			ctx, cancel := context.WithCancelCause(t.Context())
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://x", nil)
			assert.NilError(t, err)
			u := unstuck{wireFunc(func(*http.Request) (*http.Response, error) {
				if c.stuck != nil {
					cancel(errGone)
					<-never
				}
				return &http.Response{ProtoMajor: 2, Body: &stuckBody{func() { cancel(errGone) }, never}}, nil
			})}
			resp, err := u.RoundTrip(r)
			if err == nil {
				_, err = io.ReadAll(resp.Body)
				assert.NilError(t, resp.Body.Close())
				_, again := resp.Body.Read(make([]byte, 1))
				assert.ErrorIs(t, again, errGone)
			}
			assert.ErrorIs(t, err, errGone)
		})
	}
}

// stuckBody blocks until never ends.
type stuckBody struct {
	begun func()
	never chan struct{}
}

func (b *stuckBody) Read([]byte) (int, error) { b.begun(); <-b.never; return 0, io.EOF }
func (b *stuckBody) Close() error             { <-b.never; return nil }

// A body that is not stuck is read as it is, its errors too.
func TestBodiesAreReadAsTheyAre(t *testing.T) {
	long := strings.Repeat("abc", 100_000)
	for _, wrap := range []func(io.Reader) io.Reader{
		func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
	} {
		body := func(r io.Reader) io.ReadCloser {
			return &unstuckBody{ReadCloser: io.NopCloser(wrap(r)), ctx: t.Context()}
		}
		got, err := io.ReadAll(iotest.OneByteReader(body(strings.NewReader(long[:1000]))))
		assert.NilError(t, err)
		assert.Equal(t, string(got), long[:1000])
		var all bytes.Buffer
		_, err = io.CopyBuffer(&all, struct{ io.Reader }{body(io.MultiReader(strings.NewReader(long), iotest.ErrReader(errGone)))}, make([]byte, 100<<10))
		assert.ErrorIs(t, err, errGone)
		assert.Equal(t, all.String(), long)
	}
}
