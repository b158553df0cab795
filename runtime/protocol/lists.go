package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// ListParams are the params of every paged list. A nil cursor asks for the
// first page; a cursor is opaque and sent back byte for byte (CLI-20).
type ListParams struct {
	Cursor *string `json:"cursor,omitempty"`
}

// ToolPage is one page of tools/list with every definition as it was sent.
type ToolPage struct {
	Tools      []json.RawMessage `json:"tools"`
	NextCursor *string           `json:"nextCursor,omitempty"`
}

// ReadToolPage reads a page whose definitions share memory with raw. It accepts
// what encoding/json does, and is faster: a server may have thousands of tools.
func ReadToolPage(raw json.RawMessage) (ToolPage, error) {
	var page ToolPage
	if page.cut(raw) {
		return page, nil
	}
	page = ToolPage{}
	err := json.Unmarshal(raw, &page)
	return page, err
}

// cut reads a page of the expected form, and reports false for any other.
func (p *ToolPage) cut(raw json.RawMessage) bool {
	ok := true
	err := jsonrpc.Members(raw, func(name []byte, value json.RawMessage) {
		var err error
		switch string(name) {
		case "tools":
			p.Tools, err = jsonrpc.Elements(value)
		case "nextCursor":
			err = json.Unmarshal(value, &p.NextCursor)
		}
		ok = ok && err == nil
	})
	return ok && err == nil && p.Tools != nil
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *ToolPage) Decode() (tools []Tool, bad []error) { return decodeEach[Tool](p.Tools) }

// ResourcePage is one page of resources/list.
type ResourcePage struct {
	Resources  []json.RawMessage `json:"resources"`
	NextCursor *string           `json:"nextCursor,omitempty"`
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *ResourcePage) Decode() ([]Resource, []error) { return decodeEach[Resource](p.Resources) }

// ResourceTemplatePage is one page of resources/templates/list.
type ResourceTemplatePage struct {
	ResourceTemplates []json.RawMessage `json:"resourceTemplates"`
	NextCursor        *string           `json:"nextCursor,omitempty"`
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *ResourceTemplatePage) Decode() ([]ResourceTemplate, []error) {
	return decodeEach[ResourceTemplate](p.ResourceTemplates)
}

// PromptPage is one page of prompts/list.
type PromptPage struct {
	Prompts    []json.RawMessage `json:"prompts"`
	NextCursor *string           `json:"nextCursor,omitempty"`
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *PromptPage) Decode() ([]Prompt, []error) { return decodeEach[Prompt](p.Prompts) }
