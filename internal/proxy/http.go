package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/budget"
	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/internal/recording"
)

const sessionHeader = "Mcp-Session-Id"

// Handler returns what stands for the server at to, at any path: of a URL only scheme and
// host are another's. Bodies pass byte for byte, event streams event by event; headers keep
// their meaning, not their order. Redirects to the server become redirects to the proxy. If
// the server cannot be reached the client's connection is cut, and failed is told why, without
// the secrets of the request; a client that does not send its body is answered with 408, which
// is [ErrSlow].
func (p *Proxy) Handler(to *url.URL, transport http.RoundTripper, failed func(error)) http.Handler {
	w := &web{p: p, next: transport, bodies: budget.New(mostBodies), sessions: map[string]*conn{}, endpoints: map[string]*conn{}, listens: map[string]bool{}}
	reverse := &httputil.ReverseProxy{
		Transport:     w,
		FlushInterval: -1,
		BufferPool:    new(buffers),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = to.Scheme, to.Host, to.Host
		},
		ErrorHandler: func(rw http.ResponseWriter, r *http.Request, err error) {
			if home, ok := rw.(homeward); ok && home.body.slow() {
				failed(ErrSlow)
				rw.Header().Set("Connection", "close")
				http.Error(rw, "the body takes too long", http.StatusRequestTimeout)
				return
			}
			if r.Context().Err() == nil && err != errReset { //nolint:errorlint // it is ours
				failed(hidden(r, err))
			}
			panic(http.ErrAbortHandler)
		},
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v == http.ErrAbortHandler {
				cut(rw)
			} else if v != nil {
				panic(v)
			}
		}()
		_ = http.NewResponseController(rw).EnableFullDuplex() // a server may answer before it has read all
		body := p.bodyOf(rw, r)
		if body != nil {
			r.Body = body
		}
		reverse.ServeHTTP(homeward{rw, to, r.Host, body}, r)
	})
}

// buffers are those that bodies are copied with.
type buffers struct{ sync.Pool }

func (b *buffers) Get() []byte {
	if used, ok := b.Pool.Get().(*[]byte); ok {
		return *used
	}
	return make([]byte, chunkSize)
}

func (b *buffers) Put(used []byte) { b.Pool.Put(&used) }

// cut ends a connection without finishing the answer.
func cut(rw http.ResponseWriter) {
	c, _, err := http.NewResponseController(rw).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // what net/http documents for this
	}
	reset(c)
}

// web passes requests on, and their answers back.
type web struct {
	p      *Proxy
	next   http.RoundTripper
	bodies *budget.Budget // that are together in memory

	mu        sync.Mutex
	sessions  map[string]*conn
	endpoints map[string]*conn // of HTTP+SSE, by what is asked for
	listens   map[string]bool  // paths of streams that have named an endpoint
	conns     []*conn          // the oldest first
	exchanges int
}

// connOf is the connection that a request belongs to: that of its session, else the newest.
// An initialize begins one.
func (w *web) connOf(r *http.Request, m message) (c *conn, exchange int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.exchanges++
	if c = w.endpoints[r.URL.RequestURI()]; c != nil && r.Method == http.MethodPost {
		return c, w.exchanges
	}
	c = w.sessions[r.Header.Get(sessionHeader)]
	if n := len(w.conns); c == nil && n > 0 {
		c = w.conns[n-1]
	}
	if c == nil || m.method == "initialize" || r.Method == http.MethodGet && w.listens[r.URL.Path] {
		c = w.p.open("http")
		w.keep(c)
		w.p.record(recording.Entry{Kind: recording.Open, Conn: c.n, Text: r.URL.String()})
	}
	return c, w.exchanges
}

// mostSessions bounds how many sessions are remembered.
const mostSessions = 10000

// keep remembers a connection and forgets the oldest one if they are too many: what still
// comes of that is taken for the newest one's.
func (w *web) keep(c *conn) {
	if w.conns = append(w.conns, c); len(w.conns) <= mostSessions {
		return
	}
	oldest := w.conns[0]
	w.conns = slices.Delete(w.conns, 0, 1)
	is := func(_ string, c *conn) bool { return c == oldest }
	maps.DeleteFunc(w.sessions, is)
	maps.DeleteFunc(w.endpoints, is)
	oldest.kill()
}

func (w *web) remember(session string, c *conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.sessions) >= mostSessions {
		clear(w.sessions)
	}
	if session != "" {
		w.sessions[session] = c
	}
}

// endpoint notes where the client of a stream is told to send its messages (HTTP+SSE,
// 2024-11-05), and returns the event that tells it. An address at the server becomes a path,
// which leads through the proxy; one at another origin stays.
func (x *exchange) endpoint(block []byte) []byte {
	at := x.request.URL
	told, err := url.Parse(string(dataOf(block)))
	if err != nil {
		return block
	}
	to := at.ResolveReference(told)
	if to.Host != at.Host || to.Scheme != at.Scheme {
		return block
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.endpoints) >= mostSessions {
		clear(x.endpoints)
	}
	x.endpoints[to.RequestURI()], x.listens[at.Path] = x.c, true
	if told.Host == "" {
		return block
	}
	return withData(block, []byte(to.RequestURI()))
}

// RoundTrip is one exchange.
func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Upgrade") != "" {
		return w.upgrade(r)
	}
	var body []byte
	var err error
	m, ok := message{}, false
	looked := w.p.Record != nil || !w.p.Rules.Empty() // otherwise it passes unread
	if looked {
		whole := false
		counted := w.bodies.Reader(r.Body)
		defer counted.Close()
		if body, whole, err = front(r, counted); err != nil {
			return nil, err
		}
		if whole {
			m, ok = read(body)
		}
	}
	x := &exchange{web: w, request: r}
	x.c, x.n = w.connOf(r, m)
	x.note(recording.Entry{Kind: recording.Request, From: recording.Client, Verb: r.Method, URL: r.URL.String(), Header: r.Header})
	x.note(recording.Entry{Kind: recording.Chunk, From: recording.Client, Data: body})
	if made := x.ask(m, ok, body); made != nil {
		return made.result()
	}
	var resp *http.Response
	if looked && r.Header.Get("Accept-Encoding") != "" {
		r.Header.Set("Accept-Encoding", "identity") // what is compressed cannot be read on the way
	}
	for range max(1, x.copies) {
		if resp != nil {
			_ = resp.Body.Close()
		}
		if resp, err = plainhttp.RoundTrip(w.next, r); err != nil {
			x.note(recording.Entry{Kind: recording.End, From: recording.Server, Text: err.Error()})
			return nil, err
		}
	}
	return x.reply(resp)
}

// mostBodies bounds the bodies of requests, and those of answers, that are together in memory
// to be looked at, in bytes. What is too much passes unseen.
const mostBodies = 96 << 20

// front reads the body of a request, but for what is too long or too much at once: whole is
// false then.
func front(r *http.Request, from io.Reader) (body []byte, whole bool, err error) {
	if r.Body == nil || r.Method != http.MethodPost {
		return nil, true, nil
	}
	body, err = budget.ReadAll(io.LimitReader(from, mostLine))
	spent := errors.Is(err, budget.ErrSpent)
	if err != nil && !spent {
		return nil, false, err
	}
	rest := r.Body
	whole = len(body) < mostLine && !spent
	r.Body = struct {
		io.Reader
		io.Closer
	}{bytes.NewReader(body), rest}
	if !whole {
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), rest), rest}
	}
	return body, whole, nil
}

// exchange is one HTTP request and its answer.
type exchange struct {
	*web
	c       *conn
	n       int
	request *http.Request
	acts    []fakeserver.Act // for the whole answer, if no message has them
	copies  int              // times that the request is sent; 0 = it is not passed on
	headers map[string]string
	kept    bool // the answer was not passed on: the client waits for it
}

func (x *exchange) note(e recording.Entry) {
	e.Conn, e.Exchange = x.c.n, x.n
	x.p.record(e)
}

// ask does what is to be done to the request. An answer that it returns is all that the
// client gets.
func (x *exchange) ask(m message, isMessage bool, body []byte) *answer {
	r := x.request
	verb := fakeserver.Verb(r.Method)
	up := &passage{c: x.c, up: true, from: "the client's " + r.Method, what: m, whole: body}
	var acts []fakeserver.Act
	switch {
	case isMessage && verb == "POST":
		up.text = bytes.TrimSpace(body)
		acts = up.meet(verb, r.Header)
	case verb != "POST" && !x.p.Rules.Empty():
		moment := x.c.moment(m)
		moment.Verb, moment.Header = verb, r.Header
		for _, a := range x.p.Rules.Meet(moment) {
			if a.OnAnswer {
				x.acts = append(x.acts, a)
			} else {
				acts = append(acts, a)
			}
		}
	}
	if len(acts) == 0 {
		x.copies = 1
		return nil
	}
	made := newAnswer(r, made(r, http.StatusOK))
	end := &requestEnd{exchange: x, made: made}
	up.carrier = end
	up.run(acts)
	switch {
	case made.isOver():
	case end.replied:
		made.headers(map[string]string{"Content-Type": "application/json"})
		made.finish(nil)
	case up.text == nil && !up.settled, x.copies > 0:
		x.copies = max(1, x.copies)
		x.headers = end.set
		return nil
	default: // it is kept: there is no answer
		<-r.Context().Done()
	}
	return made
}

// requestEnd carries a request to the server.
type requestEnd struct {
	*exchange
	made    *answer
	before  []byte
	set     map[string]string
	replied bool
}

func (e *requestEnd) carry(m *passage) {
	if m.replied {
		e.c.take(m.what.id)
		e.replied = true
		e.made.write(m.text)
		return
	}
	body := append(e.before, m.bytes(m.style.Body)...)
	e.request.Body, e.request.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	e.request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	e.copies++
}

func (e *requestEnd) raw(b []byte)       { e.before = append(e.before, b...) }
func (e *requestEnd) emit(text []byte)   { e.c.push(text) }
func (e *requestEnd) stderr([]byte) bool { return false }
func (e *requestEnd) exit(int) bool      { return false }
func (e *requestEnd) tears() bool        { return false }
func (e *requestEnd) web() *answer       { return e.made }

// reply passes the answer back.
func (x *exchange) reply(resp *http.Response) (*http.Response, error) {
	x.remember(resp.Header.Get(sessionHeader), x.c)
	x.note(recording.Entry{Kind: recording.Response, From: recording.Server, Status: resp.StatusCode, Header: resp.Header})
	for name, value := range x.headers {
		resp.Header.Set(name, value)
	}
	form, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if form != "text/event-stream" && x.c.idle() && x.p.Record == nil {
		resp.Body = quiet{resp.Body}
		return resp, nil
	}
	a := newAnswer(x.request, resp)
	a.stream = form == "text/event-stream"
	pipe := a.resp.Body
	a.resp.Body = struct {
		io.Reader
		io.Closer
	}{pipe, closers{pipe, resp.Body}}
	go x.pass(a, resp.Body)
	return a.result()
}

// quiet is a body of which any failure is a cut.
type quiet struct{ io.ReadCloser }

func (q quiet) Read(p []byte) (int, error) {
	n, err := q.ReadCloser.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // bodies return it bare
		err = context.Canceled
	}
	return n, err
}

// closers are closed together.
type closers []io.Closer

func (c closers) Close() error {
	for _, one := range c {
		_ = one.Close()
	}
	return nil
}
