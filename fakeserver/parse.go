package fakeserver

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// MaxScript bounds the size of a script file in bytes.
const MaxScript = 1 << 20

// Parse reads a script from YAML (JSON is YAML). file is used in errors only.
// Every error is a *[ScriptError]. Unknown keys, unknown words, anchors, aliases
// and several documents are errors. An empty file is the zero script.
func Parse(file string, data []byte) (script *Script, err error) {
	d := &decoder{file: file, lines: bytes.Split(data, []byte("\n"))}
	switch {
	case len(data) > MaxScript:
		return nil, d.whole(fmt.Sprintf("the script is longer than %d bytes", MaxScript))
	case !utf8.Valid(data):
		return nil, d.whole("the script is not UTF-8")
	}
	root, err := d.root(data)
	if err != nil {
		return nil, err
	}
	script = &Script{}
	if root == nil {
		return script, nil
	}
	if err := d.decode(root, reflect.ValueOf(script).Elem()); err != nil {
		return nil, err
	}
	return script, nil
}

// root parses the YAML; nil means an empty document.
func (d *decoder) root(data []byte) (root ast.Node, err error) {
	defer func() {
		if recover() != nil { // the parser gives up on some inputs that way
			root, err = nil, d.whole("the script is not YAML")
		}
	}()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, d.syntax(err)
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if root != nil {
			return nil, d.wrong(doc.Body, "a script is one document")
		}
		root = doc.Body
	}
	if _, empty := root.(*ast.CommentGroupNode); empty {
		return nil, nil
	}
	return root, nil
}

// syntax turns an error of the YAML parser into ours.
func (d *decoder) syntax(err error) error {
	var y yaml.Error
	if !errors.As(err, &y) || y.GetToken() == nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return d.whole(first)
	}
	p := y.GetToken().Position
	return d.at(p.Line, p.Column, y.GetMessage())
}

func (d *decoder) whole(message string) error { return &ScriptError{File: d.file, Message: message} }

func (d *decoder) at(line, column int, message string) *ScriptError {
	e := &ScriptError{File: d.file, Line: max(1, line), Column: max(1, column), Message: message}
	if i := e.Line - 1; i < len(d.lines) {
		e.Source = strings.TrimRight(string(d.lines[i]), "\r")
	}
	return e
}

// wrong is an error at a node.
func (d *decoder) wrong(n ast.Node, format string, args ...any) *ScriptError {
	line, column := position(n)
	return d.at(line, column, fmt.Sprintf(format, args...))
}

// position is where a node begins.
func position(n ast.Node) (line, column int) {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 && !m.IsFlowStyle {
		n = m.Values[0].Key
	}
	if m, ok := n.(*ast.MappingValueNode); ok {
		n = m.Key
	}
	t := n.GetToken()
	if t == nil || t.Position == nil {
		return 1, 1
	}
	return t.Position.Line, t.Position.Column
}
