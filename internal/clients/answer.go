package clients

import (
	"bufio"
	"bytes"
	"io"
	"mime"
	"net"
	"net/http"
)

// answer is that to a request. It notes whether it is a stream, which may be idle for ever, and
// when something is said on it.
type answer struct {
	http.ResponseWriter
	s *Set
	c *client

	begun  bool
	stream bool // guarded by the set's lock
}

// Unwrap lets [http.ResponseController] reach what net/http can do besides.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answer) WriteHeader(code int) {
	if form, _, _ := mime.ParseMediaType(a.Header().Get("Content-Type")); !a.begun && form == "text/event-stream" {
		a.streams()
	}
	a.begun = a.begun || code >= http.StatusOK || code == http.StatusSwitchingProtocols
	a.ResponseWriter.WriteHeader(code)
}

func (a *answer) Write(p []byte) (int, error) {
	if !a.begun {
		a.WriteHeader(http.StatusOK)
	}
	n, err := a.ResponseWriter.Write(p)
	if a.stream {
		a.s.said(a.c)
	}
	return n, err
}

// FlushError sends what was written, and the head before it.
func (a *answer) FlushError() error {
	if !a.begun {
		a.WriteHeader(http.StatusOK)
	}
	return http.NewResponseController(a.ResponseWriter).Flush()
}

// streams notes that a request is a stream from now on.
func (a *answer) streams() {
	a.s.mu.Lock()
	defer a.s.mu.Unlock()
	if !a.stream {
		a.stream, a.c.since = true, a.s.clk.Now()
		a.c.streams++
	}
}

// Hijack gives the connection away, as what was asked for by an upgrade.
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	socket, both, err := http.NewResponseController(a.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	a.streams()
	before, _ := both.Reader.Peek(both.Reader.Buffered())
	heard := &heard{Conn: socket, a: a}
	in := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(bytes.Clone(before)), heard), both.Reader.Size())
	_, _ = in.Peek(len(before)) // who is given it takes what is in its buffer, and reads the rest elsewhere
	return heard, bufio.NewReadWriter(in, bufio.NewWriter(heard)), nil
}

// heard is a connection that was given away.
type heard struct {
	net.Conn
	a *answer
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.Conn.Read(p)
	if n > 0 {
		h.a.s.said(h.a.c)
	}
	return n, err
}

func (h *heard) Write(p []byte) (int, error) {
	n, err := h.Conn.Write(p)
	if n > 0 {
		h.a.s.said(h.a.c)
	}
	return n, err
}

// SetLinger says how the connection is closed, where it can do that.
func (h *heard) SetLinger(sec int) error {
	if c, ok := h.Conn.(interface{ SetLinger(sec int) error }); ok {
		return c.SetLinger(sec)
	}
	return nil
}
