package streamhttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
)

// listen runs Listen and returns how long it took.
func (w *world) listen(ctx context.Context) time.Duration {
	begin := w.sim.Elapsed()
	w.Listen(ctx)
	return (w.sim.Elapsed() - begin).Round(time.Millisecond)
}

func TestListenWait_F_30(t *testing.T) {
	for timeout, want := range map[time.Duration]time.Duration{
		30 * time.Second: time.Second, 4 * time.Second: time.Second, 2 * time.Second: 500 * time.Millisecond,
		200 * time.Millisecond: 50 * time.Millisecond, 3 * time.Millisecond: time.Millisecond,
		1999 * time.Millisecond: 499 * time.Millisecond, 0: 0,
	} {
		assert.Equal(t, listenWait(timeout), want)
	}
}

func TestListener_OMP_TP_92(t *testing.T) {
	h := listens(func(w *world, rw http.ResponseWriter) {
		events(rw)
		w.hold(time.Second)
		send(rw, ": keep-alive\n\nid: 1\ndata:\n\n"+event(`{"method":"n"}`)+event(`{"id":"q","method":"ping"}`)+event(`{"id":1,"result":1}`))
		w.hold(time.Hour)
	})
	simulate(t, Options{}, h, func(w *world) {
		assert.Equal(t, w.listen(background), time.Duration(0))
		assert.Equal(t, w.last().header.Get("Accept"), "text/event-stream") // CLI-09
		assert.Equal(t, w.last().header.Get("Content-Type"), "")
		w.sleep(2 * time.Second)
		assert.DeepEqual(t, w.Said(), []string{"notification n ", "request ping ", `dropped unknown id 1{"id":1,"result":1}`})
		assert.DeepEqual(t, w.wire(), []string{"GET", `POST {"jsonrpc":"2.0","id":"q","result":{"was":"ping"}}`})
	})
}

// A refused stream is silent and the connection works: OMP-TP-96 to OMP-TP-98,
// A-27, FF-45, FF-46.
func TestRefusedListener_OMP_TP_96_to_98(t *testing.T) {
	refusals := map[string]func(w *world, rw http.ResponseWriter){
		"no body": func(_ *world, rw http.ResponseWriter) {
			rw.Header().Set("Content-Type", "text/event-stream")
			rw.WriteHeader(204)
		},
		"empty body": func(_ *world, rw http.ResponseWriter) {
			rw.Header().Set("Content-Type", "text/event-stream")
			rw.Header().Set("Content-Length", "0")
		},
		"json": func(_ *world, rw http.ResponseWriter) {
			rw.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(rw, "{}")
		},
		"html, open": func(w *world, rw http.ResponseWriter) {
			rw.Header().Set("Content-Type", "text/html")
			send(rw, "<p>")
			w.hold(time.Minute)
		},
	}
	for _, status := range []int{400, 401, 403, 404, 405, 406, 500, 501, 302} {
		refusals[fmt.Sprint(status)] = func(_ *world, rw http.ResponseWriter) { rw.WriteHeader(status) }
	}
	for name, refuse := range refusals {
		simulate(t, Options{}, listens(refuse), func(w *world) {
			assert.Equal(t, w.listen(background), time.Duration(0), name)
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
			w.sleep(time.Hour)
			assert.Equal(t, len(w.Said()), 0, name)
			assert.Equal(t, len(w.exchanges()), 2) // OMP-TP-104
		})
	}
}

func TestHangingListener_OMP_TP_93_TP_94_TP_99(t *testing.T) {
	for option, want := range map[time.Duration]time.Duration{0: time.Second, 200 * time.Millisecond: 50 * time.Millisecond} {
		gone := false
		h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
			if r.verb == http.MethodGet {
				<-r.left
				gone = true
				return
			}
			ok(w, rw, r, n)
		}
		simulate(t, Options{Timeout: option}, h, func(w *world) {
			assert.Equal(t, w.listen(background), want)
			w.sleep(time.Millisecond)
			assert.Check(t, gone)
			assert.Equal(t, len(w.Said()), 0)
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
		})
	}
}

func TestListenerWithoutDeadline_OMP_TP_95(t *testing.T) {
	h := listens(func(w *world, rw http.ResponseWriter) {
		w.hold(time.Hour)
		events(rw)
		w.hold(time.Hour)
	})
	simulate(t, Options{Timeout: -1}, h, func(w *world) {
		assert.Equal(t, w.listen(background), time.Hour)
	})
}

func TestListenEndsWithItsContext(t *testing.T) {
	h := listens(func(w *world, _ http.ResponseWriter) { w.hold(time.Minute) })
	simulate(t, Options{}, h, func(w *world) {
		ctx, cancel := context.WithCancel(background)
		w.sim.Clock("abort").AfterFunc(100*time.Millisecond, cancel)
		assert.Equal(t, w.listen(ctx), 100*time.Millisecond)
		w.sleep(time.Minute)
		assert.Equal(t, len(w.Said()), 0)
	})
}

func TestListenerNetworkError_A_31(t *testing.T) {
	simulate(t, Options{}, ok, func(w *world) {
		w.net.Link("docs").Add(netem.Refuse{})
		assert.Equal(t, w.listen(background), time.Duration(0))
		assert.DeepEqual(t, w.Said(), []string{"error opening the listener: sending GET: dial tcp docs.test:80: connect: connection refused"})
		assert.Check(t, w.Connected())
	})
}

// A connection that is reset before the answer is an error, once: net/http must
// not try again by itself (FF-45, OMP-TP-104).
func TestListenerIsOpenedOnce_OMP_TP_104(t *testing.T) {
	simulate(t, Options{}, listens(func(*world, http.ResponseWriter) { panic(http.ErrAbortHandler) }), func(w *world) {
		_, err := w.Request(background, "a", nil) // leaves an idle connection
		assert.NilError(t, err)
		w.Listen(background)
		w.sleep(time.Hour)
		assert.DeepEqual(t, w.wire(), []string{"POST a", "GET"})
		assert.Equal(t, len(w.Said()), 1)
	})
}

// The end of an established listener is OnClose, once, and only a failure is
// OnError before it: OMP-TP-101, OMP-TP-103, A-28, A-41, FF-47.
func TestListenerEnds_OMP_TP_101_TP_103(t *testing.T) {
	for name, tt := range map[string]struct {
		end  func(rw http.ResponseWriter)
		said []string
	}{
		"regularly": {func(http.ResponseWriter) {}, []string{"close"}},
		"done":      {func(rw http.ResponseWriter) { send(rw, event("[DONE]")) }, []string{"close"}},
		"malformed": {func(rw http.ResponseWriter) { send(rw, event("{")+event(`{"method":"n"}`)) },
			[]string{"error parsing an event: invalid JSON at byte 1: member name expected", "close"}},
		"broken": {func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
			[]string{"error reading the stream: unexpected EOF", "close"}},
	} {
		h := listens(func(w *world, rw http.ResponseWriter) {
			events(rw)
			w.hold(300 * time.Second)
			tt.end(rw)
		})
		simulate(t, Options{}, h, func(w *world) {
			w.Listen(background)
			w.sleep(299 * time.Second)
			assert.Equal(t, len(w.Said()), 0)
			w.sleep(time.Second)
			assert.DeepEqual(t, w.Said(), tt.said)
			assert.Check(t, w.Connected(), name)
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
			w.sleep(time.Hour)
			assert.DeepEqual(t, w.wire(), []string{"GET", "POST a"}) // OMP-TP-104
			assert.NilError(t, w.Close())
			assert.Equal(t, len(w.Said()), 0) // F-37's second onClose is not wanted
		})
	}
}
