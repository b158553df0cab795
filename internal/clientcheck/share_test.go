package clientcheck

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// TestRunsShareWhatIsKept: what many runs have said is bounded together, a little of each is
// kept whatever the others have said, and a run of which not all is kept is ended.
func TestRunsShareWhatIsKept(t *testing.T) {
	together := &store{left: 2 << 20}
	e := received("tools/list", 1)
	e.Raw = strings.Repeat("x", 4<<10)
	kept := 0
	for range 32 {
		seen := newRecord(0, together)
		for range 100 {
			seen.add(e)
		}
		r := &Run{}
		r.keep(seen)
		assert.Check(t, len(r.journal) >= bytesOwn/sizeOf(e))
		assert.Equal(t, closed(seen.enough), len(r.journal) < 100)
		if len(r.journal) < 100 {
			assert.ErrorContains(t, r.Partial(), "more in all its runs together than is kept")
		}
		kept += len(r.journal) * sizeOf(e)
	}
	assert.Check(t, kept <= 2<<20+32*(bytesOwn+sizeOf(e)), "%d bytes", kept)
}

// TestTurns: a client that sends much is read on when it is the turn of its run, of which there
// are few at a time; both connections of a run have it, and the end of one unblocks it.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := Target{Clock: clock.Real()}.withDefaults()
		var gates []*gate
		much := func(g *gate) *gated { return g.stream(strings.NewReader(strings.Repeat("x", 2*bytesQuiet))) }
		for range turns {
			g := target.gate()
			for range 2 {
				n, err := io.Copy(io.Discard, much(g))
				assert.NilError(t, err)
				assert.Equal(t, n, int64(2*bytesQuiet))
			}
			assert.NilError(t, g.slow())
			gates = append(gates, g)
		}
		late, gone := target.gate(), target.gate()
		stream, left := much(late), much(gone)
		done := make(chan int64, 3)
		for _, s := range []*gated{stream, much(late), left} {
			go func() { n, _ := io.Copy(io.Discard, s); done <- n }()
		}
		time.Sleep(turnWait + time.Second)
		synctest.Wait()
		assert.Equal(t, len(done), 0)
		_ = left.Close()
		<-done
		assert.NilError(t, gone.slow())
		gates[0].end()
		assert.Equal(t, <-done, int64(2*bytesQuiet))
		assert.Equal(t, <-done, int64(2*bytesQuiet))
		assert.ErrorContains(t, late.slow(), "was read too slowly in this one: try --jobs 1")
		late.end()
		for _, g := range gates[1:] {
			g.end()
		}
		assert.Equal(t, len(target.turns), 0)
	})
}

// TestJudgingEnds: when the time for all runs is over, what came in time is judged for a moment,
// and a judging that takes longer finds nothing more in it, and says nothing.
func TestJudgingEnds(t *testing.T) {
	program(func(c client) int { c.post(hello); return 0 }).simulate(t, func(target Target) {
		target.Budget = 5 * time.Second
		b, err := Open(context.Background(), target)
		assert.NilError(t, err)
		defer b.Wait()
		r, err := b.Play(b.Plain(false))
		assert.NilError(t, err)
		begun := target.Clock.Now()
		looks := 0
		err = b.Judge(func() error {
			for ; len(r.Received()) > 0; looks++ {
				_ = clock.Sleep(context.Background(), target.Clock, 100*time.Millisecond)
			}
			return errors.New("it sent nothing")
		})
		assert.ErrorContains(t, err, "the time for all runs of the client, 5s, is over")
		took := target.Clock.Since(begun)
		assert.Check(t, looks > 50 && took > 5*time.Second && took < target.Budget+judgingAfter+time.Second, "%d in %s", looks, took)
		err = b.Judge(func() error { t.Error("it begins too late"); return nil })
		assert.ErrorContains(t, err, "is over")
		assert.Equal(t, len(r.Received()), 1) // what is no judging goes on
		b.begun = target.Clock.Now()
		assert.Error(t, b.Judge(func() error { return errors.New("broken") }), "broken")
	})
}
