package streamhttp

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
)

// life is a short busy life: plain answers, streams with server requests, calls
// that one context aborts, calls that Close rejects, a listener. It returns
// what happened, in order.
func life(t *testing.T) (log []string) {
	h := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		kind, _, _ := strings.Cut(r.msg.Method, "-")
		switch {
		case r.verb == http.MethodGet:
			events(rw)
			w.hold(100 * time.Millisecond)
			send(rw, event(`{"id":"s","method":"ping"}`)+event(`{"method":"n"}`))
			<-r.left
		case kind == "abort", kind == "close":
			<-r.left
		case kind == "stream":
			events(rw)
			send(rw, event(fmt.Sprintf(`{"id":"%s","method":"roots"}`, r.msg.Method))+event(result(r.msg, "1")))
		default:
			ok(w, rw, r, n)
		}
	}
	simulate(t, Options{}, h, func(w *world) {
		w.net.Link("docs").Add(netem.Latency{Delay: 3 * time.Millisecond})
		ctx, cancel := context.WithCancel(background)
		w.sim.Clock("abort").AfterFunc(500*time.Millisecond, cancel)
		w.Listen(background)
		for i := range 16 {
			name, ctx := fmt.Sprintf("%s-%02d", []string{"plain", "stream", "abort", "close"}[i%4], i), ctx
			if i%4 != 2 {
				ctx = background
			}
			w.sim.Go(name, func() {
				w.sim.Clock(name).Sleep(time.Millisecond)
				_, err := w.Request(ctx, name, nil)
				w.Note("%s %v", name, err)
			})
		}
		w.sleep(time.Second)
		assert.NilError(t, w.Close())
		w.sleep(time.Second)
		log = append(w.Said(), w.wire()...)
	})
	assert.Equal(t, len(log), 16+4+2+1+(1+16+4+1))
	return log
}

func TestSameLifeEveryTime(t *testing.T) {
	want := life(t)
	for range 50 {
		assert.DeepEqual(t, life(t), want)
	}
}
