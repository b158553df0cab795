package fakeserver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/coder/websocket"

	"github.com/mcpsim/mcpsim/internal/budget"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// WebSocket makes the server accept upgrades, beside what it serves over HTTP. An
// upgrade is a GET: rules for that verb may answer, delay or cut it. After it the
// connection is like that of a process: each message is a text message instead of
// a line, exit: 0 closes it regularly, and any other exit cuts it.
type WebSocket struct {
	// Path that takes upgrades; empty = any.
	Path string `yaml:"path"`
	// Close is the status of the regular end, as a server that goes away has 1001; absent = 1000.
	Close int `yaml:"close"`
	// Binary sends each message as a binary one.
	Binary bool `yaml:"binary"`
	// WrongKey answers upgrades as if the client had sent another key.
	WrongKey bool `yaml:"wrongKey"`
}

func (w *WebSocket) check() error {
	switch {
	case w == nil:
		return nil
	case w.Path != "" && w.Path[0] != '/':
		return errors.New("the path of websocket does not start with a slash")
	case w.Close != 0 && (w.Close < 1000 || w.Close > 4999):
		return errors.New("the close of websocket is no status from 1000 to 4999")
	}
	return nil
}

// kind is how each message is sent.
func (w *WebSocket) kind() websocket.MessageType {
	if w.Binary {
		return websocket.MessageBinary
	}
	return websocket.MessageText
}

// takes reports whether a request is an upgrade that the script wants accepted.
func (w *WebSocket) takes(r *http.Request) bool {
	return w != nil && r.Method == http.MethodGet && strings.EqualFold(r.Header.Get("Upgrade"), "websocket") &&
		(w.Path == "" || w.Path == r.URL.Path)
}

// upgrade has the handler of the exchange turn it into a WebSocket.
func (h *exchange) upgrade() {
	h.started, h.ended = true, true
	h.c.note(Entry{Kind: KindHTTP, Direction: Sent, Verb: string(h.verb), Status: http.StatusSwitchingProtocols})
	h.out.put(item{kind: itemUpgrade})
}

// serveSocket is the life of a connection after its upgrade. Origins have been
// looked at.
func (s *Server) serveSocket(w http.ResponseWriter, r *http.Request) {
	if s.script.HTTP.WebSocket.WrongKey {
		r = r.Clone(r.Context())
		r.Header.Set("Sec-WebSocket-Key", "YW5vdGhlciBjbGllbnQncw==")
	}
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"mcp"}, InsecureSkipVerify: true})
	if err != nil {
		return
	}
	c.SetReadLimit(int64(s.script.Stdio.MaxLine.or(defaultMaxLine)))
	sock := &socket{conn: c, s: s}
	never := make(chan struct{}) // no signal comes to a socket
	in := socketReader{sock}
	s.serveStream("ws", Stdio{In: in, Out: socketWriter{sock}, Term: never, Kill: never}, sock.end)
	in.release() // the reader has ended
}

// socket is a WebSocket as the streams of a process.
type socket struct {
	conn *websocket.Conn
	s    *Server

	rest []byte         // of the message being read; the reader's
	due  bool           // its line end; the reader's
	held *budget.Reader // what it takes; nil before the first; the reader's
	line []byte         // begun; the writer's

	once sync.Once
}

// end closes the connection: regularly, as the script says, after exit code 0, without words after 1, and
// with the status 1000 + code after any other.
func (s *socket) end(code int) {
	s.once.Do(func() {
		switch code {
		case 0:
			_ = s.conn.Close(cmp.Or(websocket.StatusCode(s.s.script.HTTP.WebSocket.Close), websocket.StatusNormalClosure), "")
		case 1:
			_ = s.conn.CloseNow()
		default:
			_ = s.conn.Close(websocket.StatusNormalClosure+websocket.StatusCode(code), "scripted")
		}
	})
}

type socketReader struct{ *socket }

// Read returns messages as lines. Line ends within a message are spaces.
func (s socketReader) Read(p []byte) (n int, err error) {
	if len(s.rest) == 0 && !s.due {
		if s.rest, err = s.message(); err != nil {
			return 0, io.EOF
		}
		for i, b := range s.rest {
			if b == '\n' || b == '\r' {
				s.rest[i] = ' '
			}
		}
		s.due = true
	}
	n = copy(p, s.rest)
	if s.rest = s.rest[n:]; len(s.rest) == 0 && n < len(p) {
		p[n], s.due = '\n', false
		n++
	}
	return n, nil
}

// message reads a message. It takes as long as it likes to begin, but not to end, and shares
// what may be held in memory with all others until the next one is asked for.
func (s socketReader) message() ([]byte, error) {
	s.release()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, from, err := s.conn.Reader(ctx)
	if err != nil {
		return nil, err
	}
	if d := s.s.limits.Read; d > 0 {
		defer s.s.clk.AfterFunc(d, cancel).Stop()
	}
	s.held = s.s.bodies.Reader(from)
	data, err := budget.ReadAll(s.held)
	if errors.Is(err, budget.ErrSpent) {
		s.once.Do(func() { _ = s.conn.Close(websocket.StatusTryAgainLater, "too many large messages at once") })
	}
	return data, err
}

func (s socketReader) release() {
	if s.held != nil {
		_ = s.held.Close()
	}
}

// Close does not close the connection, which end does once for both directions.
func (s socketReader) Close() error { return nil }

type socketWriter struct{ *socket }

// Write sends each complete line as a message.
func (s socketWriter) Write(p []byte) (int, error) {
	s.line = append(s.line, p...)
	for {
		i := bytes.IndexByte(s.line, '\n')
		if i < 0 {
			return len(p), nil
		}
		if err := s.write(s.line[:i]); err != nil {
			return 0, err
		}
		s.line = s.line[i+1:]
	}
}

// write gives up a client that does not read.
func (s socketWriter) write(message []byte) error {
	ctx, cancel := context.Background(), func() {}
	if d := s.s.limits.Write; d > 0 {
		ctx, cancel = clock.WithTimeout(ctx, s.s.clk, d)
	}
	defer cancel()
	return s.conn.Write(ctx, s.s.script.HTTP.WebSocket.kind(), message)
}

func (s socketWriter) Close() error { return nil }
