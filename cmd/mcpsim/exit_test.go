package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// exitConstants are the constants of package ui whose name begins with Exit,
// with their values.
func exitConstants(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("internal/ui/*.go")
	assert.NilError(t, err)
	out := map[string]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		assert.NilError(t, err)
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.CONST {
				addExits(out, g)
			}
		}
	}
	return out
}

func addExits(out map[string]string, g *ast.GenDecl) {
	for _, s := range g.Specs {
		v := s.(*ast.ValueSpec)
		for i, name := range v.Names {
			if literal, ok := valueAt(v, i).(*ast.BasicLit); ok && strings.HasPrefix(name.Name, "Exit") && literal.Kind == token.INT {
				out[name.Name] = literal.Value
			}
		}
	}
}

func valueAt(v *ast.ValueSpec, i int) ast.Expr {
	if i < len(v.Values) {
		return v.Values[i]
	}
	return nil
}

// tested is the text of all tests of this package and of their scripts.
func tested(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	assert.NilError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "exit_test.go" || !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, ".txtar") {
			return err
		}
		text, err := os.ReadFile(name)
		b.Write(text)
		return err
	}))
	return b.String()
}

// Every exit code is explained by `mcpsim help exit-codes` and seen by a test.
func TestExitCodesAreExplainedAndSeen(t *testing.T) {
	all, seen := exitConstants(t), tested(t)
	assert.Assert(t, len(all) >= 12, "%v", all)
	for name, code := range all {
		assert.Check(t, strings.Contains(exitCodesHelp, fmt.Sprintf("\n  %-4s ", code)), "%s %s is not explained", name, code)
		inScript := regexp.MustCompile(`(?m)^(?:\[\w+\] )?(?:exits|run) ` + code + ` `).MatchString(seen)
		assert.Check(t, inScript || regexp.MustCompile(`\b`+name+`\b`).MatchString(seen), "%s %s is seen by no test", name, code)
	}
}
