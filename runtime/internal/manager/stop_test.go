package manager_test

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// Of several calls that stop servers at once each returns when nothing of them is left.
func TestStopsAtOnceAllWait(t *testing.T) {
	one := func(b *bench) { b.Stop("a") }
	all := func(b *bench) { b.StopAll() }
	end := func(b *bench) { b.End() }
	for _, both := range [][2]func(*bench){{one, one}, {one, all}, {all, one}, {all, all}, {all, end}, {end, all}} {
		simulate(t, policy(), func(b *bench) {
			b.fakes.set("a", behaviour{close: 10 * time.Second})
			b.Start(context.Background(), []config.Server{definition("a")})
			b.begin("first", func() { both[0](b) })
			b.after(time.Second)
			b.begin("second", func() { both[1](b) })
			b.after(8 * time.Second)
			assert.Equal(t, b.pending(), 2)
			b.after(time.Second)
			assert.Equal(t, b.pending(), 0)
			assert.Equal(t, b.fakes.leftOpen(), 0)
		})
	}
}

// A server that is started again while it is being stopped is connected when it has
// ended, however often that happens and whether or not it was held meanwhile: no two
// connections of one server are ever open (QWEN-49).
func TestAStartWaitsForWhatIsLeaving(t *testing.T) {
	a := []config.Server{definition("a")}
	for _, hold := range []bool{false, true} {
		simulate(t, policy(), func(b *bench) {
			b.fakes.set("a", behaviour{close: 10 * time.Second})
			b.Start(context.Background(), a)
			for range 3 {
				b.begin("stop", func() { b.Stop("a") })
				b.after(time.Second)
				if hold {
					b.Hold(a)
				}
				b.begin("start", func() { b.Start(context.Background(), a) })
				b.after(time.Second)
				assert.Equal(t, b.fakes.attempts("a"), 1)
			}
			b.after(time.Minute)
			assert.Equal(t, b.pending(), 0)
			assert.Equal(t, b.fakes.attempts("a"), 2)
			assert.Equal(t, b.Status("a"), manager.StatusConnected)
		})
	}
}

// What has ended starts nothing any more, and says so of each server.
func TestNothingStartsAfterTheEnd(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.End()
		for _, start := range []func(context.Context, []config.Server) manager.Result{b.Start, b.Restart} {
			r := start(context.Background(), []config.Server{definition("a")})
			assert.Equal(t, len(r.Errors), 1)
			assert.Error(t, r.Errors[0].Err, "server stopped")
		}
		assert.Equal(t, len(b.Servers()), 0)
		assert.Equal(t, b.fakes.attempts("a"), 0)
	})
}
