package fakeserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
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
	if row := tool.Commit; row != "" {
		x.c.commit(name, row)
		m := moment{phases: [2]Phase{phaseAfterCommit}, phaseOnly: true, method: x.msg.method, tool: name}
		x.push(x.s.actionsFor(m, x.c)...)
	}
	x.reply.result = tool.Answer.result(arguments)
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
		return onlyText(either(a.Text, "ok"))
	}
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
func (s *Server) checkArguments(schema, arguments json.RawMessage) string {
	if schema == nil {
		schema = anyObject
	}
	compiled, known := s.schemas[string(schema)]
	if !known {
		compiled = compileSchema(schema)
		s.schemas[string(schema)] = compiled
	}
	if compiled == nil {
		return ""
	}
	err := compiled.Validate(valueOf(arguments))
	if violation, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		places := violations(violation)
		slices.Sort(places) // the library reports in the order of a map
		return strings.Join(slices.Compact(places), ", ")
	}
	return ""
}

// commonSchemas are those that nearly every server has, compiled once: a short
// simulation would spend much of its time on them.
var commonSchemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	common := map[string]*jsonschema.Schema{}
	for _, schema := range []json.RawMessage{anyObject, echoTool().InputSchema} {
		common[string(schema)] = compileSchema(schema)
	}
	return common
})

// compileSchema returns nil for what is no usable schema. Nothing is loaded from
// anywhere.
func compileSchema(schema json.RawMessage) *jsonschema.Schema {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if c.AddResource("mem:schema", value) != nil {
		return nil
	}
	compiled, err := c.Compile("mem:schema")
	if err != nil {
		return nil
	}
	return compiled
}

// violations lists the innermost failures as "keyword at /path".
func violations(e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		keyword := strings.Join(e.ErrorKind.KeywordPath(), "/")
		return []string{fmt.Sprintf("%s at /%s", keyword, strings.Join(e.InstanceLocation, "/"))}
	}
	var out []string
	for _, cause := range e.Causes {
		out = append(out, violations(cause)...)
	}
	return out
}
