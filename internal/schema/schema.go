package schema

import (
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Patterns says what becomes of patterns, whose dialect is JavaScript's.
type Patterns int

// What becomes of patterns.
const (
	Known  Patterns = iota // one that Go does not know makes the schema unusable
	Likely                 // one that Go does not know is taken to match
	Unread                 // all are taken to match, and none is compiled; one that no dialect reads makes the schema unusable
)

// Options say how a schema is compiled. The zero value is 2020-12, unless the schema
// names another dialect, with patterns as in Go.
type Options struct {
	Draft7   bool // the dialect if the schema names none
	Patterns Patterns
}

// Schema is a compiled schema. It may be used by several goroutines; they take
// turns.
type Schema struct {
	root     any
	compiled *jsonschema.Schema

	mu   sync.Mutex
	work work
}

// Compile compiles a schema. Its errors are a *[Fault], a *[LimitError] or
// [ErrForeign].
func Compile(text []byte, o Options) (s *Schema, err error) {
	root, err := decode(text, MaxSchema, MaxParts, "the schema")
	switch limited := (*LimitError)(nil); {
	case errors.As(err, &limited):
		return nil, err
	case err != nil:
		return nil, &Fault{text: "it is no JSON"}
	}
	defer func() {
		if problem := recover(); problem != nil {
			s, err = nil, limit("the schema makes the validator panic: %.200v", problem)
		}
	}()
	const place = "mem:schema"
	patterns := &engine{kind: o.Patterns}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if o.Draft7 {
		c.DefaultDraft(jsonschema.Draft7)
	}
	c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing is loaded
	c.UseRegexpEngine(patterns.compile)
	if err := c.AddResource(place, root); err != nil {
		return nil, ErrForeign
	}
	compiled, err := c.Compile(place)
	switch {
	case patterns.limit != nil:
		return nil, patterns.limit
	case err != nil:
		return nil, explain(err)
	}
	s = &Schema{root: root, compiled: compiled}
	patterns.work = &s.work
	s.work.follow(compiled)
	return s, nil
}

// Root is the schema as it was read: objects, lists and [encoding/json.Number]s. It
// is the schema's; do not change it.
func (s *Schema) Root() any { return s.root }

// Check says how a value violates the schema. Its errors are a *[Violation], a
// *[LimitError], or that the value is no JSON.
func (s *Schema) Check(text []byte) error {
	value, err := decode(text, MaxValue, MaxElements, "the value")
	if limited := (*LimitError)(nil); errors.As(err, &limited) {
		return err
	}
	if err != nil {
		return fmt.Errorf("reading the value: %w", err)
	}
	return s.validate(value)
}

// CheckValue is [Schema.Check] for a value that is decoded already, with numbers as
// [encoding/json.Number].
func (s *Schema) CheckValue(value any) error {
	m := measure{what: "the value", most: MaxElements}
	if err := m.check(value, 0); err != nil {
		return err
	}
	return s.validate(value)
}

func (s *Schema) validate(value any) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		switch problem := recover(); {
		case problem == errTired:
			err = limit("it takes more than %d steps", MaxWork)
		case problem != nil:
			err = limit("the schema makes the validator panic: %.200v", problem)
		}
	}()
	if s.work.dynamic {
		return limit("its references are dynamic")
	}
	s.work.left = MaxWork
	var violation *jsonschema.ValidationError
	err = s.compiled.Validate(value)
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &violation):
		return limit("%.200s", err)
	case circular(violation):
		return limit("a reference in it leads back to itself")
	}
	return newViolation(violation)
}
