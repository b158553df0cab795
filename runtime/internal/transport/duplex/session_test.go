package duplex

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// An answer that is taken while its caller gives up is the caller's: nothing was given up.
func TestAnAnswerOnItsWayIsNotGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Name: "docs", Clock: clock.Real()})
		s.Accept(true)
		c, err := s.calls.add("7")
		assert.NilError(t, err)
		ctx, giveUp := context.WithCancel(t.Context())
		giveUp()
		assert.Equal(t, s.calls.take([]byte("7")), c)
		go func() {
			result, err, gaveUp := s.await(ctx, c, 0)
			assert.Check(t, err == nil && !gaveUp)
			assert.Check(t, string(result) == "{}")
		}()
		synctest.Wait()
		c.done <- answer{result: json.RawMessage("{}")}
		synctest.Wait()
	})
}
