package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// schema is the part of a JSON schema that is looked at. Types that are no single name
// are not.
type schema struct {
	Properties map[string]property
	Required   []string
}

type property struct {
	Type                 json.RawMessage
	Enum                 []string
	OneOf                []choice
	Minimum, Maximum     *float64
	MinLength, MaxLength *int
	MinItems, MaxItems   *int
	Format               string
	Items                struct {
		Enum  []string
		AnyOf []choice
	}
}

type choice struct{ Const string }

// choices are the values that there are, as they are or with titles; none = any.
func choices(enum []string, titled []choice) []string {
	for _, c := range titled {
		if c.Const != "" {
			enum = append(enum, c.Const)
		}
	}
	return enum
}

// bounds says which limit of a number or a text a value does not keep, or which choice there is not.
func (p property) bounds(value json.RawMessage) error {
	text, isText := textOf(value)
	var number float64
	isNumber := isNumber(value)
	_ = jsonparts.Unmarshal(value, &number)
	length := utf8.RuneCountInString(text)
	var items []string
	several := isArray(value) && jsonparts.Unmarshal(value, &items) == nil
	one, many := choices(p.Enum, p.OneOf), choices(p.Items.Enum, p.Items.AnyOf)
	switch {
	case len(one) > 0 && !slices.Contains(one, text):
		return errors.New("which is not in the enum")
	case several && len(many) > 0 && slices.ContainsFunc(items, func(item string) bool { return !slices.Contains(many, item) }):
		return errors.New("of which something is not in the enum")
	case isNumber && (p.Minimum != nil && number < *p.Minimum || p.Maximum != nil && number > *p.Maximum):
		return errors.New("which is not within minimum and maximum")
	case isText && (p.MinLength != nil && length < *p.MinLength || p.MaxLength != nil && length > *p.MaxLength):
		return errors.New("which is shorter or longer than it may be")
	case several && (p.MinItems != nil && len(items) < *p.MinItems || p.MaxItems != nil && len(items) > *p.MaxItems):
		return errors.New("of which there are fewer or more than there may be")
	case isText && formats[p.Format] != nil && !formats[p.Format](text):
		return fmt.Errorf("which has not the format %s", p.Format)
	}
	return nil
}

// formats are those of texts in forms; others are not looked at.
var formats = map[string]func(string) bool{
	"email": func(text string) bool { return strings.Contains(strings.Trim(text, "@"), "@") },
	"uri": func(text string) bool {
		u, err := url.Parse(text)
		return err == nil && u.Scheme != ""
	},
	"date": func(text string) bool {
		_, err := time.Parse(time.DateOnly, text)
		return err == nil
	},
	"date-time": func(text string) bool {
		_, err := time.Parse(time.RFC3339, strings.ToUpper(text))
		return err == nil
	},
}

// types are the simple types of JSON schemas.
var types = map[string]func(json.RawMessage) bool{
	"string": isText, "number": isNumber, "object": isObject, "array": isArray,
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
		if is := types[wanted]; is != nil && !is(members[name]) {
			return fmt.Errorf("%s is %s, and should be of the type %s", name, members[name], wanted)
		}
		if err := property.bounds(members[name]); err != nil {
			return fmt.Errorf("%s is %s, %w", name, members[name], err)
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

// filledForm is the result of an elicitation, with the schema of its form.
type filledForm struct {
	form    schema
	action  string
	content json.RawMessage
}

// everyForm judges the answers to all forms, up to one that is not answered with an action.
func everyForm(r *clientcheck.Run, judge func(filledForm) error) error {
	all, err := answered(r, "elicitation/create")
	if len(all) == 0 {
		return verdict.NotObserved("no form is answered: %s", err)
	}
	asked := r.SentBack("elicitation/create")
	for i, answer := range all {
		var question struct{ RequestedSchema schema }
		clientcheck.Params(asked[i].Raw, &question)
		var got struct{ Action, Content json.RawMessage }
		result := clientcheck.Result(answer.Raw)
		if result == nil || jsonparts.Unmarshal(result, &got) != nil || got.Action == nil {
			return verdict.NotObserved("the form is not answered with an action: %s", quote(answer.Raw))
		}
		action, _ := textOf(got.Action)
		if err := judge(filledForm{question.RequestedSchema, action, got.Content}); err != nil {
			return err
		}
	}
	return nil
}

func actionKnown(r *clientcheck.Run) error {
	return everyForm(r, func(f filledForm) error {
		return verdict.FailedIf(!slices.Contains([]string{"accept", "decline", "cancel"}, f.action), "the action is %q", f.action)
	})
}

func notDeclined(r *clientcheck.Run) error {
	declined := ""
	_ = everyForm(r, func(f filledForm) error {
		if f.action == "decline" || f.action == "cancel" {
			declined = f.action
		}
		return nil
	})
	return verdict.NotObservedIf(declined != "", "the client answers the form with %s", declined)
}

func contentFits(r *clientcheck.Run) error {
	return everyForm(r, func(f filledForm) error {
		switch {
		case f.content != nil && !isObject(f.content):
			return fmt.Errorf("the content is no object: %s", quote(string(f.content)))
		case slices.Contains([]string{"decline", "cancel"}, f.action) && !isEmpty(f.content):
			return fmt.Errorf("the action is %s, and there is a content: %s", f.action, quote(string(f.content)))
		case f.action == "accept" && f.content == nil && len(f.form.Required) > 0:
			return fmt.Errorf("the form is accepted without a content, and %s is required", f.form.Required[0])
		case f.action != "accept" || f.content == nil:
			return verdict.NotObserved("the client accepts nothing")
		}
		if err := f.form.fits(f.content); err != nil {
			return err
		}
		return f.form.asksFor(f.content)
	})
}

func samples(r *clientcheck.Run) error {
	if !declares(r, "sampling") {
		return verdict.NotObserved("the client has not declared sampling")
	}
	return everyAnswer(r, "sampling/createMessage", sampled)
}

func sampled(answer clientcheck.Indexed) error {
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
		return fmt.Errorf("the content has no type that a message can have, or lacks what belongs to it: %s", quote(answer.Raw))
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
		var block struct{ Type string }
		_ = jsonparts.Unmarshal(one, &block)
		shapes := contentShapes[block.Type]
		return shapes == nil || misshapen(one, shapes) != nil
	})
}

// contentShapes are what belongs to each type of content of a message that was sampled.
var contentShapes = map[string][]shape{
	"text":        {{"text", false, isText, "a string"}},
	"image":       {{"data", false, isText, "a string"}, {"mimeType", false, isText, "a string"}},
	"audio":       {{"data", false, isText, "a string"}, {"mimeType", false, isText, "a string"}},
	"tool_use":    {{"id", false, isText, "a string"}, {"name", false, isText, "a string"}, {"input", false, isObject, "an object"}},
	"tool_result": {{"toolUseId", false, isText, "a string"}, {"content", false, isArray, "an array"}},
}

// serverMethods are those that only servers send.
var serverMethods = map[string]bool{
	"roots/list": true, "sampling/createMessage": true, "elicitation/create": true, "notifications/message": true,
	"notifications/tools/list_changed": true, "notifications/prompts/list_changed": true,
	"notifications/resources/list_changed": true, "notifications/resources/updated": true,
	"notifications/elicitation/complete": true,
}

// isInvented reports whether a request is in the words of a capability of servers, and none that
// there is. Clients that try something say so.
func isInvented(r *clientcheck.Run, m clientcheck.Indexed) bool {
	capability, _ := needed(m.Method)
	own := capability != "" && capability != "tasks" || strings.HasPrefix(m.Method, "tools/")
	return own && m.ID != "" && !requestMethods[m.Method] && !m.IsModern() && !declares(r, "experimental") && !declares(r, "extensions")
}

// clientMethods says which method is none of a client. Other names with a slash may be of a
// later revision or an extension.
func clientMethods(r *clientcheck.Run) error {
	undeclared := afterEach(needsDeclared)(r) // the business of CLI-16
	for _, m := range r.Received() {
		strange := m.Method != "" && !requestMethods[m.Method] &&
			(!strings.Contains(m.Method, "/") || strings.HasPrefix(m.Method, "$/") || strings.HasPrefix(m.Method, "rpc."))
		switch {
		case serverMethods[m.Method]:
			return fmt.Errorf("%s is sent, which only servers send: %s", m.Method, quote(m.Raw))
		case isInvented(r, m) && undeclared == nil:
			return fmt.Errorf("%s is sent, which is no method of the protocol: %s", m.Method, quote(m.Raw))
		case strange && m.Method != "initialized": // the business of CLI-01
			return fmt.Errorf("%s is sent, which is no method of the protocol: %s", m.Method, quote(m.Raw))
		}
	}
	return nil
}
