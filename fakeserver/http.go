package fakeserver

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"sync"

	"github.com/mcpsim/mcpsim/internal/budget"
	"github.com/mcpsim/mcpsim/internal/loopback"
)

const (
	sessionHeader  = "Mcp-Session-Id"
	revisionHeader = "Mcp-Protocol-Version"
	defaultPath    = "/mcp"
	defaultMaxBody = 16 << 20
	mostBodies     = 64 << 20 // of the bodies that are read or answered at once, in bytes
	mostLittle     = 16 << 20 // beyond that, of those of 64 KiB at most
)

// errClosed is the cause of exchanges cut by Close.
var errClosed = errors.New("server closed")

// Handler is the endpoint of streamable HTTP, or the two of HTTP+SSE. It may be mounted in any http.Server;
// Drop and Exit then cut what is being answered, but not idle connections: use
// Serve for that.
func (s *Server) Handler() http.Handler { return s.clients.ShortHeads(http.HandlerFunc(s.serveHTTP)) }

// Serve runs an HTTP server with the endpoint on l until l fails or Close is
// called: of HTTP/1.1, of HTTP/2 if l is one of package tls that offers "h2", or if a client
// begins with it. It closes l and all connections, waits for its handlers, and returns
// nil after Close.
func (s *Server) Serve(l net.Listener) error {
	var handlers sync.WaitGroup
	var endpoint http.Handler = http.HandlerFunc(s.serveHTTP) // heads are looked at before it
	if s.around != nil {
		endpoint = s.around(endpoint)
	}
	hs := &http.Server{Protocols: protocols()}
	hs.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handlers.Add(1)
		defer handlers.Done()
		if s.crash {
			defer crash()
		}
		endpoint.ServeHTTP(w, r)
	})
	s.clients.Bound(hs)
	closed := make(chan struct{})
	stop := context.AfterFunc(s.ctx, func() { _ = hs.Close(); close(closed) })
	err := hs.Serve(l)
	if stop() {
		_ = hs.Close()
	} else {
		<-closed
	}
	handlers.Wait()
	if s.ctx.Err() != nil {
		return nil
	}
	return err
}

func protocols() *http.Protocols {
	p := &http.Protocols{}
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	p.SetUnencryptedHTTP2(true)
	return p
}

// crash ends the program if its caller panics, but for the panic that is the way to cut
// a connection.
func crash() {
	v := recover()
	if v == http.ErrAbortHandler { //nolint:errorlint // compared as net/http does
		panic(v)
	}
	if v != nil {
		go panic(v) // net/http keeps what a handler's own goroutine panics with
	}
}

// serveHTTP is the life of one exchange: the engine decides, this goroutine writes.
func (s *Server) serveHTTP(w http.ResponseWriter, r *http.Request) {
	done := s.readBy(w)
	counted := s.bodies.Reader(http.MaxBytesReader(w, r.Body, int64(s.script.HTTP.MaxBody.or(defaultMaxBody))))
	defer counted.Close()
	body, err := budget.ReadAll(counted)
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	if errors.Is(err, budget.ErrSpent) {
		w.Header().Set("Connection", "close")
		http.Error(w, "too many large requests at once", http.StatusServiceUnavailable)
		return
	}
	if isTimeout(err) {
		w.Header().Set("Connection", "close")
		http.Error(w, "the body takes too long", http.StatusRequestTimeout)
		return // what is left of the body is not waited for either
	}
	if tooLarge && r.ProtoMajor == 1 {
		w.Header().Set("Connection", "close") // net/http does it itself if it is not wrapped
	}
	if done(); err != nil && !tooLarge { // broken chunks, or the client is gone
		w.Header().Set("Connection", "close")
		http.Error(w, "the body cannot be read", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	stop := context.AfterFunc(s.ctx, func() { cancel(errClosed) })
	defer stop()
	h := s.begin(r, body, tooLarge)
	s.deliver(ctx, w, h)
}

// begin opens the exchange and starts its programs.
func (s *Server) begin(r *http.Request, body []byte, tooLarge bool) *exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.newExchange(r)
	switch {
	case !originAllowed(r):
		h.refuse(http.StatusForbidden, "origin not allowed")
	case tooLarge:
		h.refuse(http.StatusRequestEntityTooLarge, "body too large")
	case s.kept >= s.mostKept:
		h.refuse(http.StatusServiceUnavailable, tooMuch)
	case len(body) > 0 && s.unread > mostUnread:
		h.refuse(http.StatusServiceUnavailable, "clients do not read what they were sent")
	case h.page() != nil:
		h.servePage(h.page())
	case s.routeOf(r.URL.Path).endpoint != "" && len(body) > maxLoginBody:
		h.refuse(http.StatusRequestEntityTooLarge, "body too large")
	case s.routeOf(r.URL.Path).endpoint != "":
		h.serveLogin(s.routeOf(r.URL.Path), body)
	case h.guarded(body):
	case s.script.HTTP.WebSocket.takes(r):
		h.bodiless(moment{verb: "GET", header: r.Header})
	case s.script.HTTP.Legacy != nil:
		h.serveLegacy(body)
	case r.URL.Path != s.script.HTTP.StreamPath():
		h.refuse(http.StatusNotFound, "not found")
	case r.Method == http.MethodPost:
		h.post(body)
	case r.Method == http.MethodGet:
		h.bodiless(moment{verb: "GET", header: r.Header})
	case r.Method == http.MethodDelete:
		h.bodiless(moment{verb: "DELETE", header: r.Header, phases: [2]Phase{phaseClosing}})
	default:
		h.setHeaders(map[string]string{"Allow": "GET, POST, DELETE"})
		h.refuse(http.StatusMethodNotAllowed, "method not allowed")
	}
	return h
}

// originAllowed accepts requests without Origin, from loopback hosts, and from the
// own host. A server reached over loopback has no other own host: that would be a
// foreign name that was made to point here (DNS rebinding).
func originAllowed(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	return loopback.Host(u.Hostname()) || u.Host == r.Host && !overLoopback(r)
}

// overLoopback reports whether a request came in on a loopback address.
func overLoopback(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && local.IP.IsLoopback()
}

// post starts a program for each message of the body.
func (h *exchange) post(body []byte) {
	s := h.c.s
	messages, batch, err := readMessages(body)
	if len(messages) == 1 && !batch && messages[0].method == "initialize" && messages[0].kind == request && !h.apart && !h.c.modern(&messages[0], h.request.Header) {
		h.connect(messages[0])
		return
	}
	if err != nil || batch && !h.c.batches() {
		if err == nil {
			err, messages = errNotMessage, nil
		}
		h.c.note(Entry{
			Kind: KindRaw, Direction: Received, Verb: "POST", Header: h.request.Header,
			Raw: bounded(body), Size: len(body),
		})
		h.programs = 1
		s.run(&exec{c: h.c, m: moment{verb: "POST", header: h.request.Header}, w: h, usual: func(*exec) bool {
			h.rpcStatus(http.StatusBadRequest, refusal(messages, err))
			return true
		}})
		return
	}
	h.programs = len(messages)
	if len(messages) == 1 {
		h.method, h.id = boundedName(messages[0].method), boundedName(messages[0].id)
	}
	if len(messages) == 1 && h.c.modern(&messages[0], h.request.Header) {
		h.c = s.stateless()
	}
	s.receive(h.c, h, "POST", messages, batch)
}

// connect opens a connection: the rules of spawn act before those of initialize.
func (h *exchange) connect(m message) {
	s := h.c.s
	s.forgetNameless()
	h.c = s.open("http")
	h.programs = 1
	h.c.note(Entry{Kind: KindSpawn})
	spawn := s.actionsFor(moment{phases: [2]Phase{phaseSpawn}, phaseOnly: true}, h.c)
	h.c.noteReceived(&m, "POST", h.request.Header)
	s.run(&exec{c: h.c, m: h.c.momentOf(&m, "POST", h.request.Header), w: h, msg: m, steps: spawn})
}

// bodiless starts the program of a request without body.
func (h *exchange) bodiless(m moment) {
	h.programs = 1
	serve := step(func(*exec) bool { h.serveGet(); return true })
	switch {
	case h.c.s.script.HTTP.WebSocket.takes(h.request):
		serve = func(*exec) bool { h.upgrade(); return true }
	case m.verb == "DELETE":
		serve = func(*exec) bool { h.serveDelete(); return true }
	}
	h.c.s.run(&exec{c: h.c, m: m, w: h, usual: serve})
}

// deliver writes what the engine puts until the exchange ends.
func (s *Server) deliver(ctx context.Context, w http.ResponseWriter, h *exchange) {
	out := h.out
	defer s.left(out)
	for {
		it, err := s.take(ctx, out)
		if err == nil {
			err = s.perform(ctx, w, h, it)
		}
		switch {
		case errors.Is(err, errEnded):
			return
		case errors.Is(err, errClosed), errors.Is(err, errReset):
			cut(w)
			return
		case err != nil: // the client has gone
			return
		}
	}
}

var errReset = errors.New("reset")

func (s *Server) perform(ctx context.Context, w http.ResponseWriter, h *exchange, it item) error {
	s.writeBy(w)
	switch it.kind {
	case itemHead:
		for name, value := range it.head {
			setHeader(w.Header(), name, value)
		}
		if s.script.HTTP.Lowercase {
			lowercase(w.Header())
		}
		w.WriteHeader(it.code)
		return flush(w)
	case itemData:
		if _, err := w.Write(it.data); err != nil {
			return err
		}
		return flush(w)
	case itemGap:
		return s.pause(ctx, h.actor(), it.wait)
	case itemReset:
		return errReset
	case itemUpgrade:
		s.serveSocket(w, h.request)
		return errEnded
	default:
		return errEnded
	}
}

// flush is best effort: recorders in tests cannot.
func flush(w http.ResponseWriter) error {
	if err := http.NewResponseController(w).Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// cut ends the connection of an exchange without finishing the answer.
func cut(w http.ResponseWriter) {
	socket, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // what net/http documents for this
	}
	resetSocket(socket)
}

// resetSocket closes a connection so that the peer sees a reset, where the
// connection can do that.
func resetSocket(socket net.Conn) {
	if c, ok := socket.(interface{ SetLinger(sec int) error }); ok {
		_ = c.SetLinger(0)
	}
	_ = socket.Close()
}
