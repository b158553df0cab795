package server

import (
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// paramsSteps are about params that lack what their method needs.
func paramsSteps() []gherkin.Step {
	return gherkin.Noun("params", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the answer is the error -32602, or what it is for a name that there is not`,
			Manual: "of tools/call, resources/read, resources/subscribe, prompts/get and completion/complete: a server may look for what has no name, and not find it; what is wrong with that answer is the business of other checks", Func: (*check).lacksParams},
		{Keyword: gherkin.When, Pattern: `initialize is sent without params`, Manual: "and without anything else", Func: (*check).initializeBare},
		{Keyword: gherkin.Then, Pattern: `it is served, or refused as what lacks something`,
			Manual: "with a result, an acknowledgement, HTTP 4xx, or another error than -32603", Func: (*check).servedBare},
	})
}

// initializeBare leaves it to a Then what comes of it. Where all handshakes fail this one says nothing.
func (c *check) initializeBare() error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	return c.request("initialize", "")
}

// servedBare takes what a server may do with a request that has no params where it needs some: a
// lenient server goes on with what is usual, and a strict one refuses it.
func (c *check) servedBare() error {
	if reply := c.conn.Reply; reply != nil && reply.Status/100 == 4 {
		return nil // what is wrong with its body is the business of another check
	}
	answer, err := c.answered()
	if err != nil {
		return err
	}
	failure := answer.Failure()
	return refused(failure == nil || failure.Code != "-32603", answer, "the code is -32603, want -32602")
}

// unknownOf are params with a name, or a URI, that there is not, by method.
var unknownOf = map[string]string{
	"tools/call":          noTool,
	"resources/read":      `{"uri":"mcpsim://no/such/resource"}`,
	"prompts/get":         `{"name":"mcpsim_no_such_prompt"}`,
	"completion/complete": nobody("prompt"),
	"resources/subscribe": `{"uri":"mcpsim://no/such/resource"}`,
}

// checkOfUnknown are the checks of such requests that are answered with a result.
var checkOfUnknown = map[string]string{"tools/call": "TOOL-03", "resources/read": "RES-01", "prompts/get": "PRM-01", "completion/complete": "COMP-03"}

func (c *check) lacksParams(answer probe.Frame) error {
	failure := answer.Failure()
	method := last(c.bench.SentInCheck())
	if failure == nil && method == "completion/complete" {
		return verdict.Because(checkOfUnknown[method], "a completion of nothing succeeds")
	}
	if failure != nil && (failure.Code == "-32602" || failure.Code == "-32020" && c.conn.Process == nil) || failure == nil && probe.Failed(answer) {
		return nil
	}
	unknown, err := c.conn.Call(method, unknownOf[method])
	switch {
	case err != nil:
		return err
	case failure == nil && unknown.Members["result"] != nil && !probe.Failed(unknown) && checkOfUnknown[method] != "":
		return verdict.Because(checkOfUnknown[method], "%s of what there is not succeeds, too", method)
	case failure == nil:
		return refused(false, answer, "%s without anything that it needs succeeds", method)
	case unknown.Failure() != nil && unknown.Failure().Code == failure.Code:
		return nil
	}
	if method == "tools/call" {
		if bare, err := c.conn.Call(method, unknownOf["prompts/get"]); err == nil && bare.Failure() != nil && bare.Failure().Code == failure.Code {
			return verdict.Because("TOOL-10", "a call of what there is not, without arguments, is the error %s, too", failure.Code)
		}
	}
	return refusedWith("-32602", answer, "the code is %s, want -32602", probe.OrNothing(failure.Code))
}
