package agenttools

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// InputError says that a model gave a tool something that is not a JSON object.
// It is about the model's behaviour, and nothing is sent.
type InputError struct{ Tool, Detail string }

// Error is the documented text (S-OAI-32).
func (e *InputError) Error() string {
	return fmt.Sprintf("Invalid JSON input for tool %s: %s", e.Tool, e.Detail)
}

// ReadInput reads what a model gave as the input of a tool, under the name that
// the model knows; empty input is {}.
func ReadInput(tool, input string) (json.RawMessage, error) {
	if input == "" {
		return json.RawMessage("{}"), nil
	}
	raw := json.RawMessage(strings.TrimSpace(input))
	if !json.Valid(raw) {
		return nil, &InputError{tool, input}
	}
	if raw[0] != '{' {
		return nil, &InputError{tool, "expected a JSON object"}
	}
	return raw, nil
}

// ArgumentsError says that arguments were not sent, as the tool's schema forbids
// them.
type ArgumentsError struct {
	Server, Tool string
	Missing      []string // sorted; none: the arguments are no object
}

// Error is the documented text (S-OAI-22).
func (e *ArgumentsError) Error() string {
	what := "arguments must be an object."
	if len(e.Missing) > 0 {
		what = "missing required parameters: " + strings.Join(e.Missing, ", ")
	}
	return fmt.Sprintf("Failed to call tool '%s' on MCP server '%s': %s", e.Tool, e.Server, what)
}

// CheckArguments reports required arguments that are missing, as an
// *[ArgumentsError] (OAI-54). Empty arguments are {}. A schema that requires
// nothing, or is no schema, checks nothing.
func CheckArguments(o Origin, schema, arguments json.RawMessage) error {
	var shape struct {
		Required []json.RawMessage `json:"required"`
	}
	if json.Unmarshal(schema, &shape) != nil || len(shape.Required) == 0 {
		return nil
	}
	given := map[string]json.RawMessage{}
	if len(arguments) > 0 && (json.Unmarshal(arguments, &given) != nil || given == nil) {
		return &ArgumentsError{Server: o.Server, Tool: o.Tool}
	}
	var missing []string
	for _, raw := range shape.Required {
		var name string
		if json.Unmarshal(raw, &name) != nil {
			continue
		}
		if _, ok := given[name]; !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return &ArgumentsError{o.Server, o.Tool, slices.Compact(missing)}
}
