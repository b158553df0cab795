package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// simpleCalls is the calls of a scenario that need no connection.
type simpleCalls struct {
	noun
	all []*simpleCall
}

// simpleCall is one call without a connection, numbered from 1.
type simpleCall struct {
	attempt
	answer json.RawMessage
}

func simplecallSteps() []gherkin.Step {
	return gherkin.Noun("simple call", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `a simple call of "([^"]+)" is made to server "([^"]+)"`,
			Manual:  "posts one request to an HTTP server, without a connection; simple calls are numbered from 1",
			Example: `a simple call of "tools/list" is made to server "docs"`, Func: (*simpleCalls).ask},
		{Keyword: gherkin.When, Pattern: `a simple call of "([^"]+)" with what is no JSON is made to server "([^"]+)"`,
			Manual:  "does the same with parameters that cannot be written as JSON",
			Example: `a simple call of "tools/list" with what is no JSON is made to server "docs"`, Func: (*simpleCalls).askNonsense},
		{Keyword: gherkin.Then, Pattern: `simple call (\d+) returned:`, Manual: "compares the envelope that a simple call returned, byte by byte",
			Example: `simple call 1 returned:`, Func: (*simpleCall).checkReturned},
	})
}

func (a *simpleCalls) ask(method string, s *server) error { return a.call(method, nil, s) }

func (a *simpleCalls) askNonsense(method string, s *server) error {
	return a.call(method, make(chan int), s)
}

func (a *simpleCalls) call(method string, params any, s *server) error {
	if s.kind == stdioServer {
		return errors.New("simple calls are made over HTTP")
	}
	if len(a.all) == 0 && a.host == nil {
		a.begin = a.now()
	}
	c := &simpleCall{}
	c.got = func() string { return string(c.answer) }
	a.all = append(a.all, c)
	n := len(a.all)
	id := fmt.Sprintf("simple%d", n)
	caller := host.SimpleCaller{Dial: a.ground.hostEnv().Dial, NewID: func() string { return id }}
	url := s.config.URL
	c.begin(a.World, fmt.Sprintf("simple call %d", n), id, func(ctx context.Context) (err error) {
		c.answer, err = callAs(ctx, caller, url, method, params)
		return err
	})
	return a.ground.settle()
}

// callAs makes a call for somebody who may give up, as far as the caller lets them:
// whatever method of its takes a context is given theirs. There should be none
// (OMP-TP-106).
func callAs(ctx context.Context, c host.SimpleCaller, url, method string, params any) (json.RawMessage, error) {
	offered := reflect.ValueOf(c)
	for i := range offered.NumMethod() {
		if call, ok := offered.Method(i).Interface().(func(context.Context, string, string, any) (json.RawMessage, error)); ok {
			return call(ctx, url, method, params)
		}
	}
	return c.Call(url, method, params)
}

// simpleCall is a simple call that has succeeded.
func (a *simpleCalls) simpleCall(n int) (*simpleCall, error) {
	return successful("simple call", a.all, n)
}

func (c *simpleCall) checkReturned(want *gherkin.DocString) error {
	return same("what "+c.name+" returned", string(c.answer), want.Content)
}
