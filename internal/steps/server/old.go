package server

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// oldTransport is the noun of steps about HTTP+SSE of 2024-11-05.
type oldTransport struct{ *check }

func oldSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: Given, Pattern: `the first event stream`, Manual: "of HTTP+SSE: the one that was opened first, with the handshake",
			Func: (*oldTransport).firstStream},
		{Keyword: Then, Pattern: `its first event is endpoint with a URI`, Manual: "which may be relative", Func: (*oldTransport).firstEndpoint},
		{Keyword: Then, Pattern: `the endpoint is of the same origin`, Manual: "scheme, host and port of the stream", Func: (*oldTransport).ownEndpoint},
		{Keyword: Then, Pattern: `the answer to initialize is a message event of the stream`,
			Manual: "and not the body of the POST; not testable if there is no endpoint to send it to", Func: (*oldTransport).answerOnStream},
	})
}

func (w *oldTransport) firstStream() error {
	w.take(w.bench.First, false)
	w.bench.Recall(w.bench.Prologue)
	return nil
}

func (w *oldTransport) firstEndpoint() error {
	events, _, ended := w.c.Old.Stream.State()
	switch {
	case len(events) == 0 && ended:
		return errors.New("the event stream ends without an event")
	case len(events) == 0:
		return errors.New("no event comes")
	case !probe.IsEndpoint(events[0]):
		return fmt.Errorf("the first event is named %q and has the data %s", events[0].Name, probe.Quote(events[0].Data))
	}
	if err := w.bench.Refused; errors.Is(err, probe.ErrNoEndpoint) {
		return err
	}
	return nil
}

func (w *oldTransport) ownEndpoint() error {
	switch err := w.bench.Refused; {
	case errors.Is(err, probe.ErrForeignEndpoint):
		return err
	case errors.Is(err, probe.ErrNoEndpoint):
		return verdict.NotTestable("%s", err)
	}
	return nil
}

func (w *oldTransport) answerOnStream() error {
	c := w.c
	if c.Old.Endpoint == "" {
		return verdict.NotTestable("there is no session: %s", w.bench.Refused)
	}
	if c.Init.Members == nil {
		return w.bench.Refused
	}
	events, _, _ := c.Old.Stream.State()
	for _, e := range events {
		if f := probe.ParseFrame(e.Data); f.IsResponse() && f.ID() == c.Init.ID() {
			if e.Name != "" && e.Name != "message" {
				return fmt.Errorf("the answer comes as an event named %q", e.Name)
			}
			return nil
		}
	}
	return fmt.Errorf("the answer does not come on the event stream but as the body of the POST: %s", probe.Quote(c.Init.Raw))
}
