package config

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// parseTOML reads TOML into the tree that JSON is read into, so that servers are
// read from both in one way and problems have a place in both. Tables come in
// the order of their first mention.
//
// The library checks the meaning of the file first (nothing is defined twice);
// its tree, which keeps offsets, is only walked for files that passed.
func parseTOML(source jsonc.Source) (*jsonc.Document, error) {
	if err := source.CheckText(); err != nil {
		return nil, err
	}
	data := withoutMark(source.Data)
	if keyMarks(data) > maxTOMLMarks {
		return nil, fmt.Errorf("%s: too large, more than %d keys and their parts", source.File, maxTOMLMarks)
	}
	if bytes.Count(data, []byte(",")) > maxTOMLCommas {
		return nil, fmt.Errorf("%s: too large, more than %d commas", source.File, maxTOMLCommas)
	}
	if err := toml.Unmarshal(data, &struct{}{}); err != nil {
		return nil, tomlError(source, err)
	}
	t := tomlTree{root: &hujson.Object{}, index: map[*hujson.Object]map[string]int{}}
	t.table = t.root
	t.parser.Reset(data)
	for t.parser.NextExpression() {
		t.expression(t.parser.Expression())
	}
	if t.depth > jsonc.MaxNesting {
		return nil, source.TooDeep(t.deepest)
	}
	return source.Document(t.root), nil
}

// withoutMark makes white space of a byte order mark; offsets stay.
func withoutMark(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return append([]byte("   "), data[3:]...)
	}
	return data
}

// maxTOMLMarks limits the keys of a TOML file and the parts of dotted keys,
// counted by their punctuation. The library's check compares each key with all
// others, and goes as deep as a dotted key does.
const maxTOMLMarks = 30_000

// maxTOMLCommas limits the elements of lists, of which the library's tree has hundreds of
// bytes each; those in strings are counted as well.
const maxTOMLCommas = 100_000

// keyMarks counts what can start a key or a part of one, in strings as well.
func keyMarks(data []byte) (n int) {
	for _, c := range data {
		if c == '=' || c == '.' || c == '[' {
			n++
		}
	}
	return n
}

func tomlError(source jsonc.Source, err error) error {
	decode, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return fmt.Errorf("%s: not TOML", source.File)
	}
	line, column := decode.Position()
	return source.ErrorAt(line, column, strings.TrimPrefix(decode.Error(), "toml: "))
}

// tomlTree builds the tree of one file.
type tomlTree struct {
	parser         unstable.Parser
	root           *hujson.Object
	index          map[*hujson.Object]map[string]int // names to positions among the members
	table          *hujson.Object                    // that of the last [header]
	level          int                               // of table
	depth, deepest int                               // of the deepest value, and its offset
}

func (t *tomlTree) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		parts := t.path(n)
		t.table, t.level = t.root, len(parts)
		for i, p := range parts {
			t.table = t.enter(t.table, p, n.Kind == unstable.ArrayTable && i == len(parts)-1)
		}
		t.reach(t.level, parts[0].StartOffset) // there is no [] in TOML
	case unstable.KeyValue:
		t.keyValue(t.table, n, t.level)
	}
}

// path is the names of a key, each with its place.
func (t *tomlTree) path(n *unstable.Node) []hujson.Value {
	var out []hujson.Value
	for it := n.Key(); it.Next(); {
		k := it.Node()
		out = append(out, hujson.Value{StartOffset: int(k.Raw.Offset), Value: hujson.String(string(k.Data))})
	}
	return out
}

// enter returns the table of that name in o, a new one if there is none, or if a
// new element of an array is wanted.
func (t *tomlTree) enter(o *hujson.Object, name hujson.Value, element bool) *hujson.Object {
	i, ok := t.index[o][textOf(name)]
	if !ok {
		var v hujson.ValueTrimmed = &hujson.Object{}
		if element {
			v = &hujson.Array{}
		}
		i = t.add(o, name, hujson.Value{StartOffset: name.StartOffset, Value: v})
	}
	v := o.Members[i].Value.Value
	if list, ok := v.(*hujson.Array); ok {
		if element {
			list.Elements = append(list.Elements, hujson.Value{StartOffset: name.StartOffset, Value: &hujson.Object{}})
		}
		v = list.Elements[len(list.Elements)-1].Value
	}
	table, _ := v.(*hujson.Object) // always one in a file that passed the library's check
	return table
}

// add appends a member and returns its position.
func (t *tomlTree) add(o *hujson.Object, name, value hujson.Value) int {
	if t.index[o] == nil {
		t.index[o] = map[string]int{}
	}
	t.index[o][textOf(name)] = len(o.Members)
	o.Members = append(o.Members, hujson.ObjectMember{Name: name, Value: value})
	return len(o.Members) - 1
}

func (t *tomlTree) keyValue(o *hujson.Object, n *unstable.Node, level int) {
	parts := t.path(n)
	last := len(parts) - 1
	for _, p := range parts[:last] {
		o = t.enter(o, p, false)
	}
	t.add(o, parts[last], t.value(n.Value(), parts[last].StartOffset, level+len(parts)))
}

// value converts a value; at is the place of what has none of its own.
func (t *tomlTree) value(n *unstable.Node, at, level int) hujson.Value {
	if n.Raw.Length > 0 {
		at = int(n.Raw.Offset)
	}
	t.reach(level, at)
	v := hujson.Value{StartOffset: at}
	switch n.Kind {
	case unstable.Array:
		array := &hujson.Array{}
		for it := n.Children(); it.Next(); {
			array.Elements = append(array.Elements, t.value(it.Node(), at, level+1))
		}
		v.Value = array
	case unstable.InlineTable:
		table := &hujson.Object{}
		for it := n.Children(); it.Next(); {
			t.keyValue(table, it.Node(), level)
		}
		v.Value = table
	default:
		v.Value = tomlScalar(n)
	}
	return v
}

func (t *tomlTree) reach(level, at int) {
	if level > t.depth {
		t.depth, t.deepest = level, at
	}
}

// tomlScalar converts what has an equal in JSON; everything else, such as a date
// or an infinite number, becomes its text.
func tomlScalar(n *unstable.Node) hujson.Literal {
	word := string(n.Data)
	plain := strings.ReplaceAll(word, "_", "")
	switch n.Kind {
	case unstable.Bool:
		return hujson.Bool(word == "true")
	case unstable.Integer:
		if i, err := strconv.ParseInt(plain, 0, 64); err == nil {
			return hujson.Int(i)
		}
	case unstable.Float:
		if f, err := strconv.ParseFloat(plain, 64); err == nil && f-f == 0 {
			return hujson.Float(f)
		}
	}
	return hujson.String(word)
}

func textOf(name hujson.Value) string { return name.Value.(hujson.Literal).String() }
