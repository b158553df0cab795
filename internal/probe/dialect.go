package probe

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// SchemaFault is what is wrong with a schema: it is none in its dialect, or a
// reference in it leads nowhere.
type SchemaFault struct {
	Dangling bool
	text     string
}

func (e *SchemaFault) Error() string { return e.text }

// ErrForeign says that a schema cannot be judged: its dialect, or another
// document that it needs, is not known here. Nothing is ever loaded.
var ErrForeign = errors.New("its dialect or a document that it refers to is not known here")

// CheckDialect judges a schema in the dialect that it names, 2020-12 if none. The
// error is a *schemaFault or errForeign.
func CheckDialect(schema []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return &SchemaFault{text: "it is no JSON"}
	}
	const place = "mem:schema"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(jsonschema.SchemeURLLoader{})
	c.UseRegexpEngine(anyPattern)
	if err := c.AddResource(place, value); err != nil {
		return ErrForeign
	}
	_, err = c.Compile(place)
	return explainSchema(err)
}

// anyPattern takes every pattern: the dialect of patterns is JavaScript's, and
// which of them are right there is not judged here.
func anyPattern(text string) (jsonschema.Regexp, error) { return pattern(text), nil }

type pattern string

func (p pattern) MatchString(string) bool { return true }
func (p pattern) String() string          { return string(p) }

func explainSchema(err error) error {
	var invalid *jsonschema.SchemaValidationError
	var violation *jsonschema.ValidationError
	var pointer *jsonschema.JSONPointerNotFoundError
	var anchor *jsonschema.AnchorNotFoundError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &invalid) && errors.As(invalid.Err, &violation):
		return &SchemaFault{text: "it violates the rules for " + strings.Join(violations(violation), ", ")}
	case errors.As(err, &pointer), errors.As(err, &anchor):
		return &SchemaFault{Dangling: true, text: "a reference in it leads nowhere"}
	}
	return ErrForeign
}

// violations lists the innermost failures, sorted: the library reports them in
// the order of a map.
func violations(e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		return []string{fmt.Sprintf("%s at /%s", strings.Join(e.ErrorKind.KeywordPath(), "/"), strings.Join(e.InstanceLocation, "/"))}
	}
	var out []string
	for _, cause := range e.Causes {
		out = append(out, violations(cause)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
