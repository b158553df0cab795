package server

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// contentSince is from which revision on there is a type of contents; the others always were.
var contentSince = map[string]string{"audio": "2025-03-26", "resource_link": "2025-06-18"}

// blocks are the contents in the result of a call, or in the messages of a prompt.
func blocks(answer probe.Frame) []map[string]json.RawMessage {
	var result struct {
		Content  []map[string]json.RawMessage
		Messages []struct{ Content map[string]json.RawMessage }
	}
	_ = jsonparts.Unmarshal(answer.Members["result"], &result)
	for _, m := range result.Messages {
		result.Content = append(result.Content, m.Content)
	}
	return result.Content
}

// laterType is the first type of contents in a result of a method that a revision does not have; "" =
// there is none, or what is wrong with the contents is the business of another check.
func laterType(method string, answer probe.Frame, revision string) (later string) {
	if answer.CheckShape() != nil || form.Result(false, method, answer.Members["result"]) != nil {
		return ""
	}
	for _, block := range blocks(answer) {
		if _, wrong := probe.CheckBlock(block); wrong != nil {
			return ""
		}
		if name := probe.Text(block["type"]); later == "" && contentSince[name] > revision {
			later = name
		}
	}
	return later
}

// contentsOfRevision asks once more, in a session of an older revision, for what has contents in
// a newer one that the older one does not have.
func (c *check) contentsOfRevision(s *probe.Survey) error {
	asked := []wanted{}
	for _, t := range s.Trials {
		if t.Err == nil && laterType("tools/call", t.Answer, c.conn.Revision) != "" {
			asked = append(asked, wanted{"tools/call", probe.CallOf(t.Tool, t.Arguments, "")})
		}
	}
	all, err := c.bench.Browse()
	if err != nil {
		return err
	}
	for _, v := range all.Prompts {
		if v.Err == nil && laterType("prompts/get", v.Answer, c.conn.Revision) != "" {
			asked = append(asked, wanted{"prompts/get", v.Params})
		}
	}
	if len(asked) == 0 {
		return verdict.NotObserved("no tool that may be called and no prompt has contents that %s lacks", c.conn.Revision)
	}
	for _, one := range asked {
		answer, err := c.call(one.method, one.params)
		if err != nil {
			return err
		}
		if later := laterType(one.method, answer, c.conn.Revision); later != "" {
			return unless(false, answer, "in a session of %s contents are of the type %s, which is there from %s on", c.conn.Revision, later, contentSince[later])
		}
	}
	return nil
}
