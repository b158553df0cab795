package fakeserver

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"

	"github.com/mcpsim/mcpsim/internal/yamldoc"
)

// MaxScript bounds the size of a script file in bytes.
const MaxScript = yamldoc.MaxBytes

// Origin says where a text comes from that is a part of another file, such as a doc
// string of a feature, so that errors show the place there. It is used in errors
// only.
type Origin struct {
	File string
	// Line is that of the first line of the text, from 1. 0 is 1.
	Line int
	// Indent is how many characters were cut off at the left of every line.
	Indent int
}

// Parse reads a script from YAML (JSON is YAML). file is used in errors only.
// Every error is a *[ScriptError]. Unknown keys, unknown words, anchors, aliases
// and several documents are errors. An empty file is the zero script.
func Parse(file string, data []byte) (*Script, error) { return Origin{File: file}.Parse(data) }

// Parse is [Parse] for a part of a file.
func (o Origin) Parse(data []byte) (*Script, error) {
	script := &Script{}
	if err := o.parse(data, script); err != nil {
		return nil, err
	}
	return script, nil
}

// ParseRules reads the list that a script has under "rules".
func (o Origin) ParseRules(data []byte) ([]Rule, error) {
	var rules []Rule
	if err := o.parse(data, &rules); err != nil {
		return nil, err
	}
	return rules, nil
}

// parse fills what into points at.
func (o Origin) parse(data []byte, into any) error {
	d := &decoder{origin: o, lines: bytes.Split(data, []byte("\n"))}
	switch {
	case len(data) > MaxScript:
		return d.whole(fmt.Sprintf("the script is longer than %d bytes", MaxScript))
	case !utf8.Valid(data):
		return d.whole("the script is not UTF-8; bytes that are none are written as raw: {base64: ...}")
	}
	root, err := d.root(data)
	if err != nil || root == nil {
		return err
	}
	return d.decode(root, reflect.ValueOf(into).Elem())
}

// root parses the YAML; nil means an empty document.
func (d *decoder) root(data []byte) (ast.Node, error) {
	file, err := yamldoc.Parse(data, 0)
	if err != nil {
		return nil, d.syntax(err)
	}
	var root ast.Node
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
	y, ok := errors.AsType[*yamldoc.Error](err)
	if !ok || y.Line == 0 {
		return d.whole(err.Error())
	}
	return d.at(y.Line, y.Column, y.Message)
}

// whole is an error about all of the text.
func (d *decoder) whole(message string) error {
	if d.origin.Line > 0 {
		return d.at(1, 1, message)
	}
	return &ScriptError{File: d.origin.File, Message: message}
}

func (d *decoder) at(line, column int, message string) *ScriptError {
	line, column = max(1, line), max(1, column)
	e := &ScriptError{
		File: d.origin.File, Line: max(1, d.origin.Line) + line - 1, Column: d.origin.Indent + column, Message: message,
	}
	if line <= len(d.lines) {
		e.Source = strings.Repeat(" ", d.origin.Indent) + strings.TrimRight(string(d.lines[line-1]), "\r")
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
