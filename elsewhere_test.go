//go:build elsewhere

package mcpsim_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestElsewhere has the types of every package checked for systems that this one is not, tests
// included, in seconds: to vet them means to compile the standard library for each. Windows and
// macOS vet themselves, see .github/workflows/ci.yml.
func TestElsewhere(t *testing.T) {
	for _, system := range []string{"windows", "darwin"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			e := abroad{files: token.NewFileSet(), checked: map[string]*types.Package{"unsafe": types.Unsafe}}
			for _, p := range listed(t, system) {
				for _, err := range e.check(p) {
					t.Error(err)
				}
			}
		})
	}
}

// listedPackage is what `go list` says of a package.
type listedPackage struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct{ Main bool }
}

// listed are all packages with their tests, each behind those that it imports.
func listed(t *testing.T, system string) (out []listedPackage) {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "./...")
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
	raw, err := cmd.Output()
	assert.NilError(t, err)
	for d := json.NewDecoder(strings.NewReader(string(raw))); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out
		}
		if !strings.HasSuffix(p.ImportPath, ".test") { // these mains are generated
			out = append(out, p)
		}
	}
}

// abroad checks packages for one system.
type abroad struct {
	files   *token.FileSet
	checked map[string]*types.Package // by import path
}

// check returns what is wrong in a package of ours; of others only the declarations are read.
func (e *abroad) check(p listedPackage) (wrong []error) {
	if p.ImportPath == "unsafe" {
		return nil
	}
	ours := p.Module != nil && p.Module.Main

	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(e.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return []error{err}
		}
		files = append(files, f)
	}
	config := types.Config{
		IgnoreFuncBodies: !ours, Importer: importing{e, p.ImportMap}, Sizes: types.SizesFor("gc", "amd64"),
		Error: func(err error) {
			if ours {
				wrong = append(wrong, err)
			}
		},
	}
	path, _, _ := strings.Cut(p.ImportPath, " ") // "a [a.test]"
	e.checked[p.ImportPath], _ = config.Check(path, e.files, files, nil)
	return wrong
}

// importing finds what a package imports.
type importing struct {
	e     *abroad
	paths map[string]string // by what the source says
}

func (i importing) Import(path string) (*types.Package, error) {
	if real, mapped := i.paths[path]; mapped {
		path = real
	}
	if p := i.e.checked[path]; p != nil {
		return p, nil
	}
	return nil, errors.New("not listed: " + path)
}
