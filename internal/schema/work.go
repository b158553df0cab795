package schema

import (
	"errors"
	"reflect"
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// errTired ends a validation that takes too long. The library has no way to be
// stopped but a panic in what it calls.
var errTired = errors.New("too much work")

// work bounds one validation. The library asks for the format of every value that
// it looks at before it goes on to what is inside the schema, so every schema gets a
// format that counts.
type work struct {
	left    int
	dynamic bool // there are references that only show where they lead when validating
	seen    map[*jsonschema.Schema]bool
}

func (w *work) charge(n int) {
	if w.left -= n; w.left < 0 {
		panic(errTired)
	}
}

// follow makes a schema, and all that it consists of, count.
func (w *work) follow(s *jsonschema.Schema) {
	w.seen = map[*jsonschema.Schema]bool{}
	w.visit(s)
	w.seen = nil
}

func (w *work) visit(s *jsonschema.Schema) {
	if s == nil || w.seen[s] {
		return
	}
	w.seen[s] = true
	w.dynamic = w.dynamic || s.DynamicRef != nil || s.RecursiveRef != nil
	cost := 1 + len(s.Required) + listed(s) + 4*(len(s.AllOf)+len(s.AnyOf)+len(s.OneOf))
	if s.Ref != nil {
		cost += 4
	}
	each(reflect.ValueOf(s).Elem(), func(inner *jsonschema.Schema) {
		cost += listed(inner) // its list is compared with before its format is asked for
		w.visit(inner)
	})
	s.Format = w.counting(s.Format, cost)
}

// counting is a format that counts before it asks the real one, which may be nil.
func (w *work) counting(real *jsonschema.Format, cost int) *jsonschema.Format {
	out := &jsonschema.Format{Name: "any", Validate: func(v any) error {
		w.charge(cost * extent(v))
		if real == nil {
			return nil
		}
		return real.Validate(v)
	}}
	if real != nil && real.Name != "regex" { // of that name the library has another one
		out.Name = real.Name
	}
	return out
}

// extent is how many values directly inside a value a schema may look at.
func extent(v any) int {
	switch v := v.(type) {
	case map[string]any:
		return 1 + len(v)
	case []any:
		return 1 + len(v)
	case string:
		return 1 + len(v)>>10
	}
	return 1
}

// listed is how many values a schema compares with.
func listed(s *jsonschema.Schema) int {
	n := 0
	if s.Enum != nil {
		n = parts(s.Enum.Values)
	}
	if s.Const != nil {
		n += parts(*s.Const)
	}
	return n
}

func parts(value any) int {
	m := measure{most: 1 << 30}
	_ = m.check(value, 0)
	return m.seen
}

var schemaType = reflect.TypeFor[*jsonschema.Schema]()

// each calls f for the schemas in a field of a schema, however they are kept there.
func each(v reflect.Value, f func(*jsonschema.Schema)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type() == schemaType && !v.IsNil() {
			f(v.Interface().(*jsonschema.Schema))
		}
	case reflect.Interface:
		each(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			each(v.Index(i), f)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			each(v.MapIndex(key), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				each(v.Field(i), f)
			}
		}
	}
}

// engine compiles the patterns of one schema.
type engine struct {
	kind  Patterns
	size  int
	limit error // the first
	work  *work // set before anything is matched
}

func (e *engine) compile(text string) (jsonschema.Regexp, error) {
	if e.kind == Unread {
		return anyText(text), wellFormed(text)
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err == nil {
		e.size += sizeOf(tree)
	}
	switch {
	case len(text) > MaxPatterns || e.size > MaxPatterns:
		e.limit = limit("its patterns are larger than %d instructions", MaxPatterns)
		return anyText(text), nil
	case err != nil && e.kind == Likely:
		return anyText(text), nil
	case err != nil:
		return nil, err
	}
	re, err := regexp.Compile(text)
	return &counted{re, e, 1 + sizeOf(tree)}, err
}

// anyText stands for a pattern in JavaScript's dialect that Go does not know: the
// server judges it, not we.
type anyText string

func (p anyText) String() string        { return string(p) }
func (anyText) MatchString(string) bool { return true }

// counted is a pattern whose matching is work.
type counted struct {
	*regexp.Regexp
	engine *engine
	size   int
}

func (c *counted) MatchString(text string) bool {
	if c.engine.work != nil {
		c.engine.work.charge(1 + len(text)*c.size>>7)
	}
	return c.Regexp.MatchString(text)
}
