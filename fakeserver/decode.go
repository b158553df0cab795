package fakeserver

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/mcpsim/mcpsim/internal/words"
)

// decoder turns YAML nodes into the model, by the yaml tags of its fields. A
// field tagged short takes what is given in place of the whole struct.
type decoder struct {
	origin Origin
	lines  [][]byte
	depth  int
}

// maxDepth bounds nesting.
const maxDepth = 100

var (
	rawType      = reflect.TypeFor[json.RawMessage]()
	durationType = reflect.TypeFor[time.Duration]()
	actionType   = reflect.TypeFor[Action]()
)

// scalar is a value with a notation of its own.
type scalar interface{ setScalar(text string) error }

// decode fills v from n and lets v check itself.
func (d *decoder) decode(n ast.Node, v reflect.Value) error {
	d.depth++
	defer func() { d.depth-- }()
	if d.depth > maxDepth {
		return d.wrong(n, "nested deeper than %d levels", maxDepth)
	}
	if err := d.fill(n, v); err != nil {
		return err
	}
	if r, ok := v.Addr().Interface().(*Rule); ok {
		r.Place = d.place(n)
	}
	if c, ok := v.Addr().Interface().(checker); ok {
		if err := c.check(); err != nil {
			return d.wrong(n, "%s", err)
		}
	}
	return nil
}

// place is the file and the line of a node.
func (d *decoder) place(n ast.Node) string {
	at := d.wrong(n, "")
	return at.File + ":" + strconv.Itoa(at.Line)
}

func (d *decoder) fill(n ast.Node, v reflect.Value) error {
	switch v.Type() {
	case rawType:
		b, err := d.appendJSON(nil, n)
		v.SetBytes(b)
		return err
	case durationType:
		return d.duration(n, v)
	case actionType:
		return d.action(n, v)
	}
	if s, ok := v.Addr().Interface().(scalar); ok {
		text, err := d.text(n)
		if err != nil {
			return err
		}
		if err := s.setScalar(text); err != nil {
			return d.wrong(n, "%s", err)
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		return d.object(n, v)
	case reflect.Slice:
		return d.list(n, v)
	case reflect.Map:
		return d.stringMap(n, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.decode(n, v.Elem())
	default:
		return d.plain(n, v)
	}
}

// plain fills strings, words, numbers and booleans.
func (d *decoder) plain(n ast.Node, v reflect.Value) error {
	if _, null := n.(*ast.NullNode); null && slices.Contains(wordsOf(v.Type()), "null") {
		v.SetString("null")
		return nil
	}
	text, err := d.text(n)
	if err != nil {
		return err
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
		return d.checkWord(n, v)
	case reflect.Bool:
		b, isBool := n.(*ast.BoolNode)
		if !isBool {
			return d.wrong(n, "%q is neither true nor false", text)
		}
		v.SetBool(b.Value)
	case reflect.Int:
		i, err := strconv.Atoi(text)
		if err != nil {
			return d.wrong(n, "%q is not a whole number", text)
		}
		v.SetInt(int64(i))
	case reflect.Float64:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || f-f != 0 { // NaN and infinities, too
			return d.wrong(n, "%q is not a number", text)
		}
		v.SetFloat(f)
	}
	return nil
}

// checkWord refuses what is none of the words of an enumeration.
func (d *decoder) checkWord(n ast.Node, v reflect.Value) error {
	known := wordsOf(v.Type())
	if known == nil || slices.Contains(known, v.String()) {
		return nil
	}
	e := d.wrong(n, "unknown word %q, expected one of %s", v.String(), strings.Join(known, ", "))
	e.Hint = words.Nearest(v.String(), known)
	return e
}

func (d *decoder) duration(n ast.Node, v reflect.Value) error {
	text, err := d.text(n)
	if err != nil {
		return err
	}
	t, err := time.ParseDuration(text)
	if err != nil || t < 0 {
		return d.wrong(n, "%q is not a time such as 250ms or 1h30m", text)
	}
	v.SetInt(int64(t))
	return nil
}

// text is a scalar as it was written.
func (d *decoder) text(n ast.Node) (string, error) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, nil
	default:
		return "", d.wrong(n, "expected a single value, found %s", kindOf(n))
	}
}

// kindOf names a node for people.
func kindOf(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	case *ast.AnchorNode, *ast.AliasNode:
		return "an anchor or alias, which scripts do not have"
	case *ast.TagNode:
		return "a tag, which scripts do not have"
	case *ast.InfinityNode, *ast.NanNode:
		return "what is not a number in JSON"
	default:
		return "something else"
	}
}

// pairs are the entries of a mapping.
func pairs(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	default:
		return nil, false
	}
}

func (d *decoder) list(n ast.Node, v reflect.Value) error {
	s, ok := n.(*ast.SequenceNode)
	if _, isMapping := pairs(n); isMapping && aloneOf(v.Type()) {
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		return d.decode(n, v.Index(0))
	}
	if !ok {
		return d.wrong(n, "expected a list, found %s", kindOrValue(n))
	}
	out := reflect.MakeSlice(v.Type(), len(s.Values), len(s.Values))
	for i, item := range s.Values {
		if err := d.decode(item, out.Index(i)); err != nil {
			return err
		}
	}
	v.Set(out)
	return nil
}

// aloneOf reports whether one element can stand for a list of one.
func aloneOf(t reflect.Type) bool {
	_, alone := reflect.Zero(t).Interface().(interface{ alone() })
	return alone
}

func (d *decoder) stringMap(n ast.Node, v reflect.Value) error {
	entries, ok := pairs(n)
	if !ok {
		return d.wrong(n, "expected a mapping, found %s", kindOrValue(n))
	}
	out := map[string]string{}
	for _, e := range entries {
		key, err := d.text(e.Key)
		if err != nil {
			return err
		}
		if out[key], err = d.text(e.Value); err != nil {
			return err
		}
	}
	v.Set(reflect.ValueOf(out))
	return nil
}

// action reads a name, or a mapping from one name to settings.
func (d *decoder) action(n ast.Node, v reflect.Value) error {
	entries, isMapping := pairs(n)
	if isMapping && len(entries) != 1 {
		return d.wrong(n, "an action is one name with its settings; put - before each")
	}
	nameNode, settings := n, ast.Node(nil)
	if isMapping {
		nameNode, settings = entries[0].Key, entries[0].Value
	}
	name, err := d.text(nameNode)
	if err != nil {
		return err
	}
	zero, known := actions[name]
	if !known {
		e := d.wrong(nameNode, "unknown action %q", name)
		e.Hint = words.Nearest(name, Actions())
		return e
	}
	a := reflect.New(reflect.TypeOf(zero)).Elem()
	if _, empty := settings.(*ast.NullNode); settings != nil && !empty || takesNull(a.Type()) && settings != nil {
		err = d.decode(settings, a)
	} else if c, ok := zero.(checker); ok && c.check() != nil {
		err = d.wrong(nameNode, "%s %s", name, c.check())
	}
	v.Set(a)
	return err
}
