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
		c.answers = append(c.answers, answer)
	}
	return verdict.NotTestableIf(len(c.answers) == 0, "no request asks for %s", kind)
}

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
