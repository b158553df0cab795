package control

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/internal/clients"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// routes are the handlers by path. Nothing else is answered: another method gets 405
// and is told the right one (A-R20), another path 404.
type routes map[string]route

// route is what one path takes.
type route struct {
	method string
	handle http.HandlerFunc
}

func (r routes) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	to, ok := r[req.URL.Path]
	switch {
	case !ok:
		fail(w, http.StatusNotFound, fmt.Errorf("there is nothing at %s", req.URL.Path))
	case req.Method != to.method:
		w.Header().Set("Allow", to.method)
		fail(w, http.StatusMethodNotAllowed, fmt.Errorf("%s takes %s", req.URL.Path, to.method))
	default:
		to.handle(w, req)
	}
}

// health does not depend on anything (ROOM-05, ROOM-34).
func health(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, []byte(`{"status":"healthy"}`))
}

// body reads a request's body; what is too long or cannot be read has been answered.
func body(w http.ResponseWriter, r *http.Request) (data []byte, ok bool) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if long, ok := errors.AsType[*http.MaxBytesError](err); ok {
		fail(w, http.StatusRequestEntityTooLarge, fmt.Errorf("the body is longer than %d bytes", long.Limit))
		return nil, false
	}
	if err != nil {
		fail(w, http.StatusBadRequest, errors.New("the body cannot be read"))
		return nil, false
	}
	return data, true
}

func fail(w http.ResponseWriter, code int, err error) {
	answer(w, code, encode(map[string]string{"error": err.Error()}))
}

func answer(w http.ResponseWriter, code int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write(body) // the client may be gone
}

// The times within which a request is read and answered.
const (
	readTimeout  = 10 * time.Second
	writeTimeout = 30 * time.Second
)

// Serve serves h on l, within limits, until l is closed or fails. Connections that
// are open then are closed too.
func Serve(l net.Listener, h http.Handler) error {
	s := &http.Server{Handler: h, ReadTimeout: readTimeout, WriteTimeout: writeTimeout}
	clients.New(clients.OfCommands(), clock.Real()).Bound(s)
	defer func() { _ = s.Close() }()
	err := s.Serve(l)
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}
