package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// Prompt is a prompt's definition; see [Tool] for Raw.
type Prompt struct {
	Name        string           `json:"name"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Arguments   []PromptArgument `json:"arguments,omitempty"`
	Meta        json.RawMessage  `json:"_meta,omitempty"`
	Raw         json.RawMessage  `json:"-"`
}

// PromptArgument is one named value a prompt takes.
type PromptArgument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

var promptArgumentFields = jsonscan.Folded("name", "title", "description", "required")

func (a *PromptArgument) scan(s *jsonscan.Scanner) {
	s.Object(promptArgumentFields, func(name string) {
		switch name {
		case "name":
			s.String(&a.Name)
		case "title":
			s.String(&a.Title)
		case "description":
			s.String(&a.Description)
		case "required":
			s.Bool(&a.Required)
		}
	})
}

var promptFields = jsonscan.Folded("name", "title", "description", "arguments", "_meta")

func (p *Prompt) scan(s *jsonscan.Scanner) {
	s.Kept(&p.Raw, promptFields, func(name string) {
		switch name {
		case "name":
			s.String(&p.Name)
		case "title":
			s.String(&p.Title)
		case "description":
			s.String(&p.Description)
		case "arguments":
			jsonscan.Slice(s, &p.Arguments, func(a *PromptArgument) { a.scan(s) })
		case "_meta":
			s.Raw(&p.Meta)
		}
	})
}

// UnmarshalJSON reads a definition and keeps it in Raw.
func (p *Prompt) UnmarshalJSON(data []byte) error { return unmarshal(data, "prompt", p.scan) }

// MarshalJSON writes Raw, or the fields if Raw is nil.
func (p Prompt) MarshalJSON() ([]byte, error) {
	type shape Prompt
	return encodeKept(p.Raw, shape(p))
}

// GetPromptParams are the params of prompts/get.
type GetPromptParams struct {
	Name      string            `json:"name"`
	Arguments map[string]string `json:"arguments,omitempty"`
}

// GetPromptResult is the result of prompts/get.
type GetPromptResult struct {
	Description string          `json:"description,omitempty"`
	Messages    []PromptMessage `json:"messages"`
	Meta        json.RawMessage `json:"_meta,omitempty"`
}

var getPromptResultFields = jsonscan.Folded("description", "messages", "_meta")

func (r *GetPromptResult) scan(s *jsonscan.Scanner) {
	s.Object(getPromptResultFields, func(name string) {
		switch name {
		case "description":
			s.String(&r.Description)
		case "messages":
			jsonscan.Slice(s, &r.Messages, func(m *PromptMessage) { m.scan(s) })
		case "_meta":
			s.Raw(&r.Meta)
		}
	})
}

// PromptMessage is one message of a prompt; Role is "user" or "assistant".
type PromptMessage struct {
	Role    string  `json:"role"`
	Content Content `json:"content"`
}

var promptMessageFields = jsonscan.Folded("role", "content")

func (m *PromptMessage) scan(s *jsonscan.Scanner) {
	s.Object(promptMessageFields, func(name string) {
		switch name {
		case "role":
			s.String(&m.Role)
		case "content":
			m.Content.scan(s)
		}
	})
}
