package protocol

import (
	"encoding/json"
	"fmt"
)

// ElicitParams is a question for the user.
type ElicitParams struct {
	Mode    string `json:"mode,omitempty"` // "form" or "url"; empty: form
	Message string `json:"message"`
	// RequestedSchema is a JSON Schema of one object with primitive members.
	RequestedSchema json.RawMessage `json:"requestedSchema,omitempty"`
}

// Form reports whether the answer is a form that is filled in, the one mode of
// revisions before 2025-11-25.
func (p ElicitParams) Form() bool { return p.Mode == "" || p.Mode == "form" }

// Defaults is the form as the user finds it: an object with the default of every
// member that has one (SEP-1034).
func (p ElicitParams) Defaults() (json.RawMessage, error) {
	var schema struct {
		Properties map[string]struct {
			Default json.RawMessage `json:"default"`
		} `json:"properties"`
	}
	if err := json.Unmarshal(p.RequestedSchema, &schema); err != nil {
		return nil, fmt.Errorf("reading the requested schema: %w", err)
	}
	filled := map[string]json.RawMessage{}
	for name, member := range schema.Properties {
		if member.Default != nil {
			filled[name] = member.Default
		}
	}
	return json.Marshal(filled) // in the order of the names
}

// ElicitAction is what the user did with a question.
type ElicitAction string

// The actions.
const (
	ElicitAccept  ElicitAction = "accept"  // answered it
	ElicitDecline ElicitAction = "decline" // said no
	ElicitCancel  ElicitAction = "cancel"  // went away
)

// ElicitResult is the answer. Content is an object, for accept only.
type ElicitResult struct {
	Action  ElicitAction    `json:"action"`
	Content json.RawMessage `json:"content,omitempty"`
}
