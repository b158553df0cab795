package yamldoc

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// The limits of one text. What exceeds one is an *[Error] and was not parsed.
const (
	MaxBytes  = 512 << 10 // of the text
	MaxDepth  = 100       // lists and mappings inside each other
	MaxTokens = 150_000   // keys, values and punctuation
	MaxNodes  = 200_000   // values, once every alias stands for what it names; for [Decode] only
)

// Error is why a text is not read.
type Error struct {
	Line, Column int // from 1; 0 = it is about the whole text
	Message      string
	// Limit says that the text exceeds a limit, whatever it is otherwise.
	Limit bool
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Comments makes [Parse] keep comments.
const Comments = parser.ParseComments

// RepeatedKeys lets a mapping have a key twice.
func RepeatedKeys() parser.Option { return parser.AllowDuplicateMapKey() }

// Parse returns the tree of a text within the limits, in which aliases are as they
// are written. Every error is an *[Error].
func Parse(data []byte, mode parser.Mode, options ...parser.Option) (file *ast.File, err error) {
	defer func() {
		if recover() != nil { // the library gives up on some texts that way
			file, err = nil, &Error{Message: "this is no YAML"}
		}
	}()
	tokens, err := tokenize(data)
	if err != nil {
		return nil, err
	}
	file, err = parser.Parse(tokens, mode, options...)
	if err != nil {
		return nil, explain(err)
	}
	return file, nil
}

// Decode fills what into points at from the first document of a text within the limits.
// An unknown key is an error if strict is set. Every error is an *[Error].
func Decode(data []byte, into any, strict bool) (err error) {
	file, err := Parse(data, 0)
	if err != nil {
		return err
	}
	if err := checkAliases(file); err != nil {
		return err
	}
	defer func() {
		if recover() != nil {
			err = &Error{Message: "this is no YAML"}
		}
	}()
	var options []yaml.DecodeOption
	if strict {
		options = append(options, yaml.Strict())
	}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if err := yaml.NodeToValue(doc.Body, into, options...); err != nil {
			return explain(err)
		}
		break
	}
	return nil
}

// Line is a value on one line.
func Line(value any) (string, error) {
	data, err := yaml.MarshalWithOptions(value, yaml.Flow(true))
	return string(data), err
}

// explain keeps place and words of an error of the library.
func explain(err error) *Error {
	var y yaml.Error
	if errors.As(err, &y) && y.GetToken() != nil && y.GetToken().Position != nil {
		at := y.GetToken().Position
		return &Error{Line: max(1, at.Line), Column: max(1, at.Column), Message: y.GetMessage()}
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return &Error{Message: first}
}
