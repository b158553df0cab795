package server

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// spelledSteps are about names of members that differ in their case alone.
func spelledSteps() []gherkin.Step {
	return gherkin.Noun("message", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `what is offered is asked for with its name in a member that begins with a capital`,
			Manual: "Name in place of name, Uri in place of uri: tools that may be called, prompts, resources; not testable if there is none", Func: (*check).askRespelled},
		{Keyword: gherkin.Then, Pattern: `none of it is found by that`, Manual: "each is answered with an error, or a result with isError; not observed if it is served without any name, too", Func: (*check).noneRespelled},
	})
}

// nameOf is the member of params that names what is asked for.
var nameOf = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

func (c *check) askRespelled() error {
	tried := false
	for _, method := range []string{"tools/call", "prompts/get", "resources/read"} {
		if !c.bench.First().Declares(providedBy[method]) {
			continue
		}
		params, name, err := c.offered(method)
		switch {
		case verdict.Of(err) != "": // there is none
			continue
		case err != nil:
			return err
		}
		tried = true
		if err := c.respelled(method, params, name); err != nil || c.err != nil || !probe.Failed(c.answer) {
			return err
		}
	}
	return verdict.NotTestableIf(!tried, "nothing is offered that can be asked for")
}

// respelled asks for something by a member that there is not, with the headers that it has by its
// right one.
func (c *check) respelled(method, params, name string) error {
	var members map[string]json.RawMessage
	if err := jsonparts.Unmarshal([]byte(params), &members); err != nil {
		return err
	}
	member := nameOf[method]
	members[strings.ToUpper(member[:1])+member[1:]] = members[member]
	delete(members, member)
	if c.bench.IsModern() && c.conn.Process == nil {
		value := probe.HeaderValue(name)
		key := http.CanonicalHeaderKey("Mcp-Name")
		c.edits[key] = &value
		defer delete(c.edits, key)
	}
	c.conn.Misfits(true)
	defer c.conn.Misfits(false)
	respelled, err := json.Marshal(members)
	if err != nil {
		return err
	}
	return c.request(method, string(respelled))
}

func (c *check) noneRespelled(answer probe.Frame) error {
	if probe.Failed(answer) {
		return nil
	}
	method := last(c.bench.SentInCheck())
	bare, err := c.conn.Call(method, "{}")
	if err == nil && !probe.Failed(bare) {
		return verdict.NotObserved("%s without any name succeeds, too", method)
	}
	return unless(false, answer, "%s finds what a member names whose name begins with a capital", method)
}
