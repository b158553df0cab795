package sample

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a schema that can be used. It is never changed and may be used by
// several goroutines.
type Schema struct {
	root     any // as [jsonschema.UnmarshalJSON] has it
	compiled *jsonschema.Schema
}

// Compile reads a schema. The error says why it is none, in one line.
func Compile(text []byte) (*Schema, error) {
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	compiled, err := compile(root, jsonschema.Draft2020)
	if err == nil {
		return &Schema{root, compiled}, nil
	}
	older, olderErr := compile(root, jsonschema.Draft7)
	if olderErr != nil {
		return nil, fmt.Errorf("compiling the schema: %s", oneLine(err))
	}
	return &Schema{root, older}, nil
}

func compile(root any, dialect *jsonschema.Draft) (*jsonschema.Schema, error) {
	const place = "mem:schema"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(dialect)
	c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing is loaded
	c.UseRegexpEngine(tolerant)
	if err := c.AddResource(place, root); err != nil {
		return nil, err
	}
	return c.Compile(place)
}

// tolerant compiles patterns. One that Go does not understand, which is not to
// say that it is wrong, matches everything.
func tolerant(pattern string) (jsonschema.Regexp, error) {
	if re, err := regexp.Compile(pattern); err == nil {
		return re, nil
	}
	return anyText(pattern), nil
}

type anyText string

func (p anyText) String() string        { return string(p) }
func (anyText) MatchString(string) bool { return true }

// Check says in one line where a JSON text violates the schema.
func (s *Schema) Check(text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("reading the value: %w", err)
	}
	if err := s.compiled.Validate(value); err != nil {
		return errors.New(oneLine(err))
	}
	return nil
}

// oneLine drops the first line of the library's reports, which names a place in
// memory.
func oneLine(err error) string {
	var lines []string
	for l := range strings.SplitSeq(err.Error(), "\n") {
		if l = strings.TrimPrefix(strings.TrimSpace(l), "- "); l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines[min(1, len(lines)-1):], "; ")
}

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
