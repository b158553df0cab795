package mutate

import (
	"go/ast"
	"go/parser"
	"go/types"
	"path/filepath"
	"slices"
)

// Compiles reports whether everything compiles with the switch of a mutant.
func (p *Program) Compiles(m *Mutant) bool {
	pkg := p.byFile[m.File]
	f := pkg.file(m.File)
	source := Rewrite(f.Source, f.packageEnd(), []*Mutant{m}, map[*Mutant]int{m: 1})
	syntax, err := parser.ParseFile(p.fset, m.File, source, parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	changed, err := p.check(pkg.Path, pkg.syntax(f, syntax), p.importer, nil)
	if err != nil || !m.exported {
		return err == nil
	}
	d := &dependents{Program: p, known: map[string]*types.Package{pkg.Path: changed}, needs: map[string]bool{pkg.Path: true}}
	for path := range p.module {
		if d.dependOnChanged(path) {
			if _, err := d.Import(path); err != nil {
				return false
			}
		}
	}
	return true
}

// syntax is that of the files of a package, with another one for one of them.
func (p *Package) syntax(instead *File, by *ast.File) []*ast.File {
	files := make([]*ast.File, len(p.Files))
	for i, f := range p.Files {
		files[i] = f.Syntax
		if f == instead {
			files[i] = by
		}
	}
	return files
}

// check type-checks a package.
func (p *Program) check(path string, files []*ast.File, from types.Importer, info *types.Info) (*types.Package, error) {
	conf := types.Config{Importer: from}
	return conf.Check(path, p.fset, files, info)
}

// dependents imports the packages that depend on a changed one from their source,
// and all others as they are.
type dependents struct {
	*Program
	known map[string]*types.Package
	needs map[string]bool // whether a package depends on the changed one
}

// dependOnChanged reports whether a package of the module needs the changed one.
func (d *dependents) dependOnChanged(path string) bool {
	needs, known := d.needs[path]
	if !known {
		needs = slices.ContainsFunc(d.module[path].Imports, d.dependOnChanged)
		d.needs[path] = needs
	}
	return needs
}

// Import implements [types.Importer].
func (d *dependents) Import(path string) (*types.Package, error) {
	if pkg := d.known[path]; pkg != nil {
		return pkg, nil
	}
	if !d.dependOnChanged(path) {
		return d.importer.Import(path)
	}
	var files []*ast.File
	for _, name := range d.module[path].GoFiles {
		f, err := parser.ParseFile(d.fset, filepath.Join(d.module[path].Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	pkg, err := d.check(path, files, d, nil)
	d.known[path] = pkg
	return pkg, err
}
