package proxy

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// piped is a listener of connections in memory, whose time is that of the test.
type piped struct {
	made   chan net.Conn
	closed chan struct{}
}

func (l *piped) Accept() (net.Conn, error) {
	select {
	case c := <-l.made:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}
func (l *piped) Close() error   { close(l.closed); return nil }
func (l *piped) Addr() net.Addr { return &net.UnixAddr{Name: "piped"} }

type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// inFrontOf serves a proxy of a server that reads all and answers after a minute, and returns
// a client's connection and what was said to fail.
func inFrontOf(t *testing.T, o Options, server trip) (client net.Conn, failed *atomic.Value) {
	p := New(o)
	failed = new(atomic.Value)
	to := &url.URL{Scheme: "http", Host: "server"}
	return connected(t, p, p.Handler(to, server, func(err error) { failed.Store(err) })), failed
}

// connected is a client's connection to a handler.
func connected(t *testing.T, p *Proxy, h http.Handler) (client net.Conn) {
	front := &http.Server{Handler: h, ReadHeaderTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute}
	l := &piped{make(chan net.Conn), make(chan struct{})}
	served := make(chan struct{})
	go func() { defer close(served); _ = front.Serve(l) }()
	t.Cleanup(func() { _ = front.Close(); p.Close(); <-served })
	client, far := net.Pipe()
	l.made <- far
	return client
}

// patient reads all of a request, and answers a minute later.
func patient(r *http.Request) (*http.Response, error) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return nil, err
	}
	time.Sleep(time.Minute)
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("ok"))}, nil
}

// A client that stalls in the body of its request, or sends a byte now and then, is given up,
// whether the proxy looks at bodies or not.
func TestClientsThatStallInABodyAreGivenUp(t *testing.T) {
	for name, c := range map[string]struct {
		record  Recorder
		trickle bool
	}{
		"unread, nothing comes":  {},
		"unread, a byte a time":  {trickle: true},
		"read, nothing comes":    {record: forgets{}},
		"read, a byte at a time": {record: forgets{}, trickle: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, failed := inFrontOf(t, Options{Record: c.record}, patient)
				var trickling sync.WaitGroup
				begin := time.Now()
				_, err := io.WriteString(client, "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{")
				assert.NilError(t, err)
				if c.trickle {
					trickling.Go(func() {
						for err := error(nil); err == nil; time.Sleep(10 * time.Second) {
							_, err = client.Write([]byte(" "))
						}
					})
				}
				resp, err := http.ReadResponse(bufio.NewReader(client), nil)
				assert.NilError(t, err)
				assert.Equal(t, resp.StatusCode, http.StatusRequestTimeout)
				assert.Assert(t, time.Since(begin) < 31*time.Second, "%s", time.Since(begin))
				err, _ = failed.Load().(error)
				assert.Assert(t, errors.Is(err, ErrSlow), "%v", err)
				_, _ = io.Copy(io.Discard, resp.Body)
				_, err = client.Read(make([]byte, 1))
				assert.Assert(t, err != nil, "the connection is closed")
				_ = client.Close()
				trickling.Wait()
			})
		})
	}
}

type forgets struct{}

func (forgets) Add(recording.Entry) {}

// Who goes on sending is not given up, and neither is who waits for a slow answer, or sends
// nothing between two requests.
func TestClientsThatSendAreNotGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, failed := inFrontOf(t, Options{}, patient)
		read := bufio.NewReader(client)
		for range 2 {
			begin := time.Now()
			_, err := io.WriteString(client, "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 204800\r\n\r\n")
			assert.NilError(t, err)
			for range 100 { // 200 KiB in 99 s
				_, err := client.Write(make([]byte, 2048))
				assert.NilError(t, err)
				time.Sleep(time.Second)
			}
			resp, err := http.ReadResponse(read, nil)
			assert.NilError(t, err)
			assert.Equal(t, resp.StatusCode, http.StatusOK)
			assert.Assert(t, time.Since(begin) > 150*time.Second)
			text, err := io.ReadAll(resp.Body)
			assert.NilError(t, err)
			assert.Equal(t, string(text), "ok")
			time.Sleep(time.Minute)
		}
		assert.Assert(t, failed.Load() == nil)
		_ = client.Close()
		synctest.Wait()
	})
}

// A server that does not take the body is not the client's fault.
func TestASlowServerIsNotAStalledClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, failed := inFrontOf(t, Options{}, func(r *http.Request) (*http.Response, error) {
			time.Sleep(5 * time.Minute)
			return patient(r)
		})
		go func() {
			_, _ = io.WriteString(client, "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 8192\r\n\r\n"+strings.Repeat("x", 8192))
		}()
		resp, err := http.ReadResponse(bufio.NewReader(client), nil)
		assert.NilError(t, err)
		assert.Equal(t, resp.StatusCode, http.StatusOK)
		assert.Assert(t, failed.Load() == nil)
		_ = client.Close()
		synctest.Wait()
	})
}

// A command that does not come is not waited for; who listens to events is not given up.
func TestCommandsThatStallAreGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := New(Options{})
		c := &Control{Proxy: p}
		client := connected(t, p, c)
		_, err := io.WriteString(client, "POST /rules HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{")
		assert.NilError(t, err)
		resp, err := http.ReadResponse(bufio.NewReader(client), nil)
		assert.NilError(t, err)
		assert.Equal(t, resp.StatusCode, http.StatusRequestTimeout)
		_ = client.Close()

		client = connected(t, p, c)
		_, err = io.WriteString(client, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
		assert.NilError(t, err)
		resp, err = http.ReadResponse(bufio.NewReader(client), nil)
		assert.NilError(t, err)
		time.Sleep(time.Hour)
		go c.Tell(Done{Action: "late"})
		line, err := bufio.NewReader(resp.Body).ReadString('\n')
		assert.NilError(t, err)
		assert.Assert(t, strings.Contains(line, "late"), line)
		_ = client.Close()
		synctest.Wait()
	})
}
