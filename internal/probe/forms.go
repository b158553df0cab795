package probe

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// The ways in which a user fills in a form that its schema forbids.
const (
	FormEmpty   = "nothing of what it requires"
	FormObjects = "an object in place of each value"
)

// FilledInWrong is the result of a user who accepts a form; nil = the form allows it, or there is none.
func FilledInWrong(how string, params map[string]json.RawMessage) json.RawMessage {
	form := membersOf(params["requestedSchema"])
	if form == nil || Text(params["mode"]) == "url" {
		return nil
	}
	content := map[string]json.RawMessage{}
	if how == FormEmpty {
		var required []string
		if jsonparts.Unmarshal(form["required"], &required) != nil || len(required) == 0 {
			return nil
		}
	}
	if how == FormObjects {
		for name := range membersOf(form["properties"]) {
			content[name] = json.RawMessage(`{"mcpsim":true}`)
		}
		if len(content) == 0 {
			return nil
		}
	}
	text, _ := json.Marshal(content)
	return json.RawMessage(`{"action":"accept","content":` + string(text) + `}`)
}

// Careless is an answer to a call that takes a form for right that is filled in wrong.
type Careless struct {
	Tool   string
	How    string
	Answer Frame
}

// fillInWrong calls a tool that asks a user, and comes to another end for a user who says no, for
// users who fill in its forms wrong.
func (c *Conn) fillInWrong(a *Asking, t Tool, asked []Frame, usual Frame) {
	end := contentOf(usual)
	if _, denied := c.callAnswering(t, c.SayNo); end == "" || contentOf(denied) == "" || contentOf(denied) == end {
		return
	}
	for _, how := range []string{FormEmpty, FormObjects} {
		wrong := false
		again, got := c.callAnswering(t, func(request Frame) error {
			result := FilledInWrong(how, paramsOf(request))
			if request.Method() != "elicitation/create" || result == nil {
				return c.Oblige(request)
			}
			wrong = true
			return c.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, request.Members["id"], result))
		})
		if wrong && len(again) == len(asked) && contentOf(got) == end {
			a.Careless = append(a.Careless, Careless{t.Name, how, got})
		}
	}
}

func paramsOf(request Frame) map[string]json.RawMessage { return membersOf(request.Members["params"]) }

// contentOf is what the result of a call that has succeeded says; "" = it says nothing.
func contentOf(answer Frame) string {
	if r := ResultOf(answer); r == nil || r.IsError || Page(answer)["content"] == nil {
		return ""
	}
	return string(jsonparts.Canonical(Page(answer)["content"]))
}
