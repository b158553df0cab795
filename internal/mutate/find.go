package mutate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// File is one parsed and checked source file.
type File struct {
	Name   string // from the root of the module
	Source []byte
	Syntax *ast.File
	fset   *token.FileSet
	info   *types.Info
	pkg    *types.Package
}

// packageEnd is the offset after the package clause.
func (f *File) packageEnd() int { return f.offset(f.Syntax.Name.End()) }

func (f *File) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *File) text(n ast.Node) string { return string(f.Source[f.offset(n.Pos()):f.offset(n.End())]) }

// finder collects the mutants of one file.
type finder struct {
	*File
	path  []ast.Node // from the file to the node that is looked at
	found []*Mutant
}

// Find returns every mutant of a file, compiling or not, in the order of the source.
func Find(f *File) []*Mutant {
	x := &finder{File: f}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if n == nil {
			x.path = x.path[:len(x.path)-1]
			return true
		}
		if !x.look(n) {
			return false
		}
		x.path = append(x.path, n)
		return true
	})
	slices.SortStableFunc(x.found, func(a, b *Mutant) int { return a.start - b.start })
	count := map[ID]int{}
	for _, m := range x.found {
		key := m.ID
		if count[key]++; count[key] > 1 {
			m.Nth = count[key]
		}
	}
	return x.found
}

// look adds the mutants of a node and reports whether its parts may have some.
func (x *finder) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field:
		return n.Tag == nil // types of fields hold nothing to change
	case *ast.GenDecl:
		return n.Tok != token.CONST || splits(n)
	case *ast.IfStmt:
		x.condition(n.Cond)
	case *ast.ForStmt:
		x.condition(n.Cond)
	case *ast.CaseClause:
		x.cases(n)
		x.drops(n.Body)
	case *ast.CommClause:
		x.drops(n.Body)
	case *ast.BlockStmt:
		x.drops(n.List)
	case *ast.ReturnStmt:
		x.errorOf(n)
	}
	if e, ok := n.(ast.Expr); ok {
		return x.expression(e)
	}
	return true
}

// add enters a mutant of a node; from and to are what a reader sees of it.
func (x *finder) add(operator string, n ast.Node, from, to string, edits func(number int) []edit) {
	m := &Mutant{
		ID:    ID{File: x.Name, Func: x.owner(), Operator: operator, From: short(from), To: short(to)},
		Line:  x.fset.Position(n.Pos()).Line,
		start: x.offset(n.Pos()), end: x.offset(n.End()),
		edits: edits,
	}
	if decl, spec := x.constant(); spec != nil {
		variable := x.variable(decl, spec)
		m.edits = func(number int) []edit { return append(slices.Clone(variable), edits(number)...) }
		m.exported = spec.Names[0].IsExported()
	}
	x.found = append(x.found, m)
}

// constant is the declaration of a constant that is looked at, if any.
func (x *finder) constant() (*ast.GenDecl, *ast.ValueSpec) {
	for i := len(x.path) - 2; i >= 0; i-- {
		if d, ok := x.path[i].(*ast.GenDecl); ok && d.Tok == token.CONST {
			return d, x.path[i+1].(*ast.ValueSpec)
		}
	}
	return nil, nil
}

// variable makes a constant a variable, which alone can have a switch.
func (f *File) variable(decl *ast.GenDecl, spec *ast.ValueSpec) []edit {
	if !decl.Lparen.IsValid() {
		at := f.offset(decl.Pos())
		return []edit{{from: at, to: at + len("const"), text: "var", once: true}}
	}
	start, end := f.offset(spec.Pos()), f.offset(spec.End())
	return []edit{
		{from: start, to: start, text: "); var ", once: true},
		{from: end, to: end, text: "; const (", closes: true, once: true},
	}
}

// splits reports whether each constant of a declaration may stand alone.
func splits(d *ast.GenDecl) bool {
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		if len(s.Values) == 0 || len(s.Names) != 1 {
			return false
		}
		counts := false
		ast.Inspect(s.Values[0], func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			counts = counts || ok && id.Name == "iota"
			return true
		})
		if counts {
			return false
		}
	}
	return true
}

// owner is the function that a mutant is in, or what is declared with it.
func (x *finder) owner() string {
	for _, n := range x.path {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil {
				return n.Name.Name
			}
			return x.text(n.Recv.List[0].Type) + "." + n.Name.Name
		case *ast.ValueSpec:
			return n.Names[0].Name
		}
	}
	return ""
}

// short is code on one line.
func short(code string) string {
	const most = 140
	line := []rune(strings.Join(strings.Fields(code), " "))
	if len(line) > most {
		return string(line[:most-1]) + "…"
	}
	return string(line)
}
