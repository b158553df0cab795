package fakeserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// WebSocket makes the server accept upgrades, beside what it serves over HTTP. An
// upgrade is a GET: rules for that verb may answer, delay or cut it. After it the
// connection is like that of a process: each message is a text message instead of
// a line, exit: 0 closes it regularly, and any other exit cuts it.
type WebSocket struct {
	// Path that takes upgrades; empty = any.
	Path string `yaml:"path"`
}

func (w *WebSocket) check() error {
	if w != nil && w.Path != "" && w.Path[0] != '/' {
		return errors.New("the path of websocket does not start with a slash")
	}
	return nil
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
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"mcp"}, InsecureSkipVerify: true})
	if err != nil {
		return
	}
	c.SetReadLimit(int64(s.script.Stdio.MaxLine.or(defaultMaxLine)))
	sock := &socket{conn: c}
	never := make(chan struct{})
	defer close(never)
	s.serveStream("ws", Stdio{In: socketReader{sock}, Out: socketWriter{sock}, Term: never, Kill: never}, sock.end)
}

// socket is a WebSocket as the streams of a process.
type socket struct {
	conn *websocket.Conn

	rest []byte // of the message being read; the reader's
	line []byte // begun; the writer's

	once sync.Once
}

// end closes the connection: regularly after exit code 0, without words after 1, and
// with the status 1000 + code after any other.
func (s *socket) end(code int) {
	s.once.Do(func() {
		switch code {
		case 0:
			_ = s.conn.Close(websocket.StatusNormalClosure, "")
		case 1:
			_ = s.conn.CloseNow()
		default:
			_ = s.conn.Close(websocket.StatusNormalClosure+websocket.StatusCode(code), "scripted")
		}
	})
}

type socketReader struct{ *socket }

// Read returns messages as lines. Line ends within a message are spaces.
func (s socketReader) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		_, data, err := s.conn.Read(context.Background())
		if err != nil {
			return 0, io.EOF
		}
		for i, b := range data {
			if b == '\n' || b == '\r' {
				data[i] = ' '
			}
		}
		s.rest = append(data, '\n')
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Close does nothing: the connection is closed by end, once for both directions.
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
		if err := s.conn.Write(context.Background(), websocket.MessageText, s.line[:i]); err != nil {
			return 0, err
		}
		s.line = s.line[i+1:]
	}
}

func (s socketWriter) Close() error { return nil }
