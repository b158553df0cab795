package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/internal/jsonc"
	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// maxYAML is the size of a file in YAML, in bytes, up to which it is read.
const maxYAML = 256 << 10

// parseYAML reads YAML into the tree that JSON is read into, see parseTOML. An empty
// file is an empty object. Only the first document counts. What else is refused says
// package yamldoc.
func parseYAML(source jsonc.Source) (*jsonc.Document, error) {
	if n := len(source.Data); n > maxYAML {
		return nil, fmt.Errorf("%s: too large, %d bytes where at most %d are allowed", source.File, n, maxYAML)
	}
	data := withoutMark(source.Data)
	file, err := yamldoc.Parse(data, 0, yamldoc.RepeatedKeys())
	if err != nil {
		return nil, yamlError(source, err)
	}
	t := yamlTree{source: source, lines: bytes.SplitAfter(data, []byte("\n")), anchors: map[string]hujson.Value{}}
	root := &hujson.Object{}
	if len(file.Docs) > 0 && file.Docs[0].Body != nil && file.Docs[0].Body.Type() != ast.NullType {
		value := t.value(file.Docs[0].Body)
		object, ok := value.Value.(*hujson.Object)
		if !ok && t.err == nil {
			return nil, source.Error(value.StartOffset, "expecting keys and values")
		}
		root = object
	}
	if t.err != nil {
		return nil, t.err
	}
	return source.Document(root), nil
}

// yamlError keeps the library's words up to the first that it repeats from the file.
func yamlError(source jsonc.Source, err error) error {
	syntax, ok := errors.AsType[*yamldoc.Error](err)
	if !ok || syntax.Line == 0 && !syntax.Limit {
		return fmt.Errorf("%s: not YAML", source.File)
	}
	text, _, _ := strings.Cut(syntax.Message, `"`)
	t := yamlTree{lines: bytes.SplitAfter(source.Data, []byte("\n"))}
	if syntax.Limit {
		return source.Error(t.offset(syntax.Line, syntax.Column), syntax.Message)
	}
	text = "not YAML: " + strings.ReplaceAll(strings.TrimSpace(text), "\t", "tab")
	return source.Error(t.offset(syntax.Line, syntax.Column), text)
}

// yamlTree builds the tree of one file.
type yamlTree struct {
	source  jsonc.Source
	lines   [][]byte
	starts  []int
	anchors map[string]hujson.Value
	err     error // the first
}

// offset turns a line and a column, in characters, into an offset in bytes.
func (t *yamlTree) offset(atLine, column int) int {
	if t.starts == nil {
		start := 0
		for _, line := range t.lines {
			t.starts = append(t.starts, start)
			start += len(line)
		}
	}
	line := min(max(atLine, 1), len(t.lines)) - 1
	rest, n := t.lines[line], 0
	for range column - 1 {
		_, size := utf8.DecodeRune(rest[n:])
		n += size
	}
	return t.starts[line] + n
}

// at is where a node begins.
func (t *yamlTree) at(n ast.Node) int {
	place := n.GetToken().Position
	return t.offset(place.Line, place.Column)
}

// fail keeps the first error.
func (t *yamlTree) fail(err error) { t.err = cmp.Or(t.err, err) }

// value converts a value. What means nothing in JSON, such as a date, becomes its text.
func (t *yamlTree) value(n ast.Node) hujson.Value {
	v := hujson.Value{StartOffset: t.at(n)}
	switch n := n.(type) {
	case *ast.MappingNode:
		v.Value = t.object(n.Values)
	case *ast.SequenceNode:
		list := &hujson.Array{}
		for _, element := range n.Values {
			list.Elements = append(list.Elements, t.value(element))
		}
		v.Value = list
	case *ast.AnchorNode:
		v = t.value(n.Value)
		t.anchors[n.Name.GetToken().Value] = v
	case *ast.AliasNode:
		named, ok := t.anchors[n.Value.GetToken().Value]
		if !ok {
			t.fail(t.source.Error(v.StartOffset, "there is no anchor of this name above"))
		}
		v.Value = named.Value
	case *ast.TagNode:
		v = t.value(n.Value)
		if _, scalar := n.Value.(ast.ScalarNode); scalar && n.Start.Value == "!!str" {
			v.Value = hujson.String(n.Value.GetToken().Value)
		}
	default:
		v.Value = yamlScalar(n)
	}
	return v
}

func (t *yamlTree) object(values []*ast.MappingValueNode) *hujson.Object {
	o := &hujson.Object{}
	for _, m := range values {
		at := t.at(m.Key)
		name := hujson.Value{StartOffset: at, Value: hujson.String(m.Key.GetToken().Value)}
		o.Members = append(o.Members, hujson.ObjectMember{Name: name, Value: t.value(m.Value)})
	}
	return o
}

func yamlScalar(n ast.Node) hujson.Literal {
	switch n := n.(type) {
	case *ast.NullNode:
		return hujson.Literal("null")
	case *ast.BoolNode:
		return hujson.Bool(n.Value)
	case *ast.IntegerNode:
		switch i := n.Value.(type) {
		case int64:
			return hujson.Int(i)
		case uint64:
			return hujson.Uint(i)
		}
	case *ast.FloatNode:
		return hujson.Float(n.Value)
	case *ast.StringNode:
		return hujson.String(n.Value)
	case *ast.LiteralNode:
		return hujson.String(n.Value.Value)
	}
	return hujson.String(n.GetToken().Value)
}
