package streamhttp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// phases are the places where a server can fall silent, and the text of the
// timeout there.
var phases = map[string]struct {
	text  string
	stall handler
}{
	"before headers": {"Request", func(_ *world, _ http.ResponseWriter, r *exchangeSeen, _ int) { <-r.left }},
	"within JSON": {"Request", func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		rw.Header().Set("Content-Type", "application/json")
		send(rw, `{"id":1,`)
		<-r.left
	}},
	"within an error": {"Request", func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		rw.WriteHeader(500)
		send(rw, `half`)
		<-r.left
	}},
	"silent stream (FF-63)": {"SSE response", func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		events(rw)
		<-r.left
	}},
	"chatty stream (A-07)": {"SSE response", func(w *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		events(rw)
		for range 100 {
			send(rw, ": ping\n\n"+event(`{"method":"notifications/progress"}`))
			w.hold(999 * time.Millisecond)
		}
	}},
}

// One deadline covers everything from sending to the answer: A-07, F-33.
func TestTimeout_OMP_TP_75_TP_77(t *testing.T) {
	for name, tt := range phases {
		for option, want := range map[time.Duration]time.Duration{0: 30 * time.Second, 4 * time.Second: 4 * time.Second} {
			simulate(t, Options{Timeout: option}, tt.stall, func(w *world) {
				call := w.background(background, "a")
				w.sleep(want - time.Millisecond)
				assert.Check(t, !call.finished(), name)
				w.sleep(time.Millisecond)
				assert.Check(t, call.finished(), name)
				assert.Error(t, call.err, (&transport.TimeoutError{What: tt.text, After: want}).Error())
				assert.ErrorIs(t, call.err, context.DeadlineExceeded)
			})
		}
	}
}

// The caller's reason comes through in every phase, never a timeout or a
// missing response: OMP-TP-76, OMP-TP-77, A-32.
func TestAbort_OMP_TP_76_TP_77(t *testing.T) {
	for name, tt := range phases {
		simulate(t, Options{}, tt.stall, func(w *world) {
			ctx, cancel := context.WithCancelCause(background)
			call := w.background(ctx, "a")
			w.sleep(5 * time.Second)
			reason := errors.New("escape")
			cancel(reason)
			w.sleep(0)
			assert.Check(t, call.finished(), name)
			assert.Equal(t, call.err, reason)
			assert.Equal(t, call.after, 5*time.Second)
			_, err := w.Request(ctx, "b", nil)
			assert.Equal(t, err, reason)
			assert.Equal(t, len(w.exchanges()), 1) // nothing else was sent: OMP-TP-52
		})
	}
}

func TestNoDeadline_A_06(t *testing.T) {
	simulate(t, Options{Timeout: -1}, phases["silent stream (FF-63)"].stall, func(w *world) {
		call := w.background(background, "a")
		w.sleep(24 * time.Hour)
		assert.Check(t, !call.finished())
	})
}

// Half-open connections and attempts that no server answers end at the timeout too,
// and leave nothing behind: FF-63.
func TestBlackhole_FF_63(t *testing.T) {
	for _, fault := range []netem.Fault{netem.Blackhole{}, netem.Stall{}} {
		simulate(t, Options{}, ok, func(w *world) {
			w.net.Link("docs").Add(fault)
			a, b := w.background(background, "a"), w.background(background, "b")
			w.sleep(30 * time.Second)
			assert.Error(t, a.err, "Request timeout after 30000ms")
			assert.Error(t, b.err, "Request timeout after 30000ms")
		})
	}
}

func TestNotifyTimeout_OMP_TP_78_TP_79(t *testing.T) {
	for _, stall := range []handler{phases["before headers"].stall, phases["within an error"].stall} {
		simulate(t, Options{Timeout: 1500 * time.Millisecond}, stall, func(w *world) {
			note := w.run("notify", nil2(func() error { return w.Notify("n", nil) }))
			w.sleep(1499 * time.Millisecond)
			assert.Check(t, !note.finished())
			w.sleep(time.Millisecond)
			assert.Error(t, note.err, "Notify timeout after 1500ms")
		})
	}
}

// An acknowledgement counts from its headers on.
func TestNotifyWithStallingBody(t *testing.T) {
	h := func(_ *world, rw http.ResponseWriter, r *exchangeSeen, _ int) {
		rw.WriteHeader(200)
		_, _ = io.WriteString(rw, "half")
		_ = http.NewResponseController(rw).Flush()
		<-r.left
	}
	simulate(t, Options{}, h, func(w *world) {
		note := w.run("notify", nil2(func() error { return w.Notify("n", nil) }))
		w.sleep(time.Millisecond)
		assert.Check(t, note.finished())
		assert.NilError(t, note.err)
	})
}

// The refresh counts inside the deadline of its request.
func TestRefreshWithinTheDeadline(t *testing.T) {
	simulate(t, Options{Timeout: 2 * time.Second}, refusing(401, "never"), func(w *world) {
		w.SetRefresh(1, func(ctx context.Context, _ transport.Rejection) (map[string]string, error) {
			<-ctx.Done()
			return map[string]string{"Authorization": "late"}, nil
		})
		call := w.background(background, "a")
		w.sleep(2 * time.Second)
		assert.Error(t, call.err, "Request timeout after 2000ms")
		assert.Equal(t, len(w.exchanges()), 1)
	})
}

// What a refusal says is there also when the time of its request is over while its reason is
// being mended: it was read before.
func TestRefusalsAreReadBeforeTheRefresh(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		rw.Header().Set("Content-Length", "13")
		rw.WriteHeader(401)
		_ = http.NewResponseController(rw).Flush()
		w.sleep(time.Millisecond)
		_, _ = io.WriteString(rw, "no such token")
	}
	simulate(t, Options{}, h, func(w *world) {
		ctx, cancel := context.WithCancel(background)
		w.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) {
			cancel()
			w.sleep(time.Second)
			return nil, io.ErrNoProgress
		})
		_, err := w.post(ctx, []byte(`{}`), transport.Headers{})
		refused, ok := errors.AsType[*transport.HTTPError](err)
		assert.Check(t, ok && refused.Body == "no such token", "%v", err)
	})
}
