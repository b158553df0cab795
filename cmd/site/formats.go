package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// kindsOf are the files that define kinds of events, with what tells those.
var kindsOf = []struct{ title, file, prefix string }{
	{"The runtime", "runtime/event/event.go", ""},
	{"The network and its processes", "netem/event.go", "net."},
	{"Scenarios", "reports/event.go", ""},
}

// events writes a page of the kinds of events in traces, with what the source says beside
// each.
func (s source) events() error {
	out := "# Events\n\nWhat a line of a [trace](../traces.md) may be, and which members it has besides the moment, the actor and the kind. " +
		"Members in brackets may be missing.\n"
	for _, k := range kindsOf {
		rows, err := kinds(k.file, k.prefix)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return fmt.Errorf("%s defines no kind of event", k.file)
		}
		out += "\n## " + k.title + "\n\n| Kind | Members |\n| --- | --- |\n" + strings.Join(rows, "")
	}
	return s.write("reference/events.md", out)
}

// kinds are the constants of a file whose type is a kind of event, as rows of a table.
func kinds(name, prefix string) (rows []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !isKind(spec.Type) {
			return true
		}
		literal, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		kind, _ := strconv.Unquote(literal.Value)
		says := spec.Comment.Text()
		if says == "" {
			says = spec.Doc.Text()
		}
		rows = append(rows, fmt.Sprintf("| `%s%s` | %s |\n", prefix, kind, prose(strings.TrimSpace(says))))
		return true
	})
	return rows, nil
}

func isKind(of ast.Expr) bool {
	switch of := of.(type) {
	case *ast.Ident:
		return of.Name == "Kind" || of.Name == "EventKind"
	case *ast.SelectorExpr:
		return of.Sel.Name == "Kind"
	}
	return false
}

// schemas writes a page for each schema that the program has.
func (s source) schemas() error {
	help, err := s.ask("schema", "--help")
	if err != nil {
		return err
	}
	list, _, _ := strings.Cut(help, "\n\nAn editor")
	var pages []string
	out := "# Schemas\n\nThe JSON Schemas (2020-12) of what mcpsim reads and writes, for editors and other programs. How long each version can be " +
		"read is told by [formats](../formats.md).\n\n"
	for line := range strings.Lines(list) {
		name, about, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			continue
		}
		text, err := s.ask("schema", name)
		if err != nil {
			return err
		}
		page := "# Schema of " + name + "\n\n" + prose(strings.TrimSpace(about)) + ". `mcpsim schema " + name + "` says the same.\n\n" + verbatim("json", text)
		if err := s.write("reference/schemas/"+name+".md", page); err != nil {
			return err
		}
		pages = append(pages, "schemas/"+name)
	}
	if len(pages) == 0 {
		return fmt.Errorf("mcpsim schema --help names no schema")
	}
	return s.write("reference/schemas.md", out+tree("", pages...))
}
