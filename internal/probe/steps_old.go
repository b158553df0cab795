package probe

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func oldSteps() []Step {
	return gherkin.Noun("event stream", []Step{
		{Keyword: Given, Pattern: `the first event stream`, Manual: "of HTTP+SSE: the one that was opened first, with the handshake",
			Func: (*World).firstStream},
		{Keyword: Then, Pattern: `its first event is endpoint with a URI`, Manual: "which may be relative", Func: (*World).firstEndpoint},
		{Keyword: Then, Pattern: `the endpoint is of the same origin`, Manual: "scheme, host and port of the stream", Func: (*World).ownEndpoint},
		{Keyword: Then, Pattern: `the answer to initialize is a message event of the stream`,
			Manual: "and not the body of the POST; not testable if there is no endpoint to send it to", Func: (*World).answerOnStream},
	})
}

func (w *World) firstStream() error {
	w.take(w.bench.first, false)
	w.bench.recall(w.bench.prologue)
	return nil
}

func (w *World) firstEndpoint() error {
	events, _, ended := w.c.old.stream.state()
	switch {
	case len(events) == 0 && ended:
		return errors.New("the event stream ends without an event")
	case len(events) == 0:
		return errors.New("no event comes")
	case !isEndpoint(events[0]):
		return fmt.Errorf("the first event is named %q and has the data %s", events[0].name, quote(events[0].data))
	}
	if err := w.bench.refused; errors.Is(err, errNoEndpoint) {
		return err
	}
	return nil
}

func (w *World) ownEndpoint() error {
	switch err := w.bench.refused; {
	case errors.Is(err, errForeignEndpoint):
		return err
	case errors.Is(err, errNoEndpoint):
		return verdict.NotTestable("%s", err)
	}
	return nil
}

func (w *World) answerOnStream() error {
	c := w.c
	if c.old.endpoint == "" {
		return verdict.NotTestable("there is no session: %s", w.bench.refused)
	}
	if c.init.members == nil {
		return w.bench.refused
	}
	events, _, _ := c.old.stream.state()
	for _, e := range events {
		if f := parseFrame(e.data); f.isResponse() && f.id() == c.init.id() {
			if e.name != "" && e.name != "message" {
				return fmt.Errorf("the answer comes as an event named %q", e.name)
			}
			return nil
		}
	}
	return fmt.Errorf("the answer does not come on the event stream but as the body of the POST: %s", quote(c.init.raw))
}
