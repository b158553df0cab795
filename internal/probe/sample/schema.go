package sample

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/mcpsim/mcpsim/internal/schema"
)

// Schema is a schema that can be used. It is never changed and may be used by
// several goroutines.
type Schema struct {
	root     any // as [schema.Schema.Root] has it
	compiled *schema.Schema
}

// Compile reads a schema. The error says why it is none, or that it exceeds a limit,
// in one line.
func Compile(text []byte) (*Schema, error) {
	compiled, err := schema.Compile(text, schema.Options{Patterns: schema.Likely})
	if fault := (*schema.Fault)(nil); errors.As(err, &fault) {
		older, olderErr := schema.Compile(text, schema.Options{Patterns: schema.Likely, Draft7: true})
		if olderErr == nil {
			compiled, err = older, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("compiling the schema: %w", err)
	}
	return &Schema{compiled.Root(), compiled}, nil
}

// Check says in one line where a JSON text violates the schema. Its errors are those
// of [schema.Schema.Check]: only a *[schema.Violation] is about the text.
func (s *Schema) Check(text []byte) error { return s.compiled.Check(text) }

// encoded is the JSON text of a value if the schema allows it.
func (s *Schema) encoded(value any) (json.RawMessage, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return text, s.Check(text)
}

// find is the part of the schema that a reference of the same document names.
func (s *Schema) find(ref string) (any, error) {
	pointer, local := strings.CutPrefix(ref, "#")
	pointer, err := url.PathUnescape(pointer)
	if !local || err != nil || pointer != "" && pointer[0] != '/' {
		return nil, fmt.Errorf("the reference %q is not followed", ref)
	}
	at := s.root
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			break
		}
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		switch in := at.(type) {
		case map[string]any:
			at = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(in) {
				return nil, fmt.Errorf("the reference %q leads nowhere", ref)
			}
			at = in[i]
		}
	}
	return at, nil
}
