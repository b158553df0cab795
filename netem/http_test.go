package netem_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// serve runs a real http.Server on addr until the returned function.
func serve(t *testing.T, s *vtime.Sim, n *netem.Net, addr string, h http.Handler) (stop func()) {
	t.Helper()
	l, err := n.Listen(addr)
	assert.Check(t, err == nil, "%v", err)
	srv := &http.Server{Handler: h}
	ended := make(chan struct{})
	s.Go("http.Server", func() { defer close(ended); _ = srv.Serve(l) })
	return func() { _ = srv.Close(); <-ended }
}

func newClient(n *netem.Net, name string) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: n.Dial(name)}}
}

func get(t *testing.T, c *http.Client, url string) string {
	t.Helper()
	res, err := c.Get(url)
	if !assert.Check(t, err == nil, "%v", err) {
		return ""
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	assert.Check(t, err == nil, "%v", err)
	return string(body)
}

func TestHTTPForHours(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		n.Link("docs").Add(netem.Latency{Delay: 20 * time.Millisecond, Jitter: 10 * time.Millisecond})
		n.Link("docs").Add(netem.Slicer{Size: 100, SizeVariation: 50, Gap: time.Millisecond})
		opened := 0
		n.Observe(func(e netem.Event) {
			if e.Kind == netem.ConnOpen {
				opened++
			}
		})
		body := strings.Repeat("x", 5000)
		stop := serve(t, s, n, addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			_, _ = io.WriteString(w, body)
		}))
		c := newClient(n, "host")
		for range 6 * 60 {
			assert.Check(t, get(t, c, "http://docs.test/") == body)
			s.Clock("host").Sleep(time.Minute)
		}
		assert.Check(t, opened == 1, "keep-alive: %d connections", opened)
		c.CloseIdleConnections()
		stop()
		_ = s.Sleep(time.Second)
		conns, _ := n.Open()
		assert.Check(t, conns == 0, "%d", conns)
	})
}

func TestHTTPIdleTimeoutAndReconnect(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		stop := serve(t, s, n, addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, r.RemoteAddr)
		}))
		defer stop()
		c := newClient(n, "host")
		c.Transport.(*http.Transport).IdleConnTimeout = time.Minute
		assert.Check(t, get(t, c, "http://docs.test/") == "host:1")
		_ = s.Sleep(30 * time.Second)
		assert.Check(t, get(t, c, "http://docs.test/") == "host:1")
		_ = s.Sleep(2 * time.Minute)
		conns, _ := n.Open()
		assert.Check(t, conns == 0, "%d", conns)
		assert.Check(t, get(t, c, "http://docs.test/") == "host:2")
		c.CloseIdleConnections()
	})
}

// events is a handler that streams an event each second and reports how its
// request ended.
func events(s *vtime.Sim, count int, ended chan<- error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range count {
			if _, err := fmt.Fprintf(w, "data: %d\n\n", i); err != nil {
				ended <- err
				return
			}
			_ = http.NewResponseController(w).Flush()
			select {
			case <-s.Clock("events").After(time.Second):
			case <-r.Context().Done():
				ended <- r.Context().Err()
				return
			}
		}
		ended <- nil
	})
}

func TestHTTPStreamArrivesEventByEvent(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		ended := make(chan error, 1)
		stop := serve(t, s, n, addr, events(s, 3600, ended))
		defer stop()
		c := newClient(n, "host")
		res, err := c.Get("http://docs.test/")
		assert.Check(t, err == nil, "%v", err)
		begin, count := time.Now(), 0
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if lines.Text() == "" {
				continue
			}
			assert.Check(t, lines.Text() == fmt.Sprintf("data: %d", count))
			assert.Check(t, time.Since(begin).Round(time.Second) == time.Duration(count)*time.Second)
			count++
		}
		res.Body.Close()
		assert.Check(t, count == 3600, "%d", count)
		assert.Check(t, <-ended == nil)
		c.CloseIdleConnections()
	})
}

func TestHTTPClientCancelsMidBody(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		ended := make(chan error, 1)
		stop := serve(t, s, n, addr, events(s, 3600, ended))
		defer stop()
		ctx, cancel := context.WithCancel(context.Background())
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://docs.test/", nil)
		res, err := newClient(n, "host").Do(req)
		assert.Check(t, err == nil, "%v", err)
		s.Clock("canceller").AfterFunc(10500*time.Millisecond, cancel)
		_, err = io.ReadAll(res.Body)
		res.Body.Close()
		assert.Check(t, errors.Is(err, context.Canceled), "%v", err)
		assert.Check(t, errors.Is(<-ended, context.Canceled))
		_ = s.Sleep(time.Second)
		conns, _ := n.Open()
		assert.Check(t, conns == 0, "%d", conns)
	})
}

func TestHTTPStreamEndsBadly(t *testing.T) {
	tests := map[string]struct {
		end  func(n *netem.Net, stop func())
		want error
	}{
		"server close": {func(_ *netem.Net, stop func()) { stop() }, io.ErrUnexpectedEOF},
		"reset_peer":   {func(n *netem.Net, _ func()) { n.Link("docs").Add(netem.ResetPeer{}) }, syscall.ECONNRESET},
		"half_close": {func(n *netem.Net, _ func()) {
			n.Link("docs").Add(netem.HalfClose{}, netem.Scope{Direction: netem.Down})
		}, io.ErrUnexpectedEOF},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				ended := make(chan error, 1)
				stop := serve(t, s, n, addr, events(s, 3600, ended))
				c := newClient(n, "host")
				res, err := c.Get("http://docs.test/")
				assert.Check(t, err == nil, "%v", err)
				s.Clock("saboteur").AfterFunc(5*time.Second, func() { test.end(n, stop) })
				_, err = io.ReadAll(res.Body)
				assert.Check(t, errors.Is(err, test.want), "%v", err)
				res.Body.Close()
				assert.Check(t, <-ended != nil)
				c.CloseIdleConnections()
			})
		})
	}
}
