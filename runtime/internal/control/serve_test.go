package control

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"
)

// served serves h in virtual time and gives use a connection to it.
func served(t *testing.T, h http.HandlerFunc, use func(c net.Conn)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
		over := make(chan error)
		go func() { over <- Serve(l, h) }()
		c, err := l.dial(context.Background(), "", "")
		assert.NilError(t, err)
		use(c)
		_ = c.Close()
		_ = l.Close()
		assert.NilError(t, <-over)
		time.Sleep(time.Minute) // what net/http still waits for
	})
}

// closedAfter is how long the other end keeps a connection that does nothing more.
func closedAfter(r io.Reader) time.Duration {
	begin := time.Now()
	_, _ = io.Copy(io.Discard, r)
	return time.Since(begin)
}

func TestClientsThatAreSlowAreGivenUp(t *testing.T) {
	ok := func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }
	for sent, want := range map[string]time.Duration{
		"GET / HTTP/1.1\r\n": 10 * time.Second,
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1": 10 * time.Second,
		"GET / HTTP/1.1\r\nHost: a\r\n\r\n":                        2 * time.Minute,
		"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n":   0,
	} {
		served(t, ok, func(c net.Conn) {
			_, err := io.WriteString(c, sent)
			assert.NilError(t, err)
			assert.Equal(t, closedAfter(c).Round(time.Second), want, "%q", sent)
		})
	}
}

func TestClientsThatTakeNoAnswerAreGivenUp(t *testing.T) {
	var took atomic.Int64
	long := func(w http.ResponseWriter, _ *http.Request) {
		begin := time.Now()
		_, err := w.Write(make([]byte, 1<<20))
		assert.Check(t, err != nil)
		took.Store(int64(time.Since(begin)))
	}
	served(t, long, func(c net.Conn) {
		_, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		assert.NilError(t, err)
		time.Sleep(time.Hour)
		assert.Equal(t, time.Duration(took.Load()), 30*time.Second)
	})
}

// Of the head of a request 64 KiB are read, and 4 KiB that package net/http adds.
func TestLongHeadsAreRefused(t *testing.T) {
	for size, want := range map[int]string{67 << 10: "200 OK", 69 << 10: "431 Request Header Fields Too Large"} {
		served(t, health, func(c net.Conn) {
			go func() {
				_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: a\r\nX-Long: "+strings.Repeat("x", size)+"\r\n\r\n")
			}()
			resp, err := http.ReadResponse(bufio.NewReader(c), nil)
			assert.NilError(t, err)
			assert.Equal(t, resp.Status, want)
		})
	}
}
