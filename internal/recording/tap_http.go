package recording

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
)

// mostBody bounds how much of the body of a request is recorded, in bytes.
const mostBody = 64 << 20

// mostSessions bounds how many sessions are told apart.
const mostSessions = 10_000

const sessionHeader = "Mcp-Session-Id"

// sessions finds the connection that a request belongs to: that of its session, else the
// newest; an initialize begins one.
type sessions struct {
	tap *Tap

	mu     sync.Mutex
	of     map[string]int
	newest int
}

func (s *sessions) conn(header http.Header, url string, body []byte) int {
	var m struct {
		Method string `json:"method"`
	}
	_ = json.Unmarshal(body, &m) // what is no message begins nothing
	s.mu.Lock()
	defer s.mu.Unlock()
	conn := s.of[header.Get(sessionHeader)]
	if conn == 0 {
		conn = s.newest
	}
	if conn == 0 || m.Method == "initialize" {
		conn = s.tap.Open(url)
		s.newest = conn
	}
	return conn
}

func (s *sessions) remember(header http.Header, conn int) {
	session := header.Get(sessionHeader)
	if session == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil || len(s.of) >= mostSessions {
		s.of = map[string]int{}
	}
	s.of[session] = conn
}

// RoundTripper records the requests of one client to one server, and the messages of the
// WebSockets that they open.
func (t *Tap) RoundTripper(inner http.RoundTripper) http.RoundTripper {
	return &tapTransport{inner, sessions{tap: t}}
}

type tapTransport struct {
	http.RoundTripper
	sessions sessions
}

// CloseIdleConnections ends those of the transport below.
func (r *tapTransport) CloseIdleConnections() {
	if c, ok := r.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func (r *tapTransport) RoundTrip(q *http.Request) (*http.Response, error) {
	if IsUpgrade(q) {
		return r.upgrade(q)
	}
	body, q, err := readAhead(q)
	if err != nil {
		return nil, err
	}
	t := r.sessions.tap
	about := Entry{Conn: r.sessions.conn(q.Header, q.URL.String(), body), Exchange: t.exchange()}
	t.request(about, q.Method, q.URL.String(), q.Header, body)
	about.From = Server
	answer, err := r.RoundTripper.RoundTrip(q)
	if err != nil {
		about.Kind, about.Text = End, err.Error()
		t.add(about)
		return nil, err
	}
	r.sessions.remember(answer.Header, about.Conn)
	t.response(about, answer.StatusCode, answer.Header)
	answer.Body = &tapReader{stream{t, about, sync.Once{}}, answer.Body}
	return answer, nil
}

// readAhead reads the front of a body, and returns a request that still has all of it.
func readAhead(q *http.Request) (body []byte, whole *http.Request, err error) {
	if q.Body == nil || q.Body == http.NoBody {
		return nil, q, nil
	}
	if body, err = io.ReadAll(io.LimitReader(q.Body, mostBody)); err != nil {
		return nil, q, err
	}
	whole = q.Clone(q.Context())
	whole.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), q.Body), q.Body}
	return body, whole, nil
}

func (t *Tap) request(about Entry, verb, url string, header http.Header, body []byte) {
	about.From = Client
	head, text := about, about
	head.Kind, head.Verb, head.URL, head.Header = Request, verb, url, header
	text.Kind, text.Data = Chunk, body
	t.add(head)
	t.add(text)
}

func (t *Tap) response(about Entry, status int, header http.Header) {
	about.Kind, about.Status, about.Header = Response, status, header
	t.add(about)
}

// Handler records the requests of a server's clients.
func (t *Tap) Handler(inner http.Handler) http.Handler {
	s := &sessions{tap: t}
	return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if IsUpgrade(q) {
			inner.ServeHTTP(&tapUpgrade{ResponseWriter: w, tap: t, url: "ws://" + q.Host + q.URL.String()}, q)
			return
		}
		x := &tapExchange{sessions: s, from: q.Body, head: q.Clone(q.Context())}
		q.Body = x
		a := &tapAnswer{ResponseWriter: w, exchange: x}
		defer func() {
			v := recover()
			if a.begin(http.StatusOK); v != nil { // the connection is cut
				a.end(http.ErrAbortHandler)
				panic(v)
			}
			a.end(nil)
		}()
		inner.ServeHTTP(a, q)
	})
}

// tapExchange is a request whose body the server reads. It is told when that has been read,
// or the answer begins.
type tapExchange struct {
	sessions *sessions
	from     io.ReadCloser
	head     *http.Request
	body     []byte
	told     sync.Once
	about    Entry // of the answer, once it is told
}

func (x *tapExchange) Read(b []byte) (int, error) {
	n, err := x.from.Read(b)
	x.body = append(x.body, b[:min(n, mostBody-len(x.body))]...)
	if err != nil {
		x.tell()
	}
	return n, err
}

func (x *tapExchange) Close() error { return x.from.Close() }

func (x *tapExchange) tell() {
	x.told.Do(func() {
		t, url := x.sessions.tap, "http://"+x.head.Host+x.head.URL.String()
		x.about = Entry{Conn: x.sessions.conn(x.head.Header, url, x.body), Exchange: t.exchange(), From: Server}
		t.request(x.about, x.head.Method, url, x.head.Header, x.body)
	})
}

// tapAnswer is an answer that is recorded while it is written.
type tapAnswer struct {
	http.ResponseWriter
	stream
	exchange *tapExchange
	begun    bool
}

// Unwrap gives package http what can be flushed and cut.
func (a *tapAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *tapAnswer) begin(status int) {
	if a.begun {
		return
	}
	a.begun = true
	a.exchange.tell()
	s := a.exchange.sessions
	a.tap, a.about = s.tap, a.exchange.about
	s.remember(a.Header(), a.about.Conn)
	a.tap.response(a.about, status, a.Header())
}

// WriteHeader records the head.
func (a *tapAnswer) WriteHeader(status int) {
	a.begin(status)
	a.ResponseWriter.WriteHeader(status)
}

// Write records a part of the body.
func (a *tapAnswer) Write(b []byte) (int, error) {
	a.begin(http.StatusOK)
	a.chunk(b)
	return a.ResponseWriter.Write(b)
}
