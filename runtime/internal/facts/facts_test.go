package facts_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/facts"
)

func TestEventsAreBounded_D_28(t *testing.T) {
	var got event.Event
	sink := facts.To(event.SinkFunc(func(e event.Event) { got = e }), clock.Real())
	long := strings.Repeat("x", 10_000_447)
	const end = "… (10,000,447 bytes, 2,000 shown)"
	sink.Emit("a", event.Event{Kind: event.ServerLog, Err: long, Text: long, Name: long, ID: long})
	for _, text := range []string{got.Err, got.Text, got.Name, got.ID} {
		assert.Equal(t, text, long[:2000]+end)
	}
	sink.Emit("a", event.Event{Kind: event.CallEnd, Text: long, Err: long})
	assert.Equal(t, len(got.Text), len(long)) // the output, which is not for people alone
	assert.Equal(t, got.Err, long[:2000]+end)
}
