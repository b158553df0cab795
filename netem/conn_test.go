package netem_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

func TestBytesTravelBothWays(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		write(t, client, "ping")
		expect(t, server, "ping")
		write(t, server, "pong")
		expect(t, client, "pong")
		assert.Check(t, client.LocalAddr().String() == "host:1")
		assert.Check(t, server.RemoteAddr().String() == "host:1")
		assert.Check(t, client.RemoteAddr().String() == addr)
	})
}

func TestCloseIsEndOfFileAfterData(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		write(t, client, "last words")
		assert.Check(t, client.Close() == nil)
		got, err := io.ReadAll(server)
		assert.Check(t, err == nil && string(got) == "last words", "%q, %v", got, err)
		conns, _ := n.Open()
		assert.Check(t, conns == 1)
		assert.Check(t, server.Close() == nil)
		conns, _ = n.Open()
		assert.Check(t, conns == 0)
	})
}

func TestUseAfterClose(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		client, _ := connect(t, n)
		assert.Check(t, client.Close() == nil)
		_, readErr := client.Read(make([]byte, 1))
		_, writeErr := client.Write([]byte("x"))
		for _, err := range []error{readErr, writeErr, client.Close(), client.SetDeadline(time.Time{})} {
			var op *net.OpError
			assert.Check(t, errors.As(err, &op) && errors.Is(err, net.ErrClosed), "%v", err)
		}
	})
}

func TestCloseEndsOwnWaits(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, _ := connect(t, n)
		read, wrote := make(chan error, 1), make(chan error, 1)
		s.Go("reader", func() { _, err := client.Read(make([]byte, 1)); read <- err })
		s.Go("writer", func() { _, err := client.Write(make([]byte, 1<<20)); wrote <- err })
		_ = s.Sleep(time.Hour) // virtual time moves although both are blocked
		client.Close()
		assert.Check(t, errors.Is(<-read, net.ErrClosed))
		assert.Check(t, errors.Is(<-wrote, net.ErrClosed))
	})
}

func TestHalfCloseLeavesTheOtherDirection(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		write(t, client, "question")
		assert.Check(t, client.(interface{ CloseWrite() error }).CloseWrite() == nil)
		got, err := io.ReadAll(server)
		assert.Check(t, err == nil && string(got) == "question", "%q, %v", got, err)
		write(t, server, "answer")
		expect(t, client, "answer")
		_, err = client.Write([]byte("x"))
		assert.Check(t, errors.Is(err, net.ErrClosed), "%v", err)
	})
}

func TestLingerZeroResets(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		_ = server.(interface{ SetLinger(int) error }).SetLinger(0)
		write(t, server, "delivered")
		server.Close()
		got, err := io.ReadAll(client)
		assert.Check(t, string(got) == "delivered" && errors.Is(err, syscall.ECONNRESET), "%q, %v", got, err)
		_, err = client.Write([]byte("x"))
		assert.Check(t, errors.Is(err, syscall.ECONNRESET), "%v", err)
	})
}

func TestWriteToAClosedEndIsAnsweredByAReset(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		server.Close()
		write(t, client, "too late")
		_ = s.Settle()
		got, err := io.ReadAll(client)
		assert.Check(t, err == nil && len(got) == 0, "%q, %v", got, err)
		_, err = client.Write([]byte("x"))
		assert.Check(t, errors.Is(err, syscall.EPIPE), "%v", err)
	})
}

func TestCloseWithUnreadBytesResets(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		write(t, client, "nobody reads this")
		_ = s.Settle()
		server.Close()
		_, err := client.Read(make([]byte, 1))
		assert.Check(t, errors.Is(err, syscall.ECONNRESET), "%v", err)
	})
}

// Who writes learns of the reset when it arrives, and not before.
func TestAResetIsUnderWayFirst(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		n.Link("docs").Add(netem.Latency{Delay: time.Second})
		client, server := connect(t, n)
		write(t, client, "nobody reads this")
		assert.Check(t, s.Sleep(2*time.Second) == nil)
		server.Close()
		assert.Check(t, s.Sleep(900*time.Millisecond) == nil)
		write(t, client, "nor this")
		assert.Check(t, s.Sleep(200*time.Millisecond) == nil)
		_, err := client.Write([]byte("x"))
		assert.Check(t, errors.Is(err, syscall.ECONNRESET), "%v", err)
	})
}

func TestWriterWaitsForTheReader(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		n.Link("docs").SetWindow(1000)
		client, server := connect(t, n)
		var wrote int
		done := make(chan error, 1)
		s.Go("writer", func() {
			n, err := client.Write([]byte(strings.Repeat("x", 2500)))
			wrote = n
			done <- err
		})
		_ = s.Sleep(time.Minute)
		assert.Check(t, wrote == 0)
		expect(t, server, strings.Repeat("x", 2500))
		assert.Check(t, <-done == nil)
		assert.Check(t, wrote == 2500)
	})
}

func TestDeadlines(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, server := connect(t, n)
		begin := time.Now()
		_ = client.SetDeadline(begin.Add(3 * time.Second))
		_, err := client.Read(make([]byte, 1))
		assert.Check(t, errors.Is(err, os.ErrDeadlineExceeded), "%v", err)
		assert.Check(t, time.Since(begin).Truncate(time.Millisecond) == 3*time.Second)
		var timeout net.Error
		assert.Check(t, errors.As(err, &timeout) && timeout.Timeout())
		_, err = client.Write([]byte("x"))
		assert.Check(t, errors.Is(err, os.ErrDeadlineExceeded), "%v", err)

		_ = client.SetDeadline(time.Time{})
		write(t, server, "on time")
		expect(t, client, "on time")

		_ = client.SetWriteDeadline(time.Now().Add(time.Second))
		_, err = client.Write(make([]byte, 1<<20))
		assert.Check(t, errors.Is(err, os.ErrDeadlineExceeded), "%v", err)
		_ = client.SetReadDeadline(time.Now().Add(-time.Second))
		_, err = client.Read(make([]byte, 1))
		assert.Check(t, errors.Is(err, os.ErrDeadlineExceeded), "%v", err)
	})
}

func TestNobodyListens(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		_, err := n.Dial("host")(context.Background(), "tcp", addr)
		var op *net.OpError
		assert.Check(t, errors.As(err, &op) && errors.Is(err, syscall.ECONNREFUSED), "%v", err)
		_, err = n.Dial("host")(context.Background(), "tcp", "no port")
		assert.Check(t, errors.As(err, &op), "%v", err)
		conns, _ := n.Open()
		assert.Check(t, conns == 0)
	})
}

func TestListen(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		l, err := n.Listen(addr)
		assert.Check(t, err == nil)
		_, err = n.Listen(addr)
		assert.Check(t, errors.Is(err, syscall.EADDRINUSE), "%v", err)
		assert.Error(t, err, "listen tcp docs.test:80: bind: address already in use")
		_, err = n.Listen("docs.test")
		assert.Error(t, err, "listen tcp docs.test: address docs.test: missing port in address")

		accepted := make(chan error, 1)
		s.Go("server", func() { _, err := l.Accept(); accepted <- err })
		_ = s.Sleep(time.Hour)
		assert.Check(t, l.Close() == nil)
		assert.Check(t, errors.Is(<-accepted, net.ErrClosed))
		assert.Check(t, errors.Is(l.Close(), net.ErrClosed))
		_, err = n.Listen(addr)
		assert.Check(t, err == nil, "%v", err)
	})
}

func TestListenerCloseResetsItsBacklog(t *testing.T) {
	simulate(t, func(_ *vtime.Sim, n *netem.Net) {
		l, _ := n.Listen(addr)
		client, err := n.Dial("host")(context.Background(), "tcp", addr)
		assert.Check(t, err == nil, "%v", err)
		l.Close()
		_, err = client.Read(make([]byte, 1))
		assert.Check(t, errors.Is(err, syscall.ECONNRESET), "%v", err)
	})
}

func TestDialEndsWithItsContext(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		l, _ := n.Listen(addr)
		n.Link("docs").Add(netem.Latency{Delay: time.Second})
		for _, after := range []time.Duration{0, 500 * time.Millisecond, 1500 * time.Millisecond} {
			ctx, cancel := context.WithCancel(context.Background())
			s.Clock("canceller").AfterFunc(after, cancel)
			_, err := n.Dial("host")(ctx, "tcp", addr)
			var op *net.OpError
			assert.Check(t, errors.As(err, &op) && errors.Is(err, context.Canceled), "%v", err)
		}
		_ = s.Sleep(time.Minute)
		c, err := l.Accept() // the third had reached the server
		assert.Check(t, err == nil)
		_, err = c.Read(make([]byte, 1))
		assert.Check(t, errors.Is(err, syscall.ECONNRESET), "%v", err)
		c.Close()
		conns, _ := n.Open()
		assert.Check(t, conns == 0)
	})
}

func TestCloseAllEndsEveryWait(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		client, _ := connect(t, n)
		n.Link("slow").Add(netem.Latency{Delay: 24 * time.Hour})
		n.Link("hole").Add(netem.Blackhole{})
		l, _ := n.Listen("idle.test:80")
		p := n.Process("tool")
		ended := make(chan struct{}, 7)
		for name, wait := range map[string]func(){
			"reader": func() { _, _ = client.Read(make([]byte, 1)) },
			"writer": func() { _, _ = client.Write(make([]byte, 1<<20)) },
			"accept": func() { _, _ = l.Accept() },
			"hole":   func() { _, _ = n.Dial("host")(context.Background(), "tcp", "hole.test:80") },
			"slow":   func() { _, _ = n.Dial("host")(context.Background(), "tcp", "slow.test:80") },
			"stdin":  func() { _, _ = p.Stdin().Write(make([]byte, 1<<20)) },
			"wait":   func() { _, _ = p.Wait() },
		} {
			s.Go(name, func() { wait(); ended <- struct{}{} })
		}
		_ = s.Sleep(time.Hour)
		assert.Check(t, len(ended) == 0)
		n.CloseAll()
		_ = s.Settle()
		assert.Check(t, len(ended) == 7, "%d", len(ended))
	})
}
