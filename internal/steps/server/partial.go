package server

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// sendPartly sends the requests that ask for a kind of input as a client that can only a
// part of it, such as elicitation.form.
func (a *asking) sendPartly(c *check, only string) error {
	all, err := c.bench.Rounds()
	if err != nil {
		return err
	}
	if err := all.NoneAsk(); err != nil {
		return err
	}
	kind, part, _ := strings.Cut(only, ".")
	a.client = `{"` + kind + `":{"` + part + `":{}}}`
	if part == "" {
		a.client = `{"` + kind + `":{}}`
	}
	if err := c.freshSession(); err != nil {
		return err
	}
	for _, r := range all.All {
		if !slices.Contains(r.Needs(), kind) {
			continue
		}
		c.conn.Capabilities = a.client
		answer, err := c.call(r.Method, string(r.Params))
		if err != nil {
			return err
		}
		if err := a.further(c, r, answer); err != nil {
			return err
		}
	}
	return verdict.NotTestableIf(len(c.answers) == 0, "no request asks for %s", kind)
}

// further goes on with a request as long as it asks for what the client can do.
func (a *asking) further(c *check, r *probe.Round, answer probe.Frame) (err error) {
	for range maxFurther {
		c.answers = append(c.answers, answer)
		if !probe.AsksForInput(answer) || a.askedMore(c) != nil {
			break
		}
		answer, err = c.call(r.Method, probe.Retry(r.Params, probe.Obliging(probe.Questions(answer)), probe.State(answer)))
		if err != nil {
			return err
		}
	}
	return nil
}

// declaredStill judges refusals for want of capabilities: that an error names only what the client
// has declared is a mistake. An elicitation without parts is one of forms.
func (a *asking) declaredStill(c *check) error {
	var client map[string]map[string]json.RawMessage
	_ = jsonparts.Unmarshal([]byte(a.client), &client)
	for _, answer := range c.answers {
		var required map[string]map[string]json.RawMessage
		if f := answer.Failure(); f == nil || f.Code != "-32021" || jsonparts.Unmarshal(requiredCapabilities(answer), &required) != nil || len(required) == 0 {
			continue
		}
		if !lacks(client, required) {
			return unless(false, answer, "a client that has declared %s is refused for want of it", a.client)
		}
	}
	return nil
}

// lacks reports whether a client has not declared a capability, or not a part of it.
func lacks(client, required map[string]map[string]json.RawMessage) bool {
	for name, parts := range required {
		has, declared := client[name]
		for part := range parts {
			if _, can := has[part]; !can && !(name == "elicitation" && part == "form" && len(has) == 0) {
				return true
			}
		}
		if !declared {
			return true
		}
	}
	return false
}

// maxFurther bounds how often a request that asks again is gone on with.
const maxFurther = 3

func (a *asking) askedMore(c *check) error {
	var client map[string]json.RawMessage
	_ = jsonparts.Unmarshal([]byte(a.client), &client)
	for _, answer := range c.answers {
		for _, q := range probe.Questions(answer) {
			if part := probe.Undeclared(client, q); part != "" {
				return unless(false, answer, "it asks for %s, which needs %s", probe.QuestionMethod(q), part)
			}
		}
	}
	return nil
}
