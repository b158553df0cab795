// Package facts is how the packages below host tell what happens: it puts the time
// and the actor on events and gives them to a sink.
package facts

import (
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/excerpt"
)

// Emitter stamps events. It is a value; methods may be called from any goroutine.
type Emitter struct {
	sink event.Sink
	clk  clock.Clock
}

// To returns an emitter to a sink; nil discards events.
func To(sink event.Sink, clk clock.Clock) Emitter {
	if sink == nil {
		sink = event.Discard
	}
	return Emitter{sink, clk}
}

// Emit tells a fact that actor observed now. What servers say is in it up to a limit
// (D-28); the output of a call is whole.
func (e Emitter) Emit(actor string, fact event.Event) {
	fact.At, fact.Actor = e.clk.Now(), actor
	fact.Err, fact.Name, fact.ID = excerpt.Of(fact.Err), excerpt.Of(fact.Name), excerpt.Of(fact.ID)
	if fact.Kind != event.CallEnd {
		fact.Text = excerpt.Of(fact.Text)
	}
	e.sink.Emit(fact)
}

// Text is the text of an error, empty for none.
func Text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
