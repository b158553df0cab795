package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
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

// ReadTool reads a definition that the result shares memory with. It accepts
// what encoding/json does, and is faster.
func ReadTool(raw json.RawMessage) (Tool, error) {
	t := Tool{Raw: raw}
	if readFields(raw, []field{
		{"name", &t.Name}, {"title", &t.Title}, {"description", &t.Description}, {"inputSchema", &t.InputSchema},
		{"outputSchema", &t.OutputSchema}, {"annotations", &t.Annotations}, {"_meta", &t.Meta},
	}) {
		return t, nil
	}
	t = Tool{}
	err := json.Unmarshal(raw, &t)
	return t, err
}

// UnmarshalJSON reads a definition and keeps it in Raw.
func (t *Tool) UnmarshalJSON(data []byte) (err error) {
	type shape Tool
	t.Raw, err = decodeKeeping(data, "tool", (*shape)(t))
	return err
}

// MarshalJSON writes Raw, or the fields if Raw is nil.
func (t Tool) MarshalJSON() ([]byte, error) {
	type shape Tool
	return encodeKept(t.Raw, shape(t))
}

// ToolHints are the annotations that matter for replaying a call. Absent hints
// are false here, even those whose default in the specification is true: a replay
// needs an explicit promise.
type ToolHints struct {
	Title      string `json:"title"`
	ReadOnly   bool   `json:"readOnlyHint"`
	Idempotent bool   `json:"idempotentHint"`
}

// Hints decodes the annotations. Unreadable annotations give no hints.
func (t Tool) Hints() ToolHints {
	var h ToolHints
	if t.Annotations == nil || json.Unmarshal(t.Annotations, &h) != nil {
		return ToolHints{}
	}
	return h
}

// CallToolParams are the params of tools/call.
type CallToolParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Meta      json.RawMessage `json:"_meta,omitempty"`
}

// AppendJSON writes the params as encoding/json does: calls are frequent, and
// their arguments can be long.
func (p CallToolParams) AppendJSON(b []byte) ([]byte, error) {
	b, err := jsonrpc.AppendString(append(b, `{"name":`...), p.Name)
	if err == nil && len(p.Arguments) > 0 {
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

// ReadCallToolResult reads a result that what it returns shares memory with. It
// accepts what encoding/json does, and is faster.
func ReadCallToolResult(raw json.RawMessage) (CallToolResult, error) {
	var r CallToolResult
	if readFields(raw, []field{
		{"content", &r.Content}, {"structuredContent", &r.StructuredContent}, {"isError", &r.IsError}, {"_meta", &r.Meta},
	}) {
		return r, nil
	}
	r = CallToolResult{}
	err := json.Unmarshal(raw, &r)
	return r, err
}
