package agenttools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// ErrNotStrict says that a schema allows what strict form cannot: members that
// it does not name (S-OAI-26).
var ErrNotStrict = errors.New("additionalProperties is set to something other than false")

// maxDepth bounds how deep schemas may nest.
const maxDepth = 200

// Function is a tool as a model is told of it. It shares no memory with the tool
// it was made from (OAI-72).
type Function struct {
	Name        string // the public one
	Description string // that of the tool, else its title
	Schema      json.RawMessage
	Strict      bool            // Schema is in strict form
	Meta        json.RawMessage // the tool's _meta
}

// Convert makes a function of a tool under a public name. A schema without
// properties gets empty ones. Strict form is best effort (OAI-69): if it cannot
// be had the schema stays as it was, and why is returned beside the usable
// result (OAI-71). The tool is never changed (OAI-70).
func Convert(tool protocol.Tool, name string, strict bool) (Function, error) {
	f := Function{
		Name: name, Description: tool.Description, Meta: bytes.Clone(tool.Meta),
		Schema: withProperties(tool.InputSchema),
	}
	if f.Description == "" {
		f.Description = tool.Title
	}
	if !strict {
		return f, nil
	}
	schema, err := Strict(f.Schema)
	if err != nil {
		return f, fmt.Errorf("converting the schema of %s to strict form: %w", tool.Name, err)
	}
	f.Schema, f.Strict = schema, true
	return f, nil
}

// withProperties returns a copy of a schema that has properties.
func withProperties(schema json.RawMessage) json.RawMessage {
	schema = bytes.TrimSpace(schema)
	var object map[string]json.RawMessage
	if len(schema) == 0 {
		return json.RawMessage(`{"properties":{}}`)
	}
	if json.Unmarshal(schema, &object) != nil || object == nil || object["properties"] != nil {
		return bytes.Clone(schema)
	}
	end := bytes.LastIndexByte(schema, '}')
	comma := ","
	if len(object) == 0 {
		comma = ""
	}
	return slices.Concat(bytes.TrimSpace(schema[:end]), json.RawMessage(comma+`"properties":{}}`))
}

// Strict converts a schema to strict form: every object names all its members and
// requires all of them. It returns a new schema, with sorted keys, or an error if
// that would change what is allowed in a way that strict form cannot say.
func Strict(schema json.RawMessage) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New("reading the schema: not an object")
	}
	if err := tighten(object, 0); err != nil {
		return nil, err
	}
	return json.Marshal(object)
}

// tighten converts one schema and those within it, in place.
func tighten(schema map[string]any, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("schemas nest deeper than %d", maxDepth)
	}
	if schema["default"] == nil { // says nothing that absence does not
		delete(schema, "default")
	}
	if alternatives, ok := schema["oneOf"].([]any); ok && schema["anyOf"] == nil {
		delete(schema, "oneOf")
		schema["anyOf"] = alternatives
	}
	if err := closeObject(schema); err != nil {
		return err
	}
	for _, key := range []string{"properties", "$defs", "definitions"} {
		inner, _ := schema[key].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(inner)) {
			if err := tightenAny(inner[name], depth); err != nil {
				return err
			}
		}
	}
	for _, key := range []string{"anyOf", "allOf", "oneOf"} {
		inner, _ := schema[key].([]any)
		for _, v := range inner {
			if err := tightenAny(v, depth); err != nil {
				return err
			}
		}
	}
	return tightenAny(schema["items"], depth)
}

func tightenAny(v any, depth int) error {
	if inner, ok := v.(map[string]any); ok {
		return tighten(inner, depth+1)
	}
	return nil
}

// closeObject lets an object have the members that it names, and all of them.
func closeObject(schema map[string]any) error {
	properties, hasProperties := schema["properties"].(map[string]any)
	if schema["type"] != "object" && !hasProperties {
		return nil
	}
	if more, set := schema["additionalProperties"]; set && more != false {
		return ErrNotStrict
	}
	schema["additionalProperties"] = false
	if hasProperties {
		required := []any{}
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			required = append(required, name)
		}
		schema["required"] = required
	}
	return nil
}
