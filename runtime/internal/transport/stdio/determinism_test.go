package stdio

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// life is a short busy life: calls that are answered together in one write,
// calls that one context aborts, calls that the exit rejects. It returns what
// happened, in order.
func life(t *testing.T) (log []string) {
	var held []string
	prog := func(w *world, p *netem.Process) {
		w.net.Link("docs").Add(netem.Latency{Delay: 3 * time.Millisecond})
		w.sim.Clock("exit").AfterFunc(time.Second, func() { p.Exit(1) })
		serve(func(_ string, m jsonrpc.Message) string {
			if !strings.HasPrefix(m.Method, "good") {
				return ""
			}
			if held = append(held, result(m, "1")); len(held) == 5 {
				_, _ = io.WriteString(p.Out(), strings.Join(held, ""))
			}
			return ""
		})(w, p)
	}
	simulate(t, Options{}, prog, func(w *world) {
		ctx, cancel := context.WithCancel(background)
		w.sim.Clock("abort").AfterFunc(500*time.Millisecond, cancel)
		for i := range 15 {
			name, ctx := fmt.Sprintf("%s-%02d", []string{"good", "abort", "exit"}[i%3], i), ctx
			if i%3 != 1 {
				ctx = background
			}
			w.sim.Go(name, func() {
				w.sim.Clock(name).Sleep(time.Millisecond)
				_, err := w.Request(ctx, name, nil)
				w.Note("%s %v", name, err)
			})
		}
		w.sleep(time.Hour)
		log = append(w.Said(), w.read()...)
	})
	assert.Equal(t, len(log), 15+1+15)
	return log
}

func TestSameLifeEveryTime(t *testing.T) {
	want := life(t)
	for range 50 {
		assert.DeepEqual(t, life(t), want)
	}
}
