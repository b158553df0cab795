package server

import (
	"net/http"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// doubledSteps are about headers that are written twice.
func doubledSteps() []gherkin.Step {
	return gherkin.Noun("mirrored header", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `something that is offered is asked for with "([^"]+)", and two headers "([^"]+)", the (first|second) one wrong`,
			Manual:  "each on a line of its own; not testable where one header that is wrong is served, too",
			Example: `something that is offered is asked for with "tools/call", and two headers "Mcp-Name", the first one wrong`, Func: (*check).doubled},
		{Keyword: gherkin.Then, Pattern: `it is not served`, Manual: "whatever it is refused with", Func: (*check).unserved},
	})
}

// comparing are the checks of standard headers that are written once.
var comparing = map[string]string{"Mcp-Method": "M-HM-09", "Mcp-Name": "M-HM-10", "Mcp-Protocol-Version": "M-HM-06"}

// wrongHeader is a version that somebody speaks, and neither a method nor a name.
const wrongHeader = "2025-11-25"

// doubled sends a request with a header that is written twice, after one with the wrong value
// alone. Lines are in the order of their names as they are spelled, capitals first.
func (c *check) doubled(method, name, which string) error {
	params, about, err := c.offered(method)
	if err != nil {
		return err
	}
	canonical, spelled, wrong := http.CanonicalHeaderKey(name), strings.ToUpper(name), wrongHeader
	if which == "second" {
		spelled = strings.ToLower(name)
	}
	c.edits[canonical] = &wrong
	if err := c.request(method, params); err != nil {
		return err
	}
	if c.unserved() != nil {
		return verdict.Because(comparing[canonical], "%s is served with one header %s that is wrong", method, name)
	}
	right := map[string]string{"Mcp-Method": method, "Mcp-Name": probe.HeaderValue(about), "Mcp-Protocol-Version": probe.ModernRevision}[canonical]
	c.edits[canonical], c.edits[spelled] = nil, &right
	if err := c.request(method, params); err != nil {
		return err
	}
	if c.unserved() == nil {
		return verdict.Because("M-HM-17", "%s is not served with the header %s spelled %s", method, name, spelled)
	}
	delete(c.edits, canonical)
	c.edits[spelled] = &wrong
	return c.request(method, params)
}

func (c *check) unserved() error {
	if c.err != nil && probe.IsLost(c.err) {
		return c.err
	}
	return unless(c.err != nil || !c.answer.IsResponse() || c.answer.Members["result"] == nil, c.answer, "it is served")
}
