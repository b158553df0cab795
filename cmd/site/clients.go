package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// found are the tests that keep what is known of real clients, the variable that has it, and
// the client if the variable is about one alone.
var found = []struct{ file, variable, client string }{
	{"cmd/mcpsim/client_check_realworld_test.go", "typeScriptFindings", "typescript-sdk http and stdio"},
	{"interop/findings_test.go", "findings", ""},
}

// ownLoop begins what is no finding about a client but about the program around it.
const ownLoop = "this test's own loop"

// clients are the tables of what real clients do not keep.
func clients() (string, error) {
	out := ""
	for _, f := range found {
		file, err := parser.ParseFile(token.NewFileSet(), f.file, nil, 0)
		if err != nil {
			return "", err
		}
		table := findings(file, f.variable, f.client)
		if table == "" {
			return "", fmt.Errorf("%s has no %s", f.file, f.variable)
		}
		out += table
	}
	return out, nil
}

// findings are the tables of a variable: a map of findings, or a map of such maps by client.
func findings(file *ast.File, variable, client string) (out string) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Names[0].Name != variable || len(spec.Values) == 0 {
			return true
		}
		if client != "" {
			out = tableOf(client, spec.Values[0])
			return false
		}
		each(spec.Values[0], func(client string, of ast.Expr) { out += tableOf(client, of) })
		return false
	})
	return out
}

// spelled are the clients of the tests, and transports, as pages spell them.
var spelled = strings.NewReplacer("typescript-sdk", "The official TypeScript SDK", "go-sdk", "The official Go SDK", "http", "over HTTP", "stdio", "over stdio")

func tableOf(client string, of ast.Expr) string {
	out := "\n## " + spelled.Replace(client) + "\n\n| Check | What it does |\n| --- | --- |\n"
	each(of, func(id string, what ast.Expr) {
		if text := literal(what); !strings.HasPrefix(text, ownLoop) {
			out += fmt.Sprintf("| %s | %s |\n", id, prose(text))
		}
	})
	return out
}

// each calls take with the entries of a map that is written out, in the order of the source.
func each(x ast.Expr, take func(key string, value ast.Expr)) {
	entries, _ := x.(*ast.CompositeLit)
	if entries == nil {
		return
	}
	for _, e := range entries.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			take(literal(pair.Key), pair.Value)
		}
	}
}

// literal is the value of a string that is written out.
func literal(x ast.Expr) string {
	l, _ := x.(*ast.BasicLit)
	if l == nil {
		return ""
	}
	text, _ := strconv.Unquote(l.Value)
	return text
}
