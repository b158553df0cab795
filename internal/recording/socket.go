package recording

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/budget"
)

// The bounds of what is recorded of WebSockets, in bytes.
const (
	mostMessage  = 64 << 20 // a message
	mostMessages = 96 << 20 // those of all connections that have begun and not ended
)

// Socket is a WebSocket whose messages are told on their way, each as a line, as those of a
// process are; so is the end of each side. reads is the side whose bytes are read, writes the
// other one. What is compressed is not told: the other end must not be offered to do that.
// Nor is what follows a message that is too long, or for which held has nothing left.
// One goroutine reads at a time, and one writes.
func Socket(wire io.ReadWriteCloser, reads, writes string, held *budget.Budget, tell func(kind Kind, from string, data []byte)) io.ReadWriteCloser {
	side := func(from string) *frames {
		return &frames{held: held.Part(), tell: func(kind Kind, data []byte) { tell(kind, from, data) }}
	}
	return &socket{wire, side(reads), side(writes)}
}

// extensions is the header that offers to compress.
const extensions = "Sec-Websocket-Extensions"

// IsUpgrade reports whether a request asks for a WebSocket, and has it ask for one that
// [Socket] can read.
func IsUpgrade(q *http.Request) bool {
	if q.Header.Get("Upgrade") == "" {
		return false
	}
	q.Header.Del(extensions)
	return true
}

type socket struct {
	io.ReadWriteCloser
	read, written *frames
}

func (s *socket) Close() error {
	err := s.ReadWriteCloser.Close()
	s.read.end()
	s.written.end()
	return err
}

func (s *socket) Read(p []byte) (int, error) {
	n, err := s.ReadWriteCloser.Read(p)
	s.read.feed(p[:n])
	return n, err
}

func (s *socket) Write(p []byte) (int, error) {
	s.written.feed(p)
	return s.ReadWriteCloser.Write(p)
}

// socket begins a connection of its own for a WebSocket.
func (t *Tap) socket(wire io.ReadWriteCloser, url, reads, writes string) io.ReadWriteCloser {
	conn := t.Open(url)
	return Socket(wire, reads, writes, t.messages, func(kind Kind, from string, data []byte) {
		t.add(Entry{Kind: kind, Conn: conn, From: from, Data: data})
	})
}

// upgrade records the WebSocket that a client asks for.
func (r *tapTransport) upgrade(q *http.Request) (*http.Response, error) {
	answer, err := r.RoundTripper.RoundTrip(q)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		return answer, err
	}
	if wire, ok := answer.Body.(io.ReadWriteCloser); ok {
		answer.Body = r.sessions.tap.socket(wire, "ws"+strings.TrimPrefix(q.URL.String(), "http"), Server, Client)
	}
	return answer, nil
}

// tapUpgrade is the answer to a client that asks for a WebSocket.
type tapUpgrade struct {
	http.ResponseWriter
	tap      *Tap
	url      string
	switched bool
}

// Unwrap gives package http what can be flushed.
func (u *tapUpgrade) Unwrap() http.ResponseWriter { return u.ResponseWriter }

// WriteHeader notes whether the connection becomes a WebSocket.
func (u *tapUpgrade) WriteHeader(status int) {
	u.switched = status == http.StatusSwitchingProtocols
	u.ResponseWriter.WriteHeader(status)
}

// Hijack gives the connection away, and records it if it is a WebSocket.
func (u *tapUpgrade) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	c, streams, err := http.NewResponseController(u.ResponseWriter).Hijack()
	if err != nil || !u.switched {
		return c, streams, err
	}
	wire := struct { // some of it may have been read already
		io.Reader
		io.WriteCloser
	}{streams.Reader, c}
	told := tappedConn{c, u.tap.socket(wire, u.url, Client, Server)}
	return told, bufio.NewReadWriter(bufio.NewReader(told), bufio.NewWriter(told)), nil
}

// tappedConn is a connection whose bytes are listened to.
type tappedConn struct {
	net.Conn
	told io.ReadWriteCloser
}

func (c tappedConn) Read(p []byte) (int, error)  { return c.told.Read(p) }
func (c tappedConn) Write(p []byte) (int, error) { return c.told.Write(p) }
func (c tappedConn) Close() error                { return c.told.Close() }
