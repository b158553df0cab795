package protocol

import "encoding/json"

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

// Decode reads the definitions. Bad ones are left out and reported.
func (p *ToolPage) Decode() (tools []Tool, bad []error) { return readEach(p.Tools, ReadTool) }

// ResourcePage is one page of resources/list.
type ResourcePage struct {
	Resources  []json.RawMessage `json:"resources"`
	NextCursor *string           `json:"nextCursor,omitempty"`
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *ResourcePage) Decode() ([]Resource, []error) {
	return readEach(p.Resources, definition[Resource]("resource"))
}

// ResourceTemplatePage is one page of resources/templates/list.
type ResourceTemplatePage struct {
	ResourceTemplates []json.RawMessage `json:"resourceTemplates"`
	NextCursor        *string           `json:"nextCursor,omitempty"`
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *ResourceTemplatePage) Decode() ([]ResourceTemplate, []error) {
	return readEach(p.ResourceTemplates, definition[ResourceTemplate]("resource template"))
}

// PromptPage is one page of prompts/list.
type PromptPage struct {
	Prompts    []json.RawMessage `json:"prompts"`
	NextCursor *string           `json:"nextCursor,omitempty"`
}

// Decode reads the definitions. Bad ones are left out and reported.
func (p *PromptPage) Decode() ([]Prompt, []error) {
	return readEach(p.Prompts, definition[Prompt]("prompt"))
}
