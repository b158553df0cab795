package protocol

import "encoding/json"

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

// UnmarshalJSON reads a definition and keeps it in Raw.
func (p *Prompt) UnmarshalJSON(data []byte) (err error) {
	type shape Prompt
	p.Raw, err = decodeKeeping(data, "prompt", (*shape)(p))
	return err
}

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

// PromptMessage is one message of a prompt; Role is "user" or "assistant".
type PromptMessage struct {
	Role    string  `json:"role"`
	Content Content `json:"content"`
}
