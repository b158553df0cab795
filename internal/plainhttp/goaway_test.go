package plainhttp_test

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
)

// What no connection of HTTP/2 takes is given up after a few, and what the last of them
// takes is answered.
func TestRequestsThatNobodyTakesEnd(t *testing.T) {
	for name, c := range map[string]struct{ refuse, conns int32 }{
		"none takes it":     {1000, plainhttp.MaxConns},
		"the last takes it": {plainhttp.MaxConns - 1, plainhttp.MaxConns},
		"the first does":    {0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var conns atomic.Int32
			server := httptest.NewUnstartedServer(nil)
			server.EnableHTTP2 = true
			server.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
				"h2": func(_ *http.Server, on *tls.Conn, _ http.Handler) { speakHTTP2(on, conns.Add(1) > c.refuse) },
			}
			server.StartTLS()
			defer server.Close()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, strings.NewReader("{}"))
			assert.NilError(t, err)
			resp, err := plainhttp.RoundTrip(server.Client().Transport, r)
			assert.Equal(t, conns.Load(), c.conns)
			if c.refuse > plainhttp.MaxConns {
				assert.ErrorIs(t, err, plainhttp.ErrNotTaken)
				return
			}
			assert.NilError(t, err)
			assert.Equal(t, resp.StatusCode, http.StatusOK)
			assert.NilError(t, resp.Body.Close())
		})
	}
}

// wireFunc is a round tripper.
type wireFunc func(*http.Request) (*http.Response, error)

func (f wireFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// What is added to the context of a request does not outlive its answer.
func TestRequestsLeaveNothingInTheirContext(t *testing.T) {
	for _, fails := range []bool{true, false} {
		var ctx context.Context
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://a/", nil)
		assert.NilError(t, err)
		resp, err := plainhttp.RoundTrip(wireFunc(func(r *http.Request) (*http.Response, error) {
			if ctx = r.Context(); fails {
				return nil, io.ErrUnexpectedEOF
			}
			return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
		}), r)
		assert.Equal(t, err != nil, fails)
		if err == nil {
			assert.NilError(t, ctx.Err())
			assert.NilError(t, resp.Body.Close())
		}
		assert.ErrorIs(t, ctx.Err(), context.Canceled)
	}
}

// speakHTTP2 speaks as much of it as is needed to answer 200, or to take no request.
func speakHTTP2(c io.ReadWriteCloser, takes bool) {
	const headers, settings, goaway = 1, 4, 7
	frame := func(kind, flags, stream byte, body ...byte) {
		_, _ = c.Write(append([]byte{0, 0, byte(len(body)), kind, flags, 0, 0, 0, stream}, body...))
	}
	defer func() { _ = c.Close() }()
	frame(settings, 0, 0)
	if _, err := io.CopyN(io.Discard, c, int64(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))); err != nil {
		return
	}
	for head := make([]byte, 9); ; {
		if _, err := io.ReadFull(c, head); err != nil {
			return
		}
		switch {
		case head[3] != headers:
		case takes:
			frame(headers, 0b101, head[8], 0x88) // :status 200, and no more
		default:
			frame(goaway, 0, 0, make([]byte, 8)...) // nothing up to stream 0 was taken
		}
		if _, err := io.CopyN(io.Discard, c, int64(binary.BigEndian.Uint32(head)>>8)); err != nil {
			return
		}
	}
}
