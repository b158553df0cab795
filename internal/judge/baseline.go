package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/infile"
	"github.com/mcpsim/mcpsim/internal/yamldoc"
	"github.com/mcpsim/mcpsim/reports"
)

// Baseline is what is known to fail. The file is in the grammar of the official
// conformance suite's expected-failures file: lists below server and client,
// whose entries are CHECK or CHECK:EXAMPLE. A comment behind an entry is its
// reason.
type Baseline struct {
	path    string
	lines   [][]byte
	entries []*Entry // of the role that was asked for
}

// Entry is what one line of a baseline expects to fail.
type Entry struct {
	Check   string // its id
	Example string // "" = all examples of the check
	Reason  string // "" = none was given
	line    int
	column  int
}

// String is the entry as it is written.
func (e *Entry) String() string {
	if e.Example == "" {
		return e.Check
	}
	return e.Check + ":" + e.Example
}

// covers reports whether the entry is about a result.
func (e *Entry) covers(r reports.Result) bool {
	return slices.Contains(r.Rule.IDs, e.Check) && (e.Example == "" || e.Example == r.Name)
}

// Entries are the entries of the role that was read.
func (b *Baseline) Entries() []*Entry { return b.entries }

// The roles of a baseline: whose failures are expected.
const (
	roleServer = "server"
	roleClient = "client"
)

// ReadBaseline reads the entries of a role. A path of "" is an empty baseline.
// A pipe is waited for no longer than ctx. Its errors are *[UsageError].
func ReadBaseline(ctx context.Context, path, role string) (*Baseline, error) {
	if path == "" {
		return &Baseline{}, nil
	}
	data, err := infile.Read(ctx, path, yamldoc.MaxBytes)
	if err != nil {
		return nil, &UsageError{fmt.Errorf("--baseline: %w", err)}
	}
	b, err := parseBaseline(path, data, role)
	if err != nil {
		return nil, &UsageError{err}
	}
	return b, nil
}

// parseBaseline reads the entries of a role; path is for errors, which are
// [gherkin.Problems].
func parseBaseline(path string, data []byte, role string) (*Baseline, error) {
	b := &Baseline{path: path, lines: bytes.Split(data, []byte("\n"))}
	file, err := yamldoc.Parse(data, yamldoc.Comments)
	if err != nil {
		return nil, b.syntax(err)
	}
	for i, doc := range file.Docs {
		if i > 0 && doc.Body != nil {
			return nil, b.wrong(doc.Body, "a baseline is one document", "")
		}
		if err := b.root(doc.Body, role); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// at is a problem at a place.
func (b *Baseline) at(line, column int, reason, hint string) error {
	p := gherkin.Problem{URI: b.path, Line: max(1, line), Column: max(1, column), Reason: reason, Hint: hint}
	if p.Line <= len(b.lines) {
		p.Source = string(bytes.TrimRight(b.lines[p.Line-1], "\r"))
	}
	return gherkin.Problems{p}
}

func (b *Baseline) wrong(n ast.Node, reason, hint string) error {
	line, column := nodePlace(n)
	return b.at(line, column, reason, hint)
}

func (b *Baseline) syntax(err error) error {
	if y, ok := errors.AsType[*yamldoc.Error](err); ok {
		return b.at(y.Line, y.Column, y.Message, "")
	}
	return b.at(1, 1, err.Error(), "")
}

func nodePlace(n ast.Node) (line, column int) {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		n = m.Values[0].Key
	}
	t := n.GetToken()
	if t == nil || t.Position == nil {
		return 1, 1
	}
	return t.Position.Line, t.Position.Column
}

// root reads a whole document: nothing, or a mapping of roles to lists.
func (b *Baseline) root(n ast.Node, role string) error {
	switch n := n.(type) {
	case nil, *ast.CommentGroupNode, *ast.NullNode:
		return nil
	case *ast.MappingNode:
		for _, v := range n.Values {
			if err := b.list(v, role); err != nil {
				return err
			}
		}
		return b.redundant()
	}
	return b.wrong(n, "a baseline has the keys server and client", "write server: above the list")
}

// list reads the list of one role. The lists of others are looked at and
// forgotten.
func (b *Baseline) list(v *ast.MappingValueNode, role string) error {
	key := strings.TrimSpace(v.Key.GetToken().Value)
	if key != roleServer && key != roleClient {
		return b.wrong(v.Key, fmt.Sprintf("unknown key %q", key), "want server or client")
	}
	if _, empty := v.Value.(*ast.NullNode); empty {
		return nil
	}
	list, ok := v.Value.(*ast.SequenceNode)
	if !ok {
		return b.wrong(v.Value, key+" is no list of checks", "")
	}
	for _, item := range list.Values {
		e, err := b.entry(item)
		if err != nil {
			return err
		}
		if key == role {
			b.entries = append(b.entries, e)
		}
	}
	return nil
}

func (b *Baseline) entry(n ast.Node) (*Entry, error) {
	var text string
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.MappingNode:
		return nil, b.wrong(n, "an entry is CHECK or CHECK:EXAMPLE", "write no space behind the colon, or put the entry in quotes")
	case nil, *ast.NullNode:
		return nil, b.wrong(n, "this entry is empty", "")
	default:
		return nil, b.wrong(n, "an entry is CHECK or CHECK:EXAMPLE", "")
	}
	check, example, split := strings.Cut(text, ":")
	if check == "" || split && example == "" {
		return nil, b.wrong(n, "both sides of the colon are required", "")
	}
	e := &Entry{Check: check, Example: example}
	e.line, e.column = nodePlace(n)
	if c := n.GetComment(); c != nil && len(c.Comments) > 0 {
		e.Reason = strings.TrimSpace(strings.TrimPrefix(c.Comments[0].Token.Value, "#"))
	}
	return e, nil
}

// redundant refuses an example of a check that is listed as a whole.
func (b *Baseline) redundant() error {
	for _, e := range b.entries {
		whole := func(o *Entry) bool { return o.Check == e.Check && o.Example == "" }
		if e.Example != "" && slices.ContainsFunc(b.entries, whole) {
			return b.at(e.line, e.column, e.Check+" is listed as a whole too", "remove one or the other")
		}
	}
	return nil
}
