package mutate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Build is a sample that is built into programs.
type Build struct {
	program *Program
	tools   Tools
	dir     string // of the programs and the rewritten source
	overlay string
	numbers map[*Mutant]int
}

// NewBuild rewrites the source for a sample into a new folder below dir.
func NewBuild(p *Program, t Tools, dir string, sample []*Mutant) (*Build, error) {
	dir, err := os.MkdirTemp(dir, "build-")
	if err != nil {
		return nil, err
	}
	b := &Build{program: p, tools: t, dir: dir, overlay: filepath.Join(dir, "overlay.json"), numbers: map[*Mutant]int{}}
	byFile := map[string][]*Mutant{}
	for i, m := range sample {
		b.numbers[m] = i + 1
		byFile[m.File] = append(byFile[m.File], m)
	}
	replace := map[string]string{}
	for name, mutants := range byFile {
		f := p.byFile[name].file(name)
		copied := filepath.Join(dir, "source", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(copied), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(copied, Rewrite(f.Source, f.packageEnd(), mutants, b.numbers), 0o600); err != nil {
			return nil, err
		}
		replace[filepath.Join(p.Root, filepath.FromSlash(name))] = copied
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return b, os.WriteFile(b.overlay, data, 0o600)
}

// Close removes the programs.
func (b *Build) Close() error { return os.RemoveAll(b.dir) }

// Number is what switches a mutant on, 0 for one that is not in the sample.
func (b *Build) Number(m *Mutant) int { return b.numbers[m] }

// Command builds a main package, given by its folder in the module.
func (b *Build) Command(folder string) (string, error) {
	out := filepath.Join(b.dir, filepath.Base(folder))
	_, err := b.tools.Go(b.program.Root, "build", "-overlay", b.overlay, "-o", out, "./"+folder)
	return out, err
}

// tests builds the test program of a package. A switch is no constant, which vet does
// not like of formats.
func (b *Build) tests(path string) (string, error) {
	out := filepath.Join(b.dir, strings.ReplaceAll(path, "/", "_")+".test")
	_, err := b.tools.Go(b.program.Root, "test", "-c", "-vet=off", "-overlay", b.overlay, "-o", out, path)
	if err != nil {
		return "", fmt.Errorf("building the tests of %s: %w", path, err)
	}
	return out, nil
}
