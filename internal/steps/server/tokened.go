package server

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// tokenedSteps are about progress tokens of requests that report nothing.
func tokenedSteps() []gherkin.Step {
	return gherkin.Noun("progress", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `all is asked for with a progress token that is asked for without one`,
			Manual: "lists, what is offered, what there is not and a call with wrong arguments: each without a token and with one", Func: (*check).askTokened},
		{Keyword: gherkin.Then, Pattern: `each is answered as it is without one`, Manual: "with a result, a failed call or an error of the same code; what differs is tried once more in a session of its own", Func: (*check).asUntracked},
	})
}

// plainly is a request without a progress token.
type plainly struct{ method, params string }

// untracked are the requests that are tried with a token, too.
func (c *check) untracked() (all []plainly, err error) {
	for _, l := range probe.Lists() {
		if c.bench.First().Declares(l.Capability) {
			all = append(all, plainly{l.Method, ""})
		}
	}
	for _, method := range []string{"tools/call", "prompts/get", "resources/read"} {
		if c.bench.First().Declares(providedBy[method]) {
			all = append(all, plainly{method, unknownOf[method]})
		}
	}
	for _, method := range []string{"prompts/get", "resources/read"} {
		params, _, err := c.offered(method)
		switch {
		case err == nil:
			all = append(all, plainly{method, params})
		case verdict.Of(err) == "": // else there is none
			return nil, err
		}
	}
	s, err := c.bench.Survey()
	if err != nil {
		return nil, err
	}
	for _, t := range s.Trials {
		if t.Answer.Failure() != nil { // it had a token
			all = append(all, plainly{"tools/call", probe.CallOf(t.Tool, t.Arguments, "")})
		}
		if none := json.RawMessage("{}"); t.Tool.Input.Check(none) != nil {
			all = append(all, plainly{"tools/call", probe.CallOf(t.Tool, none, "")})
		}
		if len(all) > triedAtMost {
			break
		}
	}
	return all, nil
}

// triedAtMost is how many requests are tried at most, or one more. No tool is called that has
// succeeded: what it does is not to be done for this.
const triedAtMost = 24

// providedBy is what a server declares that has a method.
var providedBy = map[string]string{"tools/call": "tools", "prompts/get": "prompts", "resources/read": "resources"}

// with are its params with metadata.
func (p plainly) with(meta string) string {
	if p.params == "" {
		return `{"_meta":` + meta + "}"
	}
	return strings.TrimSuffix(p.params, "}") + `,"_meta":` + meta + "}"
}

func (c *check) askTokened() error {
	all, err := c.untracked()
	if err != nil {
		return err
	}
	for _, one := range all {
		if c.sameTokened(c.conn, one) == nil {
			continue
		}
		if err := c.bench.Stopped(); err != nil {
			return err
		}
		c.trouble = true
		err := c.bench.Aside(func(conn *probe.Conn) error {
			c.err = c.sameUntokened(conn, one)
			return nil
		})
		if err != nil || c.err != nil {
			return err
		}
	}
	return nil
}

func (c *check) asUntracked() error { return c.err }

// sameTokened asks with metadata that mean nothing, and with a token. The error says how the
// answers differ. What comes of any metadata is the business of another check.
func (c *check) sameTokened(conn *probe.Conn, p plainly) error {
	plain, err := conn.Call(p.method, p.with(`{"mcpsim.example/trace":"7"}`))
	if err != nil {
		return nil // the same
	}
	tokened, err := c.callTokened(conn, p)
	return unlikeTokened(p, plain, tokened, err)
}

// sameUntokened does so the other way round, and with a token again: what comes of the second
// request, whatever it is, is the business of another check, too.
func (c *check) sameUntokened(conn *probe.Conn, p plainly) error {
	tokened, err := c.callTokened(conn, p)
	plain, lost := conn.Call(p.method, p.with(`{"mcpsim.example/trace":"7"}`))
	if lost != nil {
		return nil
	}
	unlike := unlikeTokened(p, plain, tokened, err)
	if unlike == nil || err != nil {
		return unlike
	}
	tokened, err = c.callTokened(conn, p)
	return unlikeTokened(p, plain, tokened, err)
}

func (c *check) callTokened(conn *probe.Conn, p plainly) (probe.Frame, error) {
	return conn.Call(p.method, p.with(`{"progressToken":"mcpsim-plain-`+c.bench.NextID()+`"}`))
}

// unlikeTokened says how the answer to a request with a token differs from that to one without.
func unlikeTokened(p plainly, plain, tokened probe.Frame, err error) error {
	if a, b := outcome(plain, nil), outcome(tokened, err); a != b {
		return fmt.Errorf("%s of %s with a progress token has %s, and %s without one", p.method, probe.Quote([]byte(p.params)), b, a)
	}
	return nil
}

// outcome is what comes of a request, in a few words.
func outcome(answer probe.Frame, err error) string {
	switch failure := answer.Failure(); {
	case err != nil:
		return "no answer"
	case failure != nil:
		return "the error " + probe.OrNothing(failure.Code)
	case probe.Failed(answer):
		return "a result with isError"
	}
	return "a result"
}
