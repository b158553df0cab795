package mutate

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Package is one package of the module.
type Package struct {
	Path  string
	Dir   string // absolute
	Files []*File
}

// Program is the part of the module that is mutated.
type Program struct {
	Root     string // of the module
	Module   string
	Packages []*Package
	module   map[string]listed // every package of the module, by path
	byFile   map[string]*Package
	fset     *token.FileSet
	importer types.Importer
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Imports                 []string
	TestImports             []string
	XTestImports            []string
	TestGoFiles             []string
	XTestGoFiles            []string
	Module                  *struct{ Path, Dir string }
}

// Load reads and checks the packages of the patterns. dir is inside the module.
func Load(t Tools, dir string, patterns []string) (*Program, error) {
	chosen, err := goList(t, dir, append([]string{"list", "-json=ImportPath,Dir,GoFiles,Module"}, patterns...))
	if err != nil {
		return nil, err
	}
	if len(chosen) == 0 || chosen[0].Module == nil {
		return nil, fmt.Errorf("%s: no packages of a module", strings.Join(patterns, " "))
	}
	p := &Program{
		Root: chosen[0].Module.Dir, Module: chosen[0].Module.Path,
		module: map[string]listed{}, byFile: map[string]*Package{}, fset: token.NewFileSet(),
	}
	deps, err := goList(t, p.Root, []string{"list", "-deps", "-export", "-json=ImportPath,Export", "./..."})
	if err != nil {
		return nil, err
	}
	p.importer = importer.ForCompiler(p.fset, "gc", exports(deps))
	for _, l := range chosen {
		if err := p.add(l); err != nil {
			return nil, err
		}
	}
	return p, p.relate(t)
}

func goList(t Tools, dir string, args []string) ([]listed, error) {
	out, err := t.Go(dir, args...)
	if err != nil {
		return nil, err
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var l listed
		switch err := d.Decode(&l); {
		case err == io.EOF:
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("reading go list: %w", err)
		}
		all = append(all, l)
	}
}

// exports finds what the compiler has written about a package.
func exports(deps []listed) importer.Lookup {
	files := map[string]string{}
	for _, l := range deps {
		files[l.ImportPath] = l.Export
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// relate learns of every package of the module.
func (p *Program) relate(t Tools) error {
	all, err := goList(t, p.Root, []string{"list", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports,TestGoFiles,XTestGoFiles", "./..."})
	for _, l := range all {
		p.module[l.ImportPath] = l
	}
	return err
}

// testers are the packages whose tests may notice a mutant: its own, then those of the
// same tree that import it, or whose tests do. With by they are those that it matches, and
// they may import it through others.
func (p *Program) testers(m *Mutant, by *regexp.Regexp) []string {
	own := p.byFile[m.File].Path
	tree, _, _ := strings.Cut(m.File, "/")
	uses := map[string]bool{own: true}
	paths := []string{own}
	for _, path := range slices.Sorted(maps.Keys(p.module)) {
		l := p.module[path]
		imports := slices.Concat(l.Imports, l.TestImports, l.XTestImports)
		if path != own && strings.HasPrefix(path, p.Module+"/"+tree+"/") &&
			(slices.Contains(imports, own) || by != nil && slices.ContainsFunc(imports, func(i string) bool { return p.uses(i, uses) })) {
			paths = append(paths, path)
		}
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		l, ok := p.module[path]
		return ok && len(l.TestGoFiles)+len(l.XTestGoFiles) == 0 || by != nil && !by.MatchString(path)
	})
}

// uses reports whether a package is built with one that known has; known learns of it.
func (p *Program) uses(path string, known map[string]bool) bool {
	used, seen := known[path]
	if !seen {
		used = slices.ContainsFunc(p.module[path].Imports, func(i string) bool { return p.uses(i, known) })
		known[path] = used
	}
	return used
}

// add parses and checks a package.
func (p *Program) add(l listed) error {
	pkg := &Package{Path: l.ImportPath, Dir: l.Dir}
	for _, name := range l.GoFiles {
		full := filepath.Join(l.Dir, name)
		source, err := os.ReadFile(full)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(p.fset, full, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		inModule, err := filepath.Rel(p.Root, full)
		if err != nil {
			return err
		}
		f := &File{Name: filepath.ToSlash(inModule), Source: source, Syntax: syntax, fset: p.fset}
		pkg.Files = append(pkg.Files, f)
		p.byFile[f.Name] = pkg
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	checked, err := p.check(pkg.Path, pkg.syntax(nil, nil), p.importer, info)
	if err != nil {
		return err
	}
	for _, f := range pkg.Files {
		f.info, f.pkg = info, checked
	}
	p.Packages = append(p.Packages, pkg)
	return nil
}

// Mutants are those of every file.
func (p *Program) Mutants() []*Mutant {
	var all []*Mutant
	for _, pkg := range p.Packages {
		for _, f := range pkg.Files {
			all = append(all, Find(f)...)
		}
	}
	return all
}

func (p *Package) file(name string) *File {
	i := slices.IndexFunc(p.Files, func(f *File) bool { return f.Name == name })
	return p.Files[i]
}
