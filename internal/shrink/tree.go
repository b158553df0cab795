package shrink

import (
	"encoding/json"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// tree is a block of YAML or JSON in which anything can be left out.
type tree struct {
	kind rune // m = mapping, s = sequence, v = value
	key  string
	kids []*tree
	text value
	gone bool
}

// parseTree reads a block; nil if it is no mapping and no sequence.
func parseTree(text string) *tree {
	file, err := yamldoc.Parse([]byte(text), 0)
	if err != nil || len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil
	}
	t := treeOf(file.Docs[0].Body)
	if t.kind == 'v' {
		return nil
	}
	return t
}

func treeOf(n ast.Node) *tree {
	switch n := n.(type) {
	case *ast.MappingNode:
		t := &tree{kind: 'm'}
		for _, pair := range n.Values {
			t.kids = append(t.kids, member(pair))
		}
		return t
	case *ast.MappingValueNode:
		return &tree{kind: 'm', kids: []*tree{member(n)}}
	case *ast.SequenceNode:
		t := &tree{kind: 's'}
		for _, item := range n.Values {
			t.kids = append(t.kids, treeOf(item))
		}
		return t
	case *ast.LiteralNode:
		return &tree{kind: 'v', text: value{text: jsonText(n.Value.Value)}}
	case *ast.StringNode:
		return &tree{kind: 'v', text: value{text: stringText(n)}}
	}
	return &tree{kind: 'v', text: value{text: n.String()}}
}

func member(pair *ast.MappingValueNode) *tree {
	t := treeOf(pair.Value)
	t.key = pair.Key.String()
	if s, ok := pair.Key.(*ast.StringNode); ok {
		t.key = stringText(s)
	}
	t.text.key = t.key
	return t
}

// stringText is a string as it may stand inside of brackets.
func stringText(n *ast.StringNode) string {
	plain := n.Token.Type == token.StringType
	if plain && n.Value != "" && !strings.ContainsAny(n.Value, ",[]{}:#&*!|>'\"%@\n") && strings.TrimSpace(n.Value) == n.Value {
		return n.Value
	}
	return jsonText(n.Value)
}

func jsonText(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string
	return strings.TrimSuffix(b.String(), "\n")
}

// inline is the tree on one line.
func (t *tree) inline() string {
	if t.kind == 'v' {
		return t.text.text
	}
	var parts []string
	for _, k := range t.kids {
		if k.gone {
			continue
		}
		text := k.inline()
		if t.kind == 'm' {
			text = k.key + ": " + text
		}
		parts = append(parts, text)
	}
	if t.kind == 'm' {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// block is the tree as the content of a doc string.
func (t *tree) block(mediaType string) string {
	if mediaType == "json" {
		return t.inline()
	}
	var lines []string
	for _, k := range t.kids {
		switch {
		case k.gone:
		case t.kind == 's':
			lines = append(lines, "- "+k.inline())
		default:
			lines = append(lines, k.key+": "+k.inline())
		}
	}
	if len(lines) == 0 {
		return t.inline()
	}
	return strings.Join(lines, "\n")
}

// size is how many nodes are left.
func (t *tree) size() int {
	n := 1
	for _, k := range t.kids {
		if !k.gone {
			n += k.size()
		}
	}
	return n
}

// values are the times and numbers that are left.
func (t *tree) values() []*value {
	if t.kind == 'v' {
		if t.text.readable() {
			return []*value{&t.text}
		}
		return nil
	}
	var out []*value
	for _, k := range t.kids {
		if !k.gone {
			out = append(out, k.values()...)
		}
	}
	return out
}
