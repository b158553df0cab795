// Package facts is how the packages below host tell what happens: it puts the time
// and the actor on events and gives them to a sink.
package facts

import (
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
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

// Emit tells a fact that actor observed now.
func (e Emitter) Emit(actor string, fact event.Event) {
	fact.At, fact.Actor = e.clk.Now(), actor
	e.sink.Emit(fact)
}

// Text is the text of an error, empty for none.
func Text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
