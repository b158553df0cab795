package protocol

import (
	"encoding/json"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

// ElicitParams is a question for the user.
type ElicitParams struct {
	Mode    string `json:"mode,omitempty"` // "form" or "url"; empty: form
	Message string `json:"message"`
	// RequestedSchema is a JSON Schema of one object with primitive members.
	RequestedSchema json.RawMessage `json:"requestedSchema,omitempty"`
}

var elicitParamsFields = jsonscan.Folded("mode", "message", "requestedSchema")

func (p *ElicitParams) scan(s *jsonscan.Scanner) {
	s.Object(elicitParamsFields, func(name string) {
		switch name {
		case "mode":
			s.String(&p.Mode)
		case "message":
			s.String(&p.Message)
		case "requestedSchema":
			s.Raw(&p.RequestedSchema)
		}
	})
}

// Form reports whether the answer is a form that is filled in, the one mode of
// revisions before 2025-11-25.
func (p ElicitParams) Form() bool { return p.Mode == "" || p.Mode == "form" }

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
