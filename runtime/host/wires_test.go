package host

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// piped is one end of a pipe whose other end sees when it is closed.
func piped(t *testing.T) (near, far net.Conn) {
	near, far = net.Pipe()
	t.Cleanup(func() { _ = far.Close() })
	return near, far
}

// isCut reports whether the near end of a pipe is closed, which nothing reads from.
func isCut(far net.Conn) bool {
	_ = far.SetWriteDeadline(time.Now())
	_, err := far.Write([]byte("x"))
	return errors.Is(err, io.ErrClosedPipe)
}

func TestWhatIsCutIsClosedAndOpensNoMore(t *testing.T) {
	var far []net.Conn
	var w wires
	w.next = func(context.Context, string, string) (net.Conn, error) {
		a, b := piped(t)
		far = append(far, b)
		if len(far) == 3 {
			w.cut() // while a dial is under way
		}
		return a, nil
	}
	for range 2 {
		_, err := w.dial(t.Context(), "tcp", "docs.test:80")
		assert.NilError(t, err)
	}
	_, err := w.dial(t.Context(), "tcp", "docs.test:80")
	assert.Error(t, err, "dialling docs.test:80: use of closed network connection")
	for _, conn := range far {
		assert.Check(t, isCut(conn))
	}
	_, err = w.dial(t.Context(), "tcp", "docs.test:80")
	assert.ErrorIs(t, err, net.ErrClosed)
	assert.Check(t, isCut(far[3]))
}

func TestAWireThatIsClosedIsForgotten(t *testing.T) {
	refused := errors.New("refused")
	a, b := piped(t)
	c, d := piped(t)
	ends := []net.Conn{a, c}
	w := wires{next: func(context.Context, string, string) (conn net.Conn, err error) {
		if len(ends) == 0 {
			return nil, refused
		}
		conn, ends = ends[0], ends[1:]
		return conn, nil
	}}
	first, err := w.dial(t.Context(), "tcp", "docs.test:80")
	assert.NilError(t, err)
	_, err = w.dial(t.Context(), "tcp", "docs.test:80")
	assert.NilError(t, err)
	_, err = w.dial(t.Context(), "tcp", "docs.test:80")
	assert.Equal(t, err, refused)
	assert.NilError(t, first.Close())
	assert.Check(t, isCut(b))
	assert.Equal(t, len(w.open), 1)
	w.cut()
	assert.Check(t, isCut(d))
}
