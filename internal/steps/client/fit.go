package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// schema is the part of a JSON schema that is looked at. Types that are no single name
// are not.
type schema struct {
	Properties map[string]struct {
		Type json.RawMessage
		Enum []string
	}
	Required []string
}

// types are the simple types of JSON schemas.
var types = map[string]func(json.RawMessage) bool{
	"string": isText, "number": isNumber, "object": isObject,
	"integer": func(raw json.RawMessage) bool {
		var n float64
		return jsonparts.Unmarshal(raw, &n) == nil && n == float64(int64(n)) && string(raw) != "null"
	},
	"boolean": func(raw json.RawMessage) bool { return string(raw) == "true" || string(raw) == "false" },
}

// fits says which member of an object is not as the schema wants it.
func (s schema) fits(value json.RawMessage) error {
	var members map[string]json.RawMessage
	_ = jsonparts.Unmarshal(value, &members)
	for _, name := range s.Required {
		if members[name] == nil {
			return fmt.Errorf("there is no %s, which is required", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		property := s.Properties[name]
		wanted, _ := textOf(property.Type)
		text, _ := textOf(members[name])
		switch is := types[wanted]; {
		case is != nil && !is(members[name]):
			return fmt.Errorf("%s is %s, and should be of the type %s", name, members[name], wanted)
		case len(property.Enum) > 0 && !slices.Contains(property.Enum, text):
			return fmt.Errorf("%s is %s, which is not in the enum", name, members[name])
		}
	}
	return nil
}

// asksFor says which member of a value has no property in the schema.
func (s schema) asksFor(value json.RawMessage) error {
	var members map[string]json.RawMessage
	_ = jsonparts.Unmarshal(value, &members)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if _, asked := s.Properties[name]; !asked {
			return fmt.Errorf("there is %s, which the form does not ask for", name)
		}
	}
	return nil
}

// argumentsFit compares the calls of a session with the tools that it has been told.
func argumentsFit(r *clientcheck.Run) error {
	told := map[string]schema{}
	judged := 0
	for _, e := range r.Entries(func(e fakeserver.Entry) bool { return e.Kind == fakeserver.KindMessage }) {
		if e.Direction == fakeserver.Sent && e.Method == "tools/list" {
			var page struct {
				Tools []struct {
					Name        string
					InputSchema schema
				}
			}
			_ = jsonparts.Unmarshal(clientcheck.Result(e.Raw), &page)
			for _, tool := range page.Tools {
				told[tool.Name] = tool.InputSchema
			}
		}
		if e.Direction != fakeserver.Received || e.Method != "tools/call" {
			continue
		}
		var p struct {
			Name      string
			Arguments json.RawMessage
		}
		clientcheck.Params(e.Raw, &p)
		if p.Arguments != nil && !isObject(p.Arguments) || p.Name == "" {
			continue // the business of another check
		}
		if s, listed := told[p.Name]; listed {
			judged++
			if err := s.fits(p.Arguments); err != nil {
				return fmt.Errorf("in the arguments of %s %w: %s", p.Name, err, quote(e.Raw))
			}
		}
	}
	return verdict.NotObservedIf(judged == 0, "no tool is called that the server has listed")
}

// formAnswer is the result of the first elicitation, with the schema of its form.
func formAnswer(r *clientcheck.Run) (form schema, action string, content json.RawMessage, err error) {
	answer, err := answered(r, "elicitation/create")
	if err != nil {
		return form, "", nil, verdict.NotObserved("no form is answered: %s", err)
	}
	var asked struct{ RequestedSchema schema }
	if requests := r.SentBack("elicitation/create"); len(requests) > 0 {
		clientcheck.Params(requests[0].Raw, &asked)
	}
	var got struct{ Action, Content json.RawMessage }
	result := clientcheck.Result(answer.Raw)
	if result == nil || jsonparts.Unmarshal(result, &got) != nil || got.Action == nil {
		return form, "", nil, verdict.NotObserved("the form is not answered with an action: %s", quote(answer.Raw))
	}
	action, _ = textOf(got.Action)
	return asked.RequestedSchema, action, got.Content, nil
}

func actionKnown(r *clientcheck.Run) error {
	_, action, _, err := formAnswer(r)
	if err != nil {
		return err
	}
	return verdict.FailedIf(!slices.Contains([]string{"accept", "decline", "cancel"}, action), "the action is %q", action)
}

func notDeclined(r *clientcheck.Run) error {
	_, action, _, err := formAnswer(r)
	return verdict.NotObservedIf(err == nil && (action == "decline" || action == "cancel"), "the client answers the form with %s", action)
}

func contentFits(r *clientcheck.Run) error {
	form, action, content, err := formAnswer(r)
	switch {
	case err != nil:
		return err
	case content != nil && !isObject(content):
		return fmt.Errorf("the content is no object: %s", quote(string(content)))
	case action != "accept" || content == nil:
		return verdict.NotObserved("the client accepts nothing")
	}
	if err := form.fits(content); err != nil {
		return err
	}
	return form.asksFor(content)
}

func samples(r *clientcheck.Run) error {
	if !declares(r, "sampling") {
		return verdict.NotObserved("the client has not declared sampling")
	}
	answer, err := answered(r, "sampling/createMessage")
	if err != nil {
		return err
	}
	if code, failed := errorOf(answer.Raw); failed && code != methodNotFound {
		return verdict.NotObserved("the client does not sample: %s", quote(answer.Raw))
	}
	var got struct{ Role, Model, StopReason, Content json.RawMessage }
	_ = jsonparts.Unmarshal(clientcheck.Result(answer.Raw), &got)
	role, _ := textOf(got.Role)
	switch {
	case role != "user" && role != "assistant":
		return fmt.Errorf("the role is neither user nor assistant: %s", quote(answer.Raw))
	case !isText(got.Model):
		return fmt.Errorf("there is no model: %s", quote(answer.Raw))
	case !isContent(got.Content):
		return fmt.Errorf("the content has no type, or is a text without text: %s", quote(answer.Raw))
	case got.StopReason != nil && !isText(got.StopReason):
		return fmt.Errorf("the stopReason is no string: %s", quote(answer.Raw))
	}
	return nil
}

// isContent reports whether a value is a block of content, or an array of such.
func isContent(raw json.RawMessage) bool {
	var many []json.RawMessage
	if jsonparts.Unmarshal(raw, &many) != nil {
		many = []json.RawMessage{raw}
	}
	return !slices.ContainsFunc(many, func(one json.RawMessage) bool {
		var block struct{ Type, Text json.RawMessage }
		return jsonparts.Unmarshal(one, &block) != nil || !isText(block.Type) || string(block.Type) == `"text"` && !isText(block.Text)
	})
}

// serverMethods are those that only servers send.
var serverMethods = map[string]bool{
	"roots/list": true, "sampling/createMessage": true, "elicitation/create": true, "notifications/message": true,
	"notifications/tools/list_changed": true, "notifications/prompts/list_changed": true,
	"notifications/resources/list_changed": true, "notifications/resources/updated": true,
	"notifications/elicitation/complete": true,
}

// clientMethods says which method is none of a client. Names with a slash may be of a
// later revision or an extension.
func clientMethods(r *clientcheck.Run) error {
	for _, m := range r.Received() {
		strange := m.Method != "" && !requestMethods[m.Method] &&
			(!strings.Contains(m.Method, "/") || strings.HasPrefix(m.Method, "$/") || strings.HasPrefix(m.Method, "rpc."))
		switch {
		case serverMethods[m.Method]:
			return fmt.Errorf("%s is sent, which only servers send: %s", m.Method, quote(m.Raw))
		case strange && m.Method != "initialized": // the business of CLI-01
			return fmt.Errorf("%s is sent, which is no method of the protocol: %s", m.Method, quote(m.Raw))
		}
	}
	return nil
}
