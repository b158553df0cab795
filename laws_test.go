// Package mcpsim_test holds the laws of the house: rules about the source that
// no compiler checks. They only parse, so they run in milliseconds.
package mcpsim_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const module = "github.com/mcpsim/mcpsim/"

// imports says which packages of this module a package may import, leaves
// first. A package that is missing here fails the test: think about its place.
var imports = map[string][]string{
	"runtime":            {},
	"runtime/atomicfile": {},
	"runtime/backoff":    {},
	"runtime/clock":      {},
	"runtime/event":      {},
	"runtime/jsonrpc":    {"runtime/clock"},
	"runtime/protocol":   {"runtime/jsonrpc"},
	"runtime/config":     {},
	"runtime/discovery":  {"runtime/atomicfile", "runtime/config"},
	"runtime/settings":   {"runtime/config"},
	"runtime/admission":  {},
	"runtime/approval":   {"runtime/atomicfile", "runtime/config", "runtime/settings"},
	"runtime/status":     {"runtime/event"},
	"runtime/control":    {"runtime/clock", "runtime/config", "runtime/status"},
	"runtime/reconcile":  {"runtime/clock", "runtime/config", "runtime/event"},
	"runtime/hotreload": {"runtime/admission", "runtime/atomicfile", "runtime/clock", "runtime/event",
		"runtime/settings"},
	"runtime/transport":               {"runtime/jsonrpc"},
	"runtime/transport/duplex":        {"runtime/clock", "runtime/jsonrpc", "runtime/transport"},
	"runtime/transport/stdio":         {"runtime/clock", "runtime/jsonrpc", "runtime/transport", "runtime/transport/duplex"},
	"runtime/transport/ws":            {"runtime/clock", "runtime/jsonrpc", "runtime/transport", "runtime/transport/duplex"},
	"runtime/transport/transporttest": {"runtime/jsonrpc", "runtime/transport"},
	"runtime/transport/streamhttp":    {"runtime/clock", "runtime/jsonrpc", "runtime/transport"},
	"runtime/toolcache":               {"runtime/atomicfile", "runtime/clock", "runtime/protocol"},
	"runtime/toolbridge":              {"runtime/jsonrpc", "runtime/protocol", "runtime/transport"},
	"runtime/secrets":                 {"runtime/atomicfile", "runtime/clock", "runtime/config"},
	"runtime/shell":                   {"runtime/transport/stdio"},
	"runtime/conn":                    {"runtime/clock", "runtime/jsonrpc", "runtime/protocol", "runtime/transport"},
	"runtime/manager": {"runtime/backoff", "runtime/clock", "runtime/config", "runtime/event", "runtime/protocol",
		"runtime/toolbridge", "runtime/toolcache"},
	"runtime/pool": {"runtime/clock", "runtime/config", "runtime/event", "runtime/manager", "runtime/protocol", "runtime/transport"},
	"runtime/session": {"runtime/clock", "runtime/config", "runtime/event", "runtime/manager", "runtime/secrets",
		"runtime/toolbridge", "runtime/toolcache"},
	"runtime/simplecall": {},
	"runtime/agenttools": {"runtime/protocol"},
	"runtime/agents": {"runtime/agenttools", "runtime/backoff", "runtime/clock", "runtime/config", "runtime/event",
		"runtime/jsonrpc", "runtime/protocol", "runtime/transport"},
	"runtime/host": {"runtime/admission", "runtime/control", "runtime/agents", "runtime/agenttools", "runtime/approval", "runtime/hotreload", "runtime/reconcile", "runtime/settings", "runtime/status",
		"runtime/backoff", "runtime/clock", "runtime/config", "runtime/conn", "runtime/discovery",
		"runtime/event", "runtime/jsonrpc", "runtime/manager", "runtime/pool", "runtime/protocol", "runtime/secrets", "runtime/session", "runtime/shell",
		"runtime/toolbridge", "runtime/toolcache", "runtime/transport", "runtime/transport/stdio", "runtime/transport/streamhttp",
		"runtime/transport/ws"},
	"netem/vtime":  {},
	"netem":        {"netem/vtime"},
	"fakeserver":   {"runtime/clock"},
	"features":     {},
	"reports":      {"runtime/event"},
	"steps/relay":  {},
	"steps/suite":  {"reports", "runtime/event", "netem/vtime", "features"},
	"integration":  {"reports", "runtime/clock", "runtime/event"},
	"probe/sample": {},
	"probe":        {"probe/sample", "reports", "runtime/clock", "runtime/event", "runtime/transport/stdio", "steps/suite"},
	"clientcheck":  {"fakeserver", "reports", "runtime/clock", "runtime/event", "runtime/transport/stdio", "steps/relay", "steps/suite"},
}

// tops may import everything below them.
var tops = []string{"steps", "cmd/mcpsim"}

// doors says which packages may use a name that reaches outside. A prefix that
// ends in / covers a tree.
var doors = map[string][]string{
	"time.Sleep":             {"netem/vtime"},
	"time.After":             {},
	"time.AfterFunc":         {},
	"time.Tick":              {},
	"time.NewTicker":         {},
	"time.NewTimer":          {"netem/vtime"},
	"time.Now":               {"netem/", "steps/", "cmd/"},
	"time.Since":             {"netem/", "steps/", "cmd/"},
	"time.Until":             {"netem/", "steps/", "cmd/"},
	"context.WithTimeout":    {},
	"context.WithDeadline":   {},
	"os.Getenv":              {"runtime/host", "cmd/"},
	"os.LookupEnv":           {"runtime/host", "cmd/"},
	"os.Environ":             {"runtime/host", "cmd/", "steps/"},
	"os.Exit":                {"netem/vtime", "cmd/"},
	"exec.Command":           {"runtime/transport/stdio", "cmd/", "steps/"},
	"exec.CommandContext":    {"cmd/", "steps/"},
	"http.DefaultClient":     {},
	"http.DefaultTransport":  {},
	"http.DefaultServeMux":   {},
	"http.Get":               {},
	"http.Post":              {},
	"net.Dial":               {},
	"net.Listen":             {"cmd/", "steps/"},
	"clockwork.NewFakeClock": {},
}

// banned packages are imported by nobody outside tests.
var banned = []string{"math/rand", "math/rand/v2", "log", "io/ioutil"}

// source is one parsed file that is not a test.
type source struct {
	name string // slash-separated, relative to the root
	dir  string
	file *ast.File
	fset *token.FileSet
}

func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "interop"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		name = filepath.ToSlash(name)
		out = append(out, source{name, path.Dir(name), file, fset})
		return err
	})
	assert.NilError(t, err)
	return out
}

func TestImportsGoOneWay(t *testing.T) {
	for _, s := range sources(t) {
		allowed, known := imports[s.dir]
		if !known && !slices.Contains(tops, s.dir) {
			t.Errorf("%s: package has no place in the import law, see laws_test.go", s.name)
			continue
		}
		for _, spec := range s.file.Imports {
			target, _ := strconv.Unquote(spec.Path.Value)
			if slices.Contains(banned, target) {
				t.Errorf("%s: imports %s, which is banned", s.fset.Position(spec.Pos()), target)
			}
			inner, ours := strings.CutPrefix(target, module)
			if ours && known && !slices.Contains(allowed, inner) {
				t.Errorf("%s: %s must not import %s", s.fset.Position(spec.Pos()), s.dir, inner)
			}
		}
	}
}

func TestOutsideWorldOnlyBehindDoors(t *testing.T) {
	for _, s := range sources(t) {
		names := importNames(s.file)
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, ok := sel.X.(*ast.Ident)
			if !ok || names[pkg.Name] == "" {
				return true
			}
			used := path.Base(names[pkg.Name]) + "." + sel.Sel.Name
			if allowed, guarded := doors[used]; guarded && !within(s.dir, allowed) {
				t.Errorf("%s: %s is used outside its door %v", s.fset.Position(n.Pos()), used, allowed)
			}
			return true
		})
	}
}

// importNames maps the local names of a file's imports to their paths.
func importNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		target, _ := strconv.Unquote(spec.Path.Value)
		local := path.Base(target)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		names[local] = target
	}
	return names
}

func within(dir string, allowed []string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		return dir == a || strings.HasSuffix(a, "/") && strings.HasPrefix(dir+"/", a)
	})
}

func TestEveryPackageHasOneDoc(t *testing.T) {
	docs := map[string][]string{}
	for _, s := range sources(t) {
		docs[s.dir] = append(docs[s.dir], nil...)
		if s.file.Doc != nil {
			docs[s.dir] = append(docs[s.dir], s.name)
		}
	}
	for dir, files := range docs {
		if len(files) != 1 {
			t.Errorf("%s: want one package comment, have %d in %v", dir, len(files), files)
		}
	}
}

func TestNamesAreSpelledOneWay(t *testing.T) {
	for _, s := range sources(t) {
		for _, spec := range s.file.Imports {
			if spec.Path.Value == `"runtime"` && (spec.Name == nil || spec.Name.Name != "goruntime") {
				t.Errorf("%s: import std runtime as goruntime", s.fset.Position(spec.Pos()))
			}
		}
	}
}
