package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Fault is what is wrong with a schema: it is none in its dialect, or a reference in
// it leads nowhere, or one of its patterns is no regular expression.
type Fault struct {
	Dangling  bool
	Unmatched bool
	text      string
}

func (e *Fault) Error() string { return e.text }

// ErrForeign says that a schema cannot be judged: its dialect, or another document
// that it needs, is not known here.
var ErrForeign = errors.New("its dialect or a document that it refers to is not known here")

// maxPlaces bounds the places that an error names.
const maxPlaces = 20

// Violation says how a value violates a schema.
type Violation struct {
	// Places are the innermost failures, as "keyword at /path", sorted, at most 20.
	Places []string
	text   string
}

func (e *Violation) Error() string { return e.text }

// explain is the error of the compiler in our words.
func explain(err error) error {
	var invalid *jsonschema.SchemaValidationError
	var violation *jsonschema.ValidationError
	var pointer *jsonschema.JSONPointerNotFoundError
	var anchor *jsonschema.AnchorNotFoundError
	var pattern *jsonschema.InvalidRegexError
	switch {
	case errors.As(err, &invalid) && errors.As(invalid.Err, &violation):
		return &Fault{text: "it violates the rules for " + strings.Join(newViolation(violation).Places, ", ")}
	case errors.As(err, &pointer), errors.As(err, &anchor):
		return &Fault{Dangling: true, text: "a reference in it leads nowhere"}
	case errors.As(err, &pattern):
		return &Fault{Unmatched: true, text: fmt.Sprintf("the pattern %.100q is not known: %s", pattern.Regex, pattern.Err)}
	}
	return ErrForeign
}

// innermost are the failures that have no cause in others.
func innermost(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var out []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		out = append(out, innermost(cause)...)
	}
	return out
}

// circular reports whether a failure is none of the value, but of a reference that
// leads back to itself.
func circular(e *jsonschema.ValidationError) bool {
	return slices.ContainsFunc(innermost(e), func(e *jsonschema.ValidationError) bool {
		_, is := e.ErrorKind.(*kind.RefCycle)
		return is
	})
}

// newViolation sorts the failures: the library reports them in the order of a map.
func newViolation(e *jsonschema.ValidationError) *Violation {
	var places, texts []string
	leaves := innermost(e)
	slices.SortStableFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		return slices.Compare(a.InstanceLocation, b.InstanceLocation)
	})
	for _, leaf := range leaves {
		places = append(places, fmt.Sprintf("%s at /%s", strings.Join(leaf.ErrorKind.KeywordPath(), "/"), strings.Join(leaf.InstanceLocation, "/")))
	}
	slices.Sort(places)
	places = slices.Compact(places)
	for _, leaf := range leaves[:min(maxPlaces, len(leaves))] {
		texts = append(texts, textOf(leaf))
	}
	slices.Sort(texts)
	return &Violation{Places: places[:min(maxPlaces, len(places))], text: strings.Join(slices.Compact(texts), "; ")}
}

// textOf is a failure on one line.
func textOf(leaf *jsonschema.ValidationError) string {
	return fmt.Sprintf("%.300s", strings.ReplaceAll(leaf.Error(), "\n", " "))
}
