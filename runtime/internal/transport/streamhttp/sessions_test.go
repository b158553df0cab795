package streamhttp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// session is ok with a session id per answer, and treats DELETE with d.
func session(ids []string, d func(w *world, rw http.ResponseWriter)) handler {
	return func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.verb == http.MethodDelete {
			d(w, rw)
			return
		}
		if n <= len(ids) && ids[n-1] != "" {
			rw.Header().Set("Mcp-Session-Id", ids[n-1])
		}
		if r.msg.Method == "fail" {
			rw.WriteHeader(500)
			return
		}
		ok(w, rw, r, n)
	}
}

func noContent(_ *world, rw http.ResponseWriter) { rw.WriteHeader(204) }

func TestWithoutSession_OMP_TP_66_TP_71(t *testing.T) {
	simulate(t, Options{}, ok, func(w *world) {
		_, err := w.Request(background, "initialize", nil)
		assert.NilError(t, err)
		w.Listen(background)
		assert.NilError(t, w.Notify("n", nil))
		assert.NilError(t, w.Close())
		assert.DeepEqual(t, w.wire(), []string{"POST initialize", "GET", "POST n"})
		for _, e := range w.exchanges() {
			assert.Equal(t, e.header.Get("Mcp-Session-Id"), "")
		}
		assert.DeepEqual(t, w.Said(), []string{"close"}) // OMP-TP-74
	})
}

func TestSession_OMP_TP_67_to_70(t *testing.T) {
	ids := []string{"S1", "", "N1", "", "S2", ""}
	simulate(t, Options{}, session(ids, noContent), func(w *world) {
		_, err := w.Request(background, "initialize", nil)
		assert.NilError(t, err)
		w.Listen(background)
		assert.NilError(t, w.Notify("n", nil)) // F-31: its answer counts too
		_, err = w.Request(background, "a", nil)
		assert.NilError(t, err)
		_, err = w.Request(background, "fail", nil) // F-31: errors count too
		assert.Error(t, err, "HTTP 500: ")
		_, err = w.Request(background, "b", nil)
		assert.NilError(t, err)
		w.SetProtocolVersion("2025-06-18")
		assert.NilError(t, w.Close())
		var got []string
		for _, e := range w.exchanges() {
			got = append(got, fmt.Sprintf("%s %s/%s", e.verb, e.header.Get("Mcp-Session-Id"), e.header.Get("Mcp-Protocol-Version")))
		}
		assert.DeepEqual(t, got, []string{"POST /", "GET S1/", "POST S1/", "POST N1/", "POST N1/", "POST S2/", "DELETE S2/2025-06-18"})
	})
}

func TestFailingDelete_OMP_TP_72(t *testing.T) {
	for name, tt := range map[string]struct {
		d    func(w *world, rw http.ResponseWriter)
		took time.Duration
	}{
		"refused": {func(_ *world, rw http.ResponseWriter) { rw.WriteHeader(405) }, 0},
		"broken":  {func(_ *world, rw http.ResponseWriter) { panic(http.ErrAbortHandler) }, 0},
		"hangs":   {func(w *world, _ http.ResponseWriter) { w.hold(time.Hour) }, 2 * time.Second},
	} {
		simulate(t, Options{Timeout: 2 * time.Second}, session([]string{"S1"}, tt.d), func(w *world) {
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
			begin := w.sim.Elapsed()
			assert.NilError(t, w.Close())
			assert.Equal(t, (w.sim.Elapsed() - begin).Round(time.Millisecond), tt.took, name)
			assert.DeepEqual(t, w.Said(), []string{"close"})
		})
	}
}

// Close fails pending calls at once, aborts the listener without an error, and
// calls OnClose once, after the DELETE: OMP-TP-73, OMP-TP-74, OMP-TP-102, F-38.
func TestClose_OMP_TP_73_TP_74_TP_102(t *testing.T) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		rw.Header().Set("Mcp-Session-Id", "S")
		switch {
		case r.verb == http.MethodGet:
			events(rw)
			<-r.left
		case r.msg.Method == "hang":
			<-r.left
		case r.msg.Method == "stream":
			events(rw)
			<-r.left
		default:
			ok(w, rw, r, n)
		}
	}
	simulate(t, Options{}, h, func(w *world) {
		_, err := w.Request(background, "a", nil)
		assert.NilError(t, err)
		w.Listen(background)
		calls := []*pending{w.background(background, "hang"), w.background(background, "stream")}
		note := w.run("n", nil2(func() error { return w.Notify("hang", nil) }))
		w.sleep(time.Second)
		conns, _ := w.net.Open()
		assert.Check(t, conns >= 4)
		w.SetCallbacks(transport.Callbacks{OnClose: func() { w.Note("close after %s", w.last().verb) }})
		for range 3 {
			w.sim.Go("closer", func() { assert.Check(t, w.Close() == nil) })
		}
		w.sleep(time.Millisecond)
		for _, c := range append(calls, note) {
			assert.Check(t, c.finished())
			assert.Error(t, c.err, "Transport closed")
		}
		assert.DeepEqual(t, w.Said(), []string{"close after DELETE"})
		w.sleep(time.Second)
		conns, _ = w.net.Open()
		assert.Equal(t, conns, 0)
		_, err = w.Request(background, "late", nil)
		assert.ErrorIs(t, err, transport.ErrNotConnected)
	})
}

// Close waits for a callback that runs, and lets no other one begin.
func TestCloseJoinsCallbacks(t *testing.T) {
	simulate(t, Options{}, streams(event(`[{"method":"a"},{"method":"b"},{"id":ID,"result":1}]`)), func(w *world) {
		w.SetCallbacks(transport.Callbacks{OnNotification: func(m string, _ json.RawMessage) {
			w.sim.Clock("callback").Sleep(time.Second)
			w.Note("%s", m)
		}})
		call := w.background(background, "odd")
		w.sleep(500 * time.Millisecond)
		assert.NilError(t, w.Close())
		assert.DeepEqual(t, w.Said(), []string{"a"})
		assert.Check(t, call.finished())
		assert.ErrorIs(t, call.err, transport.ErrClosed)
	})
}

// Close ends attempts to connect that no server answers.
func TestCloseWhileDialing(t *testing.T) {
	simulate(t, Options{Timeout: -1}, ok, func(w *world) {
		w.net.Link("docs").Add(netem.Blackhole{})
		call := w.background(background, "a")
		w.sleep(time.Hour)
		assert.NilError(t, w.Close())
		w.sleep(0)
		assert.ErrorIs(t, call.err, transport.ErrClosed)
	})
}

// refusing answers 401 or 403 to every request without the token.
func refusing(status int, token string) handler {
	return func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		if r.header.Get("Authorization") != token {
			rw.WriteHeader(status)
			return
		}
		ok(w, rw, r, n)
	}
}

func TestRefresh_OMP_TP_80(t *testing.T) {
	for _, status := range []int{401, 403} {
		simulate(t, Options{Headers: map[string]string{"authorization": "old"}}, refusing(status, "new"), func(w *world) {
			refreshes := 0
			w.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) {
				refreshes++
				return map[string]string{"Authorization": "new"}, nil
			})
			_, err := w.Request(background, "a", nil)
			assert.NilError(t, err)
			_, err = w.Request(background, "b", nil) // F-39: later calls use it
			assert.NilError(t, err)
			assert.Equal(t, refreshes, 1)
			assert.DeepEqual(t, w.wire(), []string{"POST a", "POST a", "POST b"})
			assert.Equal(t, w.exchanges()[0].body, w.exchanges()[1].body)
		})
	}
}

func TestRefreshLimits_OMP_TP_82_to_85(t *testing.T) {
	replaced := map[string]string{"Authorization": "also bad"}
	for name, tt := range map[string]struct {
		status         int
		headers        map[string]string
		posts, refresh int
	}{
		"second refusal is final (TP-82)":     {401, replaced, 2, 1},
		"nothing to replace (TP-83)":          {401, nil, 1, 1},
		"other status (TP-85) 400":            {400, replaced, 1, 0},
		"other status (TP-85) 404":            {404, replaced, 1, 0},
		"other status (TP-85) 429":            {429, replaced, 1, 0},
		"other status (TP-85) 500":            {500, replaced, 1, 0},
		"second refusal is final (TP-82) 403": {403, replaced, 2, 1},
	} {
		simulate(t, Options{}, refusing(tt.status, "never"), func(w *world) {
			refreshes := 0
			w.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) {
				refreshes++
				return tt.headers, nil
			})
			_, err := w.Request(background, "a", nil)
			assert.Error(t, err, fmt.Sprintf("HTTP %d: ", tt.status))
			assert.Equal(t, len(w.exchanges()), tt.posts, name)
			assert.Equal(t, refreshes, tt.refresh, name)
		})
	}
}

func TestWhoNeverRefreshes_A_21_FF_45(t *testing.T) {
	simulate(t, Options{}, refusing(401, "new"), func(w *world) {
		w.SetRefresh(1, func(context.Context, transport.Rejection) (map[string]string, error) { panic("must not be called") })
		assert.Error(t, w.Notify("n", nil), "HTTP 401: ")
		w.Listen(background)
		assert.Equal(t, len(w.exchanges()), 2)
		assert.Equal(t, len(w.Said()), 0)
	})
}

// The id of a session goes out with every request.
func TestSessionIDIsBounded_D_28(t *testing.T) {
	for n, fails := range map[int]bool{4096: false, 4097: true} {
		simulate(t, Options{}, session([]string{strings.Repeat("s", n)}, noContent), func(w *world) {
			_, err := w.Request(background, "initialize", nil)
			if !fails {
				assert.NilError(t, err)
				assert.Equal(t, len(w.SessionID()), n)
				return
			}
			assert.Error(t, err, "session id exceeds 4096 bytes")
			assert.Equal(t, w.SessionID(), "")
		})
	}
}
