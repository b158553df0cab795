package stdio

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func TestTimeout_OMP_TP_48_TP_49(t *testing.T) {
	for _, tt := range []struct {
		option, want time.Duration
		text         string
	}{
		{0, 30 * time.Second, "Request timeout after 30000ms"},
		{1500 * time.Millisecond, 1500 * time.Millisecond, "Request timeout after 1500ms"},
	} {
		simulate(t, Options{Timeout: tt.option}, mute, func(w *world) {
			call := w.background(background, "a")
			w.sleep(tt.want - time.Millisecond)
			assert.Check(t, !call.finished())
			w.sleep(time.Millisecond)
			assert.Check(t, call.finished())
			assert.Error(t, call.err, tt.text)
			assert.ErrorIs(t, call.err, context.DeadlineExceeded)
		})
	}
}

func TestNoDeadline_A_06(t *testing.T) {
	simulate(t, Options{Timeout: -1}, mute, func(w *world) {
		ctx, cancel := context.WithCancel(background)
		call := w.background(ctx, "a")
		w.sleep(24 * time.Hour)
		assert.Check(t, !call.finished())
		cancel()
		w.sleep(0)
		assert.ErrorIs(t, call.err, context.Canceled)
	})
}

func TestAbort_OMP_TP_50_TP_51(t *testing.T) {
	simulate(t, Options{}, mute, func(w *world) {
		ctx, cancel := context.WithCancelCause(background)
		call := w.background(ctx, "a")
		w.sleep(5 * time.Second)
		reason := errors.New("user pressed escape")
		cancel(reason)
		w.sleep(0)
		assert.Equal(t, call.err, reason)
		assert.Equal(t, call.after, 5*time.Second)
		_, err := w.Request(ctx, "b", nil) // F-45: rejects without writing
		assert.Equal(t, err, reason)
		w.sleep(time.Second)
		assert.Equal(t, len(w.read()), 1)
	})
}

// Giving up is local, leaves the connection usable, and a late answer is
// no request's: OMP-TP-21, OMP-TP-51, OMP-TP-52, OMP-TP-53, FF-14, FF-25.
func TestGivingUp_OMP_TP_21_TP_52_TP_53(t *testing.T) {
	slow := func(w *world, p *netem.Process) {
		serve(func(_ string, m jsonrpc.Message) string {
			delay := map[string]time.Duration{"slow": 35 * time.Second, "medium": 20 * time.Second}[m.Method]
			w.sim.Clock(m.Method).AfterFunc(delay, func() { _, _ = io.WriteString(p.Out(), result(m, `"`+m.Method+`"`)) })
			return ""
		})(w, p)
	}
	simulate(t, Options{}, slow, func(w *world) {
		ctx, cancel := context.WithCancel(background)
		timed := w.background(background, "slow")
		w.sleep(time.Millisecond)
		aborted := w.background(ctx, "medium")
		w.sleep(15 * time.Second)
		other := w.background(background, "medium")
		cancel()
		w.sleep(16 * time.Second)
		assert.Error(t, timed.err, "Request timeout after 30000ms")
		assert.ErrorIs(t, aborted.err, context.Canceled)
		w.sleep(10 * time.Second)
		assert.NilError(t, other.err)
		assert.DeepEqual(t, w.Said(), []string{
			`dropped unknown id 2{"jsonrpc":"2.0","id":2,"result":"medium"}`,
			`dropped unknown id 1{"jsonrpc":"2.0","id":1,"result":"slow"}`,
		})
		_, err := w.Request(background, "next", nil)
		assert.NilError(t, err)
		for _, line := range w.read() {
			assert.Check(t, !strings.Contains(line, "cancelled"), line)
		}
		assert.Equal(t, len(w.read()), 4)
	})
}

func stuck(_ *world, p *netem.Process) { <-p.Killed() }

// A server that stops reading blocks no caller, costs bounded memory and ends with
// clear errors: OMP-TP-61, FF-17.
func TestServerDoesNotRead_OMP_TP_61(t *testing.T) {
	simulate(t, Options{MaxQueue: 3 << 20}, stuck, func(w *world) {
		big := strings.Repeat("x", 1<<20)
		begin := w.sim.Elapsed()
		assert.NilError(t, w.Notify("n", big))
		assert.NilError(t, w.Notify("n", big))
		assert.ErrorIs(t, w.Notify("n", big+big), ErrQueueFull)
		assert.Equal(t, w.sim.Elapsed(), begin)
		call := w.background(background, "a")
		w.sleep(30 * time.Second)
		assert.Error(t, call.err, "Request timeout after 30000ms")
		begin = w.sim.Elapsed()
		assert.NilError(t, w.Close())
		assert.Check(t, w.sim.Elapsed()-begin < 2*time.Second)
	})
}

// Both sides write at once, more than their pipes hold: neither waits for ever.
func TestBothSidesWrite_FF_17(t *testing.T) {
	const size = 1 << 20
	chatty := func(w *world, p *netem.Process) {
		_, _ = io.WriteString(p.Out(), `{"method":"n","params":"`+strings.Repeat("y", size)+"\"}\n")
		echo(w, p)
	}
	simulate(t, Options{}, chatty, func(w *world) {
		w.SetCallbacks(transport.Callbacks{})
		_, err := w.Request(background, "a", strings.Repeat("x", size))
		assert.NilError(t, err)
	})
}
