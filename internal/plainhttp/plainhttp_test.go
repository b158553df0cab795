package plainhttp_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
)

// switching is a connection to a server that answers with 101 and then keeps still.
func switching(t *testing.T) (wire *http.Transport, closed <-chan struct{}) {
	ended := make(chan struct{})
	dial := func(context.Context, string, string) (net.Conn, error) {
		near, far := net.Pipe()
		go func() {
			defer close(ended)
			read := bufio.NewReader(far)
			_, err := http.ReadRequest(read)
			assert.Check(t, err == nil)
			_, _ = io.WriteString(far, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
			_, _ = io.Copy(io.Discard, read)
		}()
		return near, nil
	}
	return &http.Transport{DialContext: dial}, ended
}

// An answer 101 that was not asked for has no body, and its connection is closed.
func TestNoConnectionIsGivenAway(t *testing.T) {
	for name, client := range map[string]func(*http.Transport, *http.Request) (*http.Response, error){
		"function": func(w *http.Transport, r *http.Request) (*http.Response, error) { return plainhttp.RoundTrip(w, r) },
		"client": func(w *http.Transport, r *http.Request) (*http.Response, error) {
			return (&http.Client{Transport: plainhttp.Wire{RoundTripper: w}}).Do(r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				wire, closed := switching(t)
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://a/", nil)
				assert.NilError(t, err)
				resp, err := client(wire, r)
				assert.NilError(t, err)
				defer resp.Body.Close()
				assert.Equal(t, resp.StatusCode, http.StatusSwitchingProtocols)
				text, err := io.ReadAll(resp.Body)
				assert.NilError(t, err)
				assert.Equal(t, string(text), "")
				<-closed
			})
		})
	}
}

// Who asks for another protocol gets the connection.
func TestWhatWasAskedForIsGiven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wire, closed := switching(t)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a/", nil)
		assert.NilError(t, err)
		r.Header.Set("Connection", "Upgrade")
		r.Header.Set("Upgrade", "x")
		resp, err := plainhttp.RoundTrip(wire, r)
		assert.NilError(t, err)
		_, writes := resp.Body.(io.Writer)
		assert.Assert(t, writes)
		assert.NilError(t, resp.Body.Close())
		<-closed
	})
}
