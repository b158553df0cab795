package fakeserver_test

import (
	"encoding/base64"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// served is a server on a real socket; what it needs ends with the test.
func served(t *testing.T, limits fakeserver.Limits) (*fakeserver.Server, string) {
	t.Helper()
	fake, err := fakeserver.New(nil, fakeserver.Options{Limits: limits})
	assert.NilError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	var serving sync.WaitGroup
	serving.Go(func() { _ = fake.Serve(l) })
	t.Cleanup(func() { fake.Close(); serving.Wait() })
	return fake, l.Addr().String()
}

// A read from the connection of a slow client ends when the server gives it up.
func TestSlowClientsAreGivenUp(t *testing.T) {
	_, addr := served(t, fakeserver.Limits{Read: 50 * time.Millisecond, Idle: 50 * time.Millisecond})
	for name, c := range map[string]struct{ sent, answer string }{
		"half a head": {"POST /mcp HTTP/1.1\r\nHost: x", ""},
		"half a body": {"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", "HTTP/1.1 408 "},
		"nothing":     {"", ""},
		"idle":        {"OPTIONS /mcp HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 405 "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			socket, err := net.Dial("tcp", addr)
			assert.NilError(t, err)
			defer socket.Close()
			_, err = io.WriteString(socket, c.sent)
			assert.NilError(t, err)
			got, _ := io.ReadAll(socket) // until the server closes it
			assert.Assert(t, strings.HasPrefix(string(got), c.answer), "%q", got)
		})
	}
}

// A body that cannot be read is refused: it was answered with 200 and nothing.
func TestBrokenBodiesAreRefused(t *testing.T) {
	_, addr := served(t, fakeserver.Limits{})
	for _, path := range []string{"/mcp", "/none"} {
		for _, body := range []string{"zz\r\nabc\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "2\r\n{}{}\r\n0\r\n\r\n"} {
			socket, err := net.Dial("tcp", addr)
			assert.NilError(t, err)
			_, err = io.WriteString(socket, "POST "+path+" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"+body)
			assert.NilError(t, err)
			got, _ := io.ReadAll(socket) // until the server closes it
			assert.Check(t, strings.HasPrefix(string(got), "HTTP/1.1 400 "), "%q: %q", body, got)
			assert.NilError(t, socket.Close())
		}
	}
}

// post sends a message in a session and returns the status and the session.
func post(t *testing.T, h http.Handler, session, message string) (int, string) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(message))
	r.Header.Set("Accept", "application/json, text/event-stream")
	if session != "" {
		r.Header.Set("Mcp-Session-Id", session)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Header().Get("Mcp-Session-Id")
}

const (
	helloMessage = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`
	pingMessage  = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
)

func TestIdleSessionsAreForgotten(t *testing.T) {
	fake, err := fakeserver.New(nil, fakeserver.Options{Limits: fakeserver.Limits{Sessions: 3}})
	assert.NilError(t, err)
	defer fake.Close()
	h := fake.Handler()
	var sessions []string
	for range 3 {
		_, session := post(t, h, "", helloMessage)
		sessions = append(sessions, session)
	}
	status, _ := post(t, h, sessions[0], pingMessage) // now the second one is idle longest
	assert.Equal(t, status, http.StatusOK)
	_, session := post(t, h, "", helloMessage)
	for i, want := range []int{http.StatusOK, http.StatusNotFound, http.StatusOK} {
		status, _ := post(t, h, sessions[i], pingMessage)
		assert.Equal(t, status, want, "session %d", i+1)
	}
	status, _ = post(t, h, session, pingMessage)
	assert.Equal(t, status, http.StatusOK)
}

func TestOldSessionsAreForgotten(t *testing.T) {
	clk := &settable{Clock: clock.Real(), now: time.Unix(1_000_000, 0)}
	fake, err := fakeserver.New(nil, fakeserver.Options{Clock: clk, Limits: fakeserver.Limits{Session: time.Hour}})
	assert.NilError(t, err)
	defer fake.Close()
	h := fake.Handler()
	_, old := post(t, h, "", helloMessage)
	clk.now = clk.now.Add(time.Hour)
	_, _ = post(t, h, "", helloMessage)
	status, _ := post(t, h, old, pingMessage)
	assert.Equal(t, status, http.StatusOK) // at the limit
	clk.now = clk.now.Add(time.Hour + 1)
	_, _ = post(t, h, "", helloMessage)
	status, _ = post(t, h, old, pingMessage)
	assert.Equal(t, status, http.StatusNotFound)
}

func TestTheJournalIsBounded(t *testing.T) {
	fake, err := fakeserver.New(nil, fakeserver.Options{})
	assert.NilError(t, err)
	defer fake.Close()
	h := fake.Handler()
	_, session := post(t, h, "", helloMessage)
	random := rand.NewChaCha8([32]byte{}) // what repeats takes little memory
	noise := make([]byte, fakeserver.MaxRaw*3/4)
	for range 3 * fakeserver.MaxJournal / fakeserver.MaxRaw / 2 {
		_, _ = random.Read(noise)
		post(t, h, session, `{"jsonrpc":"2.0","method":"x","params":{"a":"`+base64.StdEncoding.EncodeToString(noise)+`"}}`)
	}
	bytes := 0
	journal := fake.Journal()
	for _, e := range journal {
		bytes += len(e.Raw)
	}
	assert.Assert(t, bytes < 3*fakeserver.MaxJournal/2, "%d", bytes) // base64 takes three quarters of its length
	assert.Assert(t, journal[0].Seq > 1)
}

// settable is a clock whose present the test sets.
type settable struct {
	clock.Clock
	now time.Time
}

func (c *settable) Now() time.Time { return c.now }

// A head is taken up to a bound, which the journal that keeps it depends on.
func TestHeadsAreBounded(t *testing.T) {
	_, addr := served(t, fakeserver.ServingLimits())
	for size, refused := range map[int]bool{32 << 10: false, 80 << 10: true} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+addr+"/mcp", strings.NewReader(`{"jsonrpc":"2.0","method":"notifications/x"}`))
		assert.NilError(t, err)
		r.Header.Set("X", strings.Repeat("x", size))
		resp, err := http.DefaultClient.Do(r)
		assert.NilError(t, err)
		assert.NilError(t, resp.Body.Close())
		assert.Equal(t, resp.StatusCode == http.StatusRequestHeaderFieldsTooLarge, refused, "%d: %s", size, resp.Status)
	}
}
