package netem_test

import (
	"context"
	"io"
	"net"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

const addr = "docs.test:80"

// simulate runs f on a fresh network and fails the test on any deadlock, leak,
// panic or freeze. What f leaves open is closed before.
func simulate(t *testing.T, f func(*vtime.Sim, *netem.Net)) {
	t.Helper()
	simulateWith(t, vtime.Config{}, f)
}

func simulateWith(t *testing.T, cfg vtime.Config, f func(*vtime.Sim, *netem.Net)) {
	t.Helper()
	err := vtime.Run(t, cfg, func(s *vtime.Sim) {
		n := netem.New(s)
		f(s, n)
		n.CloseAll()
		assert.Check(t, s.Settle() == nil)
		conns, procs := n.Open()
		assert.Check(t, conns == 0 && procs == 0, "open after CloseAll: %d, %d", conns, procs)
	})
	assert.NilError(t, err)
}

// connect returns both ends of a new connection to addr.
func connect(t *testing.T, n *netem.Net) (client, server net.Conn) {
	t.Helper()
	l, err := n.Listen(addr)
	assert.Check(t, err == nil, "%v", err)
	defer l.Close()
	client, err = n.Dial("host")(context.Background(), "tcp", addr)
	assert.Check(t, err == nil, "%v", err)
	server, err = l.Accept()
	assert.Check(t, err == nil, "%v", err)
	return client, server
}

// write writes text and closes nothing.
func write(t *testing.T, w io.Writer, text string) {
	t.Helper()
	n, err := io.WriteString(w, text)
	assert.Check(t, err == nil && n == len(text), "%d, %v", n, err)
}

// expect reads exactly as many bytes as text has.
func expect(t *testing.T, r io.Reader, text string) {
	t.Helper()
	buf := make([]byte, len(text))
	_, err := io.ReadFull(r, buf)
	assert.Check(t, err == nil, "%v", err)
	assert.Check(t, string(buf) == text, "got %q, want %q", buf, text)
}
