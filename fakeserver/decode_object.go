package fakeserver

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"

	"github.com/mcpsim/mcpsim/internal/words"
)

// object fills a struct from a mapping, or its short field from anything else.
func (d *decoder) object(n ast.Node, v reflect.Value) error {
	short := shortField(v.Type())
	entries, isMapping := pairs(n)
	if short >= 0 && (!isMapping || wholeValue(v.Type())) {
		return d.decode(n, v.Field(short))
	}
	if _, empty := n.(*ast.NullNode); empty {
		return nil
	}
	if !isMapping {
		return d.wrong(n, "expected a mapping, found %s", kindOrValue(n))
	}
	for _, e := range entries {
		if err := d.member(e, v); err != nil {
			return err
		}
	}
	return nil
}

func kindOrValue(n ast.Node) string {
	if s, ok := n.(ast.ScalarNode); ok {
		return strconv.Quote(s.GetToken().Value)
	}
	return kindOf(n)
}

// notRead is the tag of a field that no key sets.
const notRead = "-"

// member fills the field of one key.
func (d *decoder) member(e *ast.MappingValueNode, v reflect.Value) error {
	key, err := d.text(e.Key)
	if err != nil {
		return err
	}
	var known []string
	for i := range v.NumField() {
		name := v.Type().Field(i).Tag.Get("yaml")
		if name == notRead {
			continue
		}
		if name == key {
			return d.field(e, v.Field(i))
		}
		known = append(known, name)
	}
	wrong := d.wrong(e.Key, "unknown key %q", key)
	if len(known) == 0 {
		wrong.Message += ": there are no settings here"
	}
	wrong.Hint = words.Nearest(key, known)
	return wrong
}

// field fills one field. A key without a value leaves it alone, except where
// null is a value.
func (d *decoder) field(e *ast.MappingValueNode, v reflect.Value) error {
	if _, empty := e.Value.(*ast.NullNode); empty && v.Type() != rawType {
		return nil
	}
	return d.decode(e.Value, v)
}

// shortField is the index of the field tagged short, or -1.
func shortField(t reflect.Type) int {
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("short") != "" {
			return i
		}
	}
	return -1
}

// wholeValue reports whether the struct is only a wrapping of its short field,
// so that a mapping is the field's value.
func wholeValue(t reflect.Type) bool {
	if t.NumField() != 1 {
		return false
	}
	f := t.Field(0).Type
	return f == rawType || f.Kind() == reflect.Map
}

// takesNull reports whether null is a setting of the action: as JSON, or as the
// word that YAML reads that way.
func takesNull(t reflect.Type) bool {
	i := shortField(t)
	return i >= 0 && (wholeValue(t) && t.Field(i).Type == rawType || slices.Contains(wordsOf(t.Field(i).Type), "null"))
}

// wordsOf are the words of an enumeration, nil for any other type.
func wordsOf(t reflect.Type) []string {
	if w, ok := reflect.Zero(t).Interface().(interface{ words() []string }); ok {
		return w.words()
	}
	return nil
}

var jsonNumber = words.Pattern(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// appendJSON writes a node as JSON. Members keep their order and numbers their
// digits.
func (d *decoder) appendJSON(b []byte, n ast.Node) ([]byte, error) {
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > maxDepth {
		return nil, d.wrong(n, "nested deeper than %d levels", maxDepth)
	}
	if entries, ok := pairs(n); ok {
		return d.appendObject(b, entries)
	}
	switch n := n.(type) {
	case *ast.SequenceNode:
		return d.appendArray(b, n.Values)
	case *ast.NullNode:
		return append(b, "null"...), nil
	case *ast.BoolNode:
		return strconv.AppendBool(b, n.Value), nil
	case *ast.IntegerNode:
		return d.appendNumber(b, n, n.Value)
	case *ast.FloatNode:
		return d.appendNumber(b, n, n.Value)
	default:
		text, err := d.text(n)
		return append(b, encode(text)...), err
	}
}

// appendNumber keeps what is a JSON number, and converts other notations.
func (d *decoder) appendNumber(b []byte, n ast.Node, value any) ([]byte, error) {
	if text := n.GetToken().Value; jsonNumber().MatchString(text) {
		return append(b, text...), nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil, d.wrong(n, "%q is not a number in JSON", n.GetToken().Value)
	}
	return append(b, text...), nil
}

func (d *decoder) appendArray(b []byte, items []ast.Node) (_ []byte, err error) {
	b = append(b, '[')
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = d.appendJSON(b, item); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func (d *decoder) appendObject(b []byte, entries []*ast.MappingValueNode) ([]byte, error) {
	b = append(b, '{')
	for i, e := range entries {
		if i > 0 {
			b = append(b, ',')
		}
		key, err := d.text(e.Key)
		if err != nil {
			return nil, err
		}
		b = append(append(b, encode(key)...), ':')
		if b, err = d.appendJSON(b, e.Value); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}
