package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Tool is a tool's definition. A tool that was read keeps its raw JSON, and is
// written as that again; clear Raw after changing another field.
type Tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema,omitempty"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  json.RawMessage `json:"annotations,omitempty"`
	Meta         json.RawMessage `json:"_meta,omitempty"`
	Raw          json.RawMessage `json:"-"`
}

var toolFields = jsonscan.Folded("name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta")

func (t *Tool) scan(s *jsonscan.Scanner) {
	s.Kept(&t.Raw, toolFields, func(name string) {
		switch name {
		case "name":
			s.String(&t.Name)
		case "title":
			s.String(&t.Title)
		case "description":
			s.String(&t.Description)
		case "inputSchema":
			s.Raw(&t.InputSchema)
		case "outputSchema":
			s.Raw(&t.OutputSchema)
		case "annotations":
			s.Raw(&t.Annotations)
		case "_meta":
			s.Raw(&t.Meta)
		}
	})
}

// ReadTool is [Read] for a definition, of which there can be thousands: nothing but
// its strings is copied.
func ReadTool(raw json.RawMessage) (t Tool, err error) {
	s := jsonscan.New(raw)
	t.scan(&s)
	return t, named("tool", s.End())
}

// UnmarshalJSON reads a definition and keeps it in Raw.
func (t *Tool) UnmarshalJSON(data []byte) error { return unmarshal(data, "tool", t.scan) }

// MarshalJSON writes Raw, or the fields if Raw is nil.
func (t Tool) MarshalJSON() ([]byte, error) {
	type shape Tool
	return encodeKept(t.Raw, shape(t))
}

// CallToolParams are the params of tools/call.
type CallToolParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Meta      json.RawMessage `json:"_meta,omitempty"`
}

// AppendJSON writes the params as encoding/json does: calls are frequent, and
// their arguments can be long.
func (p CallToolParams) AppendJSON(b []byte) (_ []byte, err error) {
	b = jsonrpc.AppendString(append(b, `{"name":`...), p.Name)
	if len(p.Arguments) > 0 {
		b, err = jsonrpc.AppendRaw(append(b, `,"arguments":`...), p.Arguments)
	}
	if err == nil && len(p.Meta) > 0 {
		b, err = jsonrpc.AppendRaw(append(b, `,"_meta":`...), p.Meta)
	}
	return append(b, '}'), err
}

// CallToolResult is the result of tools/call. IsError marks an error of the
// tool, which is not an error of the protocol (FF-78).
type CallToolResult struct {
	Content           []Content       `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	Meta              json.RawMessage `json:"_meta,omitempty"`
}

var callResultFields = jsonscan.Folded("content", "structuredContent", "isError", "_meta")

func (r *CallToolResult) scan(s *jsonscan.Scanner) {
	s.Object(callResultFields, func(name string) {
		switch name {
		case "content":
			jsonscan.Slice(s, &r.Content, func(c *Content) { c.scan(s) })
		case "structuredContent":
			s.Raw(&r.StructuredContent)
		case "isError":
			s.Bool(&r.IsError)
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}

// ReadCallToolResult is [Read] for the most frequent result.
func ReadCallToolResult(raw json.RawMessage) (r CallToolResult, err error) {
	s := jsonscan.New(raw)
	r.scan(&s)
	return r, s.End()
}

// UnmarshalJSON reads a result.
func (r *CallToolResult) UnmarshalJSON(data []byte) error { return unmarshal(data, "result", r.scan) }
