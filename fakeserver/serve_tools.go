package fakeserver

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/schema"
)

// toolResult is the result of tools/call.
type toolResult struct {
	Content           []textBlock     `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
}

func textResult(text string) toolResult {
	return toolResult{Content: []textBlock{{"text", text}}}
}

func errorResult(text string) toolResult {
	r := textResult(text)
	r.IsError = true
	return r
}

// callTool checks the arguments, commits the side effect, lets the rules of
// after-commit act, and answers.
func (x *exec) callTool() {
	var name string
	var arguments json.RawMessage
	if !x.param("name", &name) || !x.param("arguments", &arguments) {
		return
	}
	tool := x.c.tool(name)
	if tool == nil {
		x.fail(codeInvalidParams, "Unknown tool: "+name)
		return
	}
	if arguments == nil {
		arguments = json.RawMessage("{}")
	}
	if wrong := x.s.checkArguments(tool.InputSchema, arguments); wrong != "" {
		x.ok(errorResult("Invalid arguments: " + wrong))
		return
	}
	if x.question("tool "+name, tool.Rounds) {
		return
	}
	if row := tool.Commit; row != "" {
		x.c.commit(name, row)
		m := moment{phases: [2]Phase{phaseAfterCommit}, phaseOnly: true, method: x.msg.method, tool: name}
		x.push(x.s.actionsFor(m, x.c)...)
	}
	if !x.startTask(tool, arguments) {
		x.reply.result = tool.outcome(arguments, x.inputs)(nil)
	}
}

// outcome is the result of a call. What was asked before it is asked; a task may ask more, its
// inputs.
func (t *Tool) outcome(arguments, asked json.RawMessage) func(inputs json.RawMessage) json.RawMessage {
	return func(inputs json.RawMessage) json.RawMessage {
		answer := t.Answer
		answer.Text = filledIn(filledIn(answer.Text, asked), inputs)
		return answer.result(arguments)
	}
}

// tool is the first tool of that name on offer, or nil.
func (c *conn) tool(name string) *Tool {
	tools := c.offer().Tools
	for i := range tools {
		if tools[i].Name == name {
			return &tools[i]
		}
	}
	return nil
}

// result of a call with these arguments.
func (a *Answer) result(arguments json.RawMessage) json.RawMessage {
	switch {
	case a.Result != nil:
		return a.Result
	case a.Error != "":
		return encode(errorResult(a.Error))
	case a.Structured != nil:
		r := textResult(string(oneLine(a.Structured)))
		r.StructuredContent = a.Structured
		return encode(r)
	case a.Echo:
		return onlyText(echoed(arguments))
	default:
		return onlyText(withArguments(either(a.Text, "ok"), arguments))
	}
}

// withArguments puts the arguments that are strings into a text, in which {name} stands for
// one.
func withArguments(text string, arguments json.RawMessage) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var pairs []string
	names := namesIn(text)
	for name, value := range jsonparts.Members(arguments) {
		if value[0] == '"' && names[string(name)] {
			pairs = append(pairs, "{"+string(name)+"}", string(jsonparts.Unquoted(value)))
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// onlyText is the result of most calls, written without encoding/json.
func onlyText(text string) json.RawMessage {
	b := make([]byte, 0, len(`{"content":[{"type":"text","text":""}]}`)+len(text))
	return append(appendText(append(b, `{"content":[{"type":"text","text":`...), text), `}]}`...)
}

// echoed is the argument "text" if it is a string, else all arguments.
func echoed(arguments json.RawMessage) string {
	var text string
	if given := member(arguments, "text"); given != nil && decodeInto(given, &text) == nil {
		return text
	}
	return string(arguments)
}

// checkArguments says where arguments violate the schema, or "". A schema that
// is wrong itself is not checked against.
func (s *Server) checkArguments(text, arguments json.RawMessage) string {
	if text == nil {
		text = anyObject
	}
	compiled, known := s.schemas[string(text)]
	if !known {
		compiled = compileSchema(text)
		s.schemas[string(text)] = compiled
	}
	if compiled == nil {
		return ""
	}
	err := compiled.CheckValue(valueOf(arguments))
	violation, wrong := errors.AsType[*schema.Violation](err)
	limit, over := errors.AsType[*schema.LimitError](err)
	switch {
	case wrong:
		return strings.Join(violation.Places, ", ")
	case over:
		return limit.Error()
	}
	return ""
}

// commonSchemas are those that nearly every server has, compiled once: a short
// simulation would spend much of its time on them.
var commonSchemas = sync.OnceValue(func() map[string]*schema.Schema {
	common := map[string]*schema.Schema{}
	for _, text := range []json.RawMessage{anyObject, echoTool().InputSchema} {
		common[string(text)] = compileSchema(text)
	}
	return common
})

// compileSchema returns nil for what is no usable schema. Nothing is loaded from
// anywhere.
func compileSchema(text json.RawMessage) *schema.Schema {
	compiled, err := schema.Compile(text, schema.Options{})
	if err != nil {
		return nil
	}
	return compiled
}
