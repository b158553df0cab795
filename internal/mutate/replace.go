package mutate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// Replace returns the mutant with other text in one place of a file. It compares the
// declarations of both files: for a function that differs the switch chooses between two
// bodies, for a variable or constant between two values. nil means that something else
// differs, such as a type; such a mutant needs a build of its own, and so does one that
// does not compile.
func (p *Program) Replace(file, from, to string) *Mutant {
	pkg := p.byFile[file]
	if pkg == nil {
		return nil
	}
	f := pkg.file(file)
	other := &File{Source: []byte(strings.Replace(string(f.Source), from, to, 1)), fset: token.NewFileSet()}
	var err error
	if other.Syntax, err = parser.ParseFile(other.fset, file, other.Source, parser.SkipObjectResolution); err != nil {
		return nil
	}
	m := &Mutant{ID: ID{File: file, Operator: "by hand", From: short(from), To: short(to)}}
	if len(f.Syntax.Decls) != len(other.Syntax.Decls) {
		return nil
	}
	m.edits = func(int) []edit { return nil }
	for i, decl := range f.Syntax.Decls {
		if !m.between(f, decl, other, other.Syntax.Decls[i]) {
			return nil
		}
	}
	return m
}

// between adds the switch between two declarations, if they differ, and reports whether
// there can be one.
func (m *Mutant) between(f *File, decl ast.Decl, other *File, instead ast.Decl) bool {
	if f.text(decl) == other.text(instead) {
		return true
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		by, ok := instead.(*ast.FuncDecl)
		return ok && m.bodies(f, d, other, by)
	case *ast.GenDecl:
		by, ok := instead.(*ast.GenDecl)
		if !ok || len(d.Specs) != len(by.Specs) || d.Tok == token.CONST && !splits(d) {
			return false
		}
		for i, spec := range d.Specs {
			if f.text(spec) != other.text(by.Specs[i]) && !m.values(f, d, spec, other, by.Specs[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// bodies adds the switch between two bodies of one function.
func (m *Mutant) bodies(f *File, d *ast.FuncDecl, other *File, by *ast.FuncDecl) bool {
	if d.Body == nil || by.Body == nil || f.head(d) != other.head(by) {
		return false
	}
	at := f.offset(d.Body.Lbrace) + 1
	body := string(other.Source[other.offset(by.Body.Lbrace)+1 : other.offset(by.Body.Rbrace)])
	m.also(func(number int) []edit {
		return []edit{{from: at, to: at, text: f.instead(d, call("Is", number)+")", body)}}
	})
	return true
}

// head is a function without its body.
func (f *File) head(d *ast.FuncDecl) string {
	return string(f.Source[f.offset(d.Pos()):f.offset(d.Body.Lbrace)])
}

// instead is a statement that runs another body in the place of the function's own.
func (f *File) instead(d *ast.FuncDecl, on, body string) string {
	if d.Type.Results == nil {
		return fmt.Sprintf(" if %s { func() {%s}(); return };", on, body)
	}
	return fmt.Sprintf(" if %s { return func() %s {%s}() };", on, f.text(d.Type.Results), body)
}

// values adds the switch between two values of one variable or constant.
func (m *Mutant) values(f *File, decl *ast.GenDecl, spec ast.Spec, other *File, by ast.Spec) bool {
	s, ok := spec.(*ast.ValueSpec)
	b, same := by.(*ast.ValueSpec)
	if !ok || !same || len(s.Values) != 1 || len(b.Values) != 1 || f.text(s.Names[0]) != other.text(b.Names[0]) {
		return false
	}
	either := "Either"
	if s.Type != nil {
		either += "[" + f.text(s.Type) + "]"
	}
	start, end := f.offset(s.Values[0].Pos()), f.offset(s.Values[0].End())
	alternative := other.text(b.Values[0])
	m.also(func(number int) []edit {
		var edits []edit
		if decl.Tok == token.CONST {
			edits = f.variable(decl, s)
		}
		return append(edits, around(start, end, call(either, number)+", ", ", "+alternative+")")...)
	})
	m.exported = m.exported || decl.Tok == token.CONST && s.Names[0].IsExported()
	return true
}

// also adds edits to a mutant.
func (m *Mutant) also(more func(number int) []edit) {
	before := m.edits
	m.edits = func(number int) []edit { return append(before(number), more(number)...) }
}
