package flight

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/jonboulle/clockwork"
	"gotest.tools/v3/assert"
)

func TestARunIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Group[int]
		g.Await() // nothing is under way
		first, mine := g.Join("a")
		assert.Check(t, mine)
		again, mine := g.Join("a")
		assert.Check(t, !mine && again == first)
		other, mine := g.Join("b")
		assert.Check(t, mine && other != first)

		awaited := false
		go func() { g.Await(); awaited = true }()
		full := errors.New("full")
		g.Finish("a", first, 7, full)
		synctest.Wait()
		assert.Check(t, !awaited, "b is under way")
		g.Finish("b", other, 8, nil)
		synctest.Wait()
		assert.Check(t, awaited)

		n, err := first.Wait(t.Context(), clockwork.NewFakeClock())
		assert.Check(t, n == 7 && err == full)
		_, mine = g.Join("a")
		assert.Check(t, mine, "a run that is over is not shared")
	})
}

func TestWhoLeavesARun(t *testing.T) {
	var g Group[int]
	r, _ := g.Join("a")
	gone := errors.New("gone")
	ctx, leave := context.WithCancelCause(t.Context())
	leave(gone)
	n, err := r.Wait(ctx, clockwork.NewFakeClock())
	assert.Check(t, n == 0 && err == gone)
	g.Finish("a", r, 7, nil)
	n, err = r.Wait(t.Context(), clockwork.NewFakeClock())
	assert.Check(t, n == 7 && err == nil)
}
