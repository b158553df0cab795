package server

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// contentSince is from which revision on there is a type of contents; the others always were.
var contentSince = map[string]string{"audio": "2025-03-26", "resource_link": "2025-06-18"}

// contentTypes are the types of contents in the result of a call, or in the messages of a prompt.
func contentTypes(answer probe.Frame) (out []string) {
	for _, block := range blocks(answer) {
		out = append(out, probe.Text(block["type"]))
	}
	return out
}

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

// laterType is the first type of contents in an answer that a revision does not have; "" = none.
func laterType(answer probe.Frame, revision string) string {
	for _, name := range contentTypes(answer) {
		if since := contentSince[name]; since > revision {
			return name
		}
	}
	return ""
}

// contentsOfRevision asks once more, in a session of an older revision, for what has contents in
// a newer one that the older one does not have.
func (c *check) contentsOfRevision(s *probe.Survey) error {
	if revisionTold(c.conn) != nil {
		return nil
	}
	asked := []wanted{}
	for _, t := range s.Trials {
		if t.Err == nil && laterType(t.Answer, c.conn.Revision) != "" {
			asked = append(asked, wanted{"tools/call", probe.CallOf(t.Tool, t.Arguments, "")})
		}
	}
	all, err := c.bench.Browse()
	if err != nil {
		return err
	}
	for _, v := range all.Prompts {
		if v.Err == nil && laterType(v.Answer, c.conn.Revision) != "" {
			asked = append(asked, wanted{"prompts/get", v.Params})
		}
	}
	for _, one := range asked {
		answer, err := c.call(one.method, one.params)
		if err != nil {
			return err
		}
		if later := laterType(answer, c.conn.Revision); later != "" {
			return unless(false, answer, "in a session of %s contents are of the type %s, which is there from %s on", c.conn.Revision, later, contentSince[later])
		}
	}
	return nil
}
