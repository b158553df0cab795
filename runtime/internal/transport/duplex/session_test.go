package duplex

import (
	"context"
	"encoding/json"
	"strconv"
	"testing"
	"testing/synctest"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/transport"
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

// Calls that end together end in the order in which they began.
func TestCallsEndOldestFirst(t *testing.T) {
	var c calls
	c.Accept(true)
	for i := range 50 {
		_, err := c.add(strconv.Itoa(i))
		assert.NilError(t, err)
	}
	for i, one := range c.close() {
		assert.Equal(t, one.id, strconv.Itoa(i))
	}
	_, err := c.add("51")
	assert.ErrorIs(t, err, transport.ErrNotConnected)
}
