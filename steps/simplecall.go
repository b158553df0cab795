package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// simpleCall is one call without a connection, numbered from 1.
type simpleCall struct {
	attempt
	answer json.RawMessage
}

func simplecallSteps() []Step {
	return gherkin.Noun("simple call", []Step{
		{Keyword: When, Pattern: `a simple call of "([^"]+)" is made to server "([^"]+)"`,
			Manual:  "posts one request to an HTTP server, without a connection; simple calls are numbered from 1",
			Example: `a simple call of "tools/list" is made to server "docs"`, Func: (*World).makeSimpleCall},
		{Keyword: Then, Pattern: `simple call (\d+) is pending`, Manual: "checks that a simple call has not ended",
			Example: `simple call 1 is pending`, Func: (*World).simplePending},
		{Keyword: Then, Pattern: `simple call (\d+) ended at (\S+)`, Manual: "checks when a simple call ended, to the millisecond",
			Example: `simple call 1 ended at 1h`, Func: (*World).simpleEnded},
		{Keyword: Then, Pattern: `simple call (\d+) returned:`, Manual: "compares the envelope that a simple call returned, byte by byte",
			Example: `simple call 1 returned:`, Func: (*World).simpleReturned},
		{Keyword: Then, Pattern: `simple call (\d+) failed with "(.*)"`, Manual: "compares the error text of a simple call",
			Example: `simple call 1 failed with "Failed to parse MCP response"`, Func: (*World).simpleFailed},
	})
}

func (w *World) makeSimpleCall(method, name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	if s.kind == stdioServer {
		return errors.New("simple calls are made over HTTP")
	}
	if len(w.simple) == 0 && w.host == nil {
		w.begin = w.now()
	}
	c := &simpleCall{}
	w.simple = append(w.simple, c)
	n := len(w.simple)
	id := fmt.Sprintf("simple%d", n)
	caller := host.SimpleCaller{Dial: w.ground.hostEnv().Dial, NewID: func() string { return id }}
	url := s.config.URL
	c.begin(w, fmt.Sprintf("simple call %d", n), id, func(context.Context) (err error) {
		c.answer, err = caller.Call(url, method, nil)
		return err
	})
	return w.ground.settle()
}

func (w *World) simpleCall(n int) (*simpleCall, error) { return numbered("simple call", w.simple, n) }

// simpleDone is a simple call that is over.
func (w *World) simpleDone(n int) (*simpleCall, error) {
	c, err := w.simpleCall(n)
	if err == nil {
		err = c.ended()
	}
	return c, err
}

func (w *World) simplePending(n int) error {
	c, err := w.simpleCall(n)
	if err != nil || c.pending() {
		return err
	}
	return fmt.Errorf("simple call %d ended at %s: %s %v", n, c.at, c.answer, c.err)
}

func (w *World) simpleEnded(n int, at string) error {
	c, err := w.simpleCall(n)
	if err != nil {
		return err
	}
	return c.endedAt(at)
}

func (w *World) simpleReturned(n int, want *gherkin.DocString) error {
	c, err := w.simpleDone(n)
	if err == nil {
		err = c.err
	}
	if err != nil {
		return err
	}
	return same(fmt.Sprintf("what simple call %d returned", n), string(c.answer), want.Content)
}

func (w *World) simpleFailed(n int, want string) error {
	c, err := w.simpleDone(n)
	switch {
	case err != nil:
		return err
	case c.err == nil:
		return fmt.Errorf("simple call %d returned %s", n, c.answer)
	}
	return same(fmt.Sprintf("the error of simple call %d", n), c.err.Error(), want)
}
