package yamldoc

import (
	"bytes"
	"fmt"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// tokenize splits a text within the limits of size, tokens and depth. It takes time
// and memory in proportion to the text.
func tokenize(data []byte) (token.Tokens, error) {
	if len(data) > MaxBytes {
		return nil, &Error{Limit: true, Message: fmt.Sprintf("the text has %d bytes, at most %d are read", len(data), MaxBytes)}
	}
	tokens := lexer.Tokenize(string(bytes.TrimPrefix(data, []byte("\ufeff")))) // some editors begin with it
	if len(tokens) > MaxTokens {
		return nil, at(tokens[MaxTokens], fmt.Sprintf("the text has more than %d keys, values and signs", MaxTokens))
	}
	var d depth
	for i, t := range tokens {
		if d.add(tokens, i); d.of() > MaxDepth {
			return nil, at(t, fmt.Sprintf("nested more than %d levels deep", MaxDepth))
		}
	}
	return tokens, nil
}

func at(t *token.Token, message string) *Error {
	e := &Error{Message: message, Limit: true}
	if t != nil && t.Position != nil {
		e.Line, e.Column = max(1, t.Position.Line), max(1, t.Position.Column)
	}
	return e
}

// depth follows how deep a text is at a token. It may be too high by what the
// grammar forbids, never too low.
type depth struct {
	flow   int   // open brackets, and keys in them that wait for a value
	opened []int // what flow was at each open bracket
	block  []int // columns of the lists and mappings that are open by indentation
	marks  int   // tags, anchors and question marks without a value yet
}

func (d *depth) of() int { return d.flow + len(d.block) + d.marks }

// add takes the i-th token.
func (d *depth) add(tokens token.Tokens, i int) {
	t := tokens[i]
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		d.opened = append(d.opened, d.flow)
		d.flow++
	case token.SequenceEndType, token.MappingEndType:
		if n := len(d.opened); n > 0 {
			d.flow, d.opened = d.opened[n-1], d.opened[:n-1]
		}
	case token.CollectEntryType:
		if n := len(d.opened); n > 0 {
			d.flow = d.opened[n-1] + 1
		}
	case token.DocumentHeaderType, token.DocumentEndType:
		*d = depth{}
	case token.TagType, token.AnchorType:
		d.marks++
		return
	case token.SequenceEntryType, token.MappingKeyType:
		d.enter(t)
	case token.MappingValueType:
		if i > 0 {
			d.enter(tokens[i-1])
		}
	}
	if t.Type != token.CommentType && (i == 0 || tokens[i-1].Type != token.AnchorType) { // an anchor's name is a token
		d.marks = 0
	}
}

// enter takes what begins an entry of a list or a mapping: it closes those that are
// indented further, and opens one unless its own is open.
func (d *depth) enter(t *token.Token) {
	if len(d.opened) > 0 {
		d.flow++
		return
	}
	column := t.Position.Column
	for len(d.block) > 0 && d.block[len(d.block)-1] >= column {
		d.block = d.block[:len(d.block)-1]
	}
	d.block = append(d.block, column)
}

// unfolding counts the values of a tree in which every alias stands for what it
// names.
type unfolding struct {
	anchors map[string]int
	nodes   int
	over    ast.Node // the alias that exceeds the limit; nil = none does
}

// checkAliases refuses a tree whose aliases unfold to more than [MaxNodes].
func checkAliases(file *ast.File) error {
	for _, doc := range file.Docs {
		u := unfolding{anchors: map[string]int{}}
		if doc.Body != nil {
			u.count(doc.Body)
		}
		if u.over != nil {
			return at(u.over.GetToken(), fmt.Sprintf("aliases unfold to more than %d values", MaxNodes))
		}
	}
	return nil
}

// count adds the values of a node and returns how many they are.
func (u *unfolding) count(n ast.Node) int {
	before := u.nodes
	u.nodes++
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			u.count(v)
		}
	case *ast.MappingValueNode:
		u.count(n.Key)
		u.count(n.Value)
	case *ast.MappingKeyNode:
		u.count(n.Value)
	case *ast.SequenceNode:
		for _, v := range n.Values {
			u.count(v)
		}
	case *ast.TagNode:
		u.count(n.Value)
	case *ast.AnchorNode:
		u.anchors[n.Name.GetToken().Value] = u.count(n.Value)
	case *ast.AliasNode:
		u.nodes = min(u.nodes+u.anchors[n.Value.GetToken().Value], 2*MaxNodes)
		if u.nodes > MaxNodes && u.over == nil {
			u.over = n
		}
	}
	return u.nodes - before
}
