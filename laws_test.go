// Package mcpsim_test holds the laws of the house: rules about the source that
// no compiler checks. They only parse, so they run in milliseconds.
package mcpsim_test

import (
	"fmt"
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

// reach says which packages of this module a tree may import at most; the
// compiler keeps the rest of the order (internal/, no cycles). Trees that are not
// listed may import everything that the compiler lets them.
var reach = map[string][]string{
	"runtime":             {"runtime", "internal/atomicfile", "internal/clients", "internal/jsonc", "internal/plainhttp", "internal/words", "internal/yamldoc"},
	"netem":               {"netem", "internal/heap", "runtime/clock"},
	"fakeserver":          {"fakeserver", "internal/budget", "internal/clients", "internal/coding", "internal/jsonparts", "internal/loopback", "internal/packed", "internal/schema", "internal/words", "internal/yamldoc", "runtime/clock", "runtime/protocol"}, // a codec of its own
	"features":            {"internal/yamldoc"},
	"reports":             {"internal/junit", "internal/words", "runtime/event"},
	"internal/atomicfile": {"runtime/clock"},
	"internal/explore":    {"internal/atomicfile", "internal/gherkin", "netem/vtime", "reports", "runtime/clock"},
	"internal/acceptance": {"internal/junit", "internal/outfile", "internal/plainhttp", "internal/words", "runtime/clock", "runtime/event"},
	"internal/gherkin": {"features", "internal/outfile", "internal/redact", "internal/tell", "internal/verdict", "internal/words", "netem/vtime",
		"reports", "runtime/event"}, // it knows no MCP
	"internal/proxy":     {"fakeserver", "internal/budget", "internal/clients", "internal/coding", "internal/jsonparts", "internal/loopback", "internal/plainhttp", "internal/recording", "netem", "runtime/clock", "runtime/process"},
	"internal/timeline":  {"internal/recording", "internal/words", "reports", "runtime/event"},
	"internal/recording": {"internal/budget", "internal/infile", "internal/jsonparts", "internal/outfile", "internal/redact", "internal/words", "runtime/clock", "runtime/config", "runtime/process"},
	"internal/scenario":  {"fakeserver", "internal/jsonparts", "internal/recording", "internal/words", "netem", "runtime/protocol"},
	// The engines of checks know no Gherkin.
	"internal/probe":       {"internal/jsonparts", "internal/plainhttp", "internal/probe", "internal/schema", "internal/shortage", "internal/verdict", "internal/words", "runtime/clock", "runtime/event", "runtime/process"},
	"internal/clientcheck": {"fakeserver", "internal/jsonparts", "internal/relay", "internal/shortage", "internal/verdict", "internal/words", "runtime/clock", "runtime/event", "runtime/process"},
	"internal/authcheck":   {"internal/jsonparts", "internal/loopback", "internal/plainhttp", "internal/verdict", "runtime/clock", "runtime/event"},
	"internal/shortage":    {},
	"internal/verdict":     {"reports"},
	"internal/jsonc":       {"internal/words"},
	"internal/budget":      {},
	"internal/clients":     {"runtime/clock"},
	"internal/coding":      {},
	"internal/heap":        {},
	"internal/loopback":    {},
	"internal/plainhttp":   {},
	"internal/relay":       {},
	"internal/schema":      {},
	"internal/words":       {},
	"internal/yamldoc":     {},
}

// doors says which packages may use a name that reaches outside. A prefix that
// ends in / covers a tree.
var doors = map[string][]string{
	"time.Sleep":             {"netem/vtime"},
	"time.After":             {},
	"time.AfterFunc":         {},
	"time.Tick":              {},
	"time.NewTicker":         {},
	"time.NewTimer":          {"netem/vtime"},
	"time.Now":               {"netem/", "steps/", "internal/gherkin", "cmd/"},
	"time.Since":             {"netem/", "steps/", "internal/gherkin", "cmd/"},
	"time.Until":             {"netem/", "steps/", "internal/gherkin", "cmd/"},
	"context.WithTimeout":    {},
	"context.WithDeadline":   {},
	"os.ReadFile":            {"runtime/process", "internal/probe", "internal/judgetest", "cmd/release", "cmd/site", "steps/", "internal/mutate/"}, // others know a limit: internal/infile, internal/atomicfile
	"os.Open":                {"internal/infile", "internal/atomicfile", "internal/gherkin", "internal/mutate/"},                                   // what a command line names may be a pipe
	"os.Getenv":              {"runtime/host", "cmd/", "steps/", "internal/mutate/"},
	"os.LookupEnv":           {"runtime/host", "cmd/"},
	"os.Environ":             {"runtime/host", "cmd/", "mcpsimtest", "steps/", "internal/mutate/"},
	"os.Exit":                {"netem/vtime", "cmd/", "internal/mutate/"},
	"os.Stdout":              {"cmd/mcpsim", "cmd/mcpsim/mcpsim-explore", "internal/relay", "internal/mutate/"},
	"os.Stderr":              {"cmd/mcpsim", "cmd/mcpsim/mcpsim-explore", "cmd/release", "cmd/site", "internal/relay", "internal/mutate/"},
	"fmt.Print":              {},
	"fmt.Printf":             {},
	"fmt.Println":            {},
	"ui.Control":             {"cmd/mcpsim/internal/terminal"}, // all other text passes a door
	"exec.Command":           {"runtime/process", "cmd/", "steps/"},
	"exec.CommandContext":    {"internal/relay", "cmd/", "steps/"},
	"http.DefaultClient":     {},
	"http.DefaultTransport":  {},
	"http.DefaultServeMux":   {},
	"http.Get":               {},
	"http.Post":              {},
	"net.Dial":               {},
	"net.Listen":             {"internal/relay", "cmd/", "mcpsimtest", "steps/"},
	"clockwork.NewFakeClock": {},
}

// banned packages are imported by nobody outside tests.
var banned = []string{"math/rand", "math/rand/v2", "log", "io/ioutil"}

// libraries are used by one package each: most by the one that bounds what they are given.
// Their packages for the types of a tree are free.
var libraries = map[string]string{
	"github.com/cucumber/godog":                     "steps/suite", // no command contains it: it looks for the Go tools when a program begins
	"github.com/goccy/go-yaml":                      "internal/yamldoc",
	"github.com/goccy/go-yaml/parser":               "internal/yamldoc",
	"github.com/goccy/go-yaml/lexer":                "internal/yamldoc",
	"github.com/santhosh-tekuri/jsonschema/v6":      "internal/schema",
	"github.com/santhosh-tekuri/jsonschema/v6/kind": "internal/schema",
}

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
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "interop" || d.Name() == "specimen"):
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
		for _, spec := range s.file.Imports {
			target, _ := strconv.Unquote(spec.Path.Value)
			if slices.Contains(banned, target) {
				t.Errorf("%s: imports %s, which is banned", s.fset.Position(spec.Pos()), target)
			}
			if door := libraries[target]; door != "" && s.dir != door {
				t.Errorf("%s: imports %s, which only %s does", s.fset.Position(spec.Pos()), target, door)
			}
			if inner, ours := strings.CutPrefix(target, module); ours && !reachable(s.dir, inner) {
				t.Errorf("%s: %s must not import %s", s.fset.Position(spec.Pos()), s.dir, inner)
			}
		}
	}
}

// reachable reports whether the law lets a package import another one.
func reachable(dir, target string) bool {
	for tree, allowed := range reach {
		if within(dir, []string{tree + "/"}) {
			return slices.ContainsFunc(allowed, func(a string) bool { return target == a || strings.HasPrefix(target, a+"/") })
		}
	}
	return true
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

// TestTextPassesTheDoor wants what commands write to go to ui.Out and ui.Err, which let
// nothing through that a terminal obeys. The streams below them are for protocols.
func TestTextPassesTheDoor(t *testing.T) {
	protocols := []string{"IsTerminal", "Serve"} // that take a stream as it is
	for _, s := range sources(t) {
		if !within(s.dir, []string{"cmd/"}) || s.dir == "cmd/mcpsim/internal/ui" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(protocols, f.Sel.Name) {
				return true
			}
			for _, arg := range call.Args {
				if sel, ok := arg.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Stdout" || sel.Sel.Name == "Stderr") {
					if isUI(sel.X) {
						t.Errorf("%s: text goes to ui.Out or ui.Err", s.fset.Position(arg.Pos()))
					}
				}
			}
			return true
		})
	}
}

// A server that says headers without end costs what a limit says: that of net/http is 10 MiB.
func TestHeadersOfServersAreBounded(t *testing.T) {
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			kind, ok := lit.Type.(*ast.SelectorExpr)
			if !ok || kind.Sel.Name != "Transport" || importNames(s.file)[fmt.Sprint(kind.X)] != "net/http" || within(s.dir, []string{"steps/", "internal/scenario", "internal/steps/client"}) {
				return true
			}
			bounded := slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
				pair, ok := e.(*ast.KeyValueExpr)
				return ok && fmt.Sprint(pair.Key) == "MaxResponseHeaderBytes"
			})
			assert.Check(t, bounded, "%s: no MaxResponseHeaderBytes", s.fset.Position(n.Pos()))
			return true
		})
	}
}

// What listens bounds who comes: see internal/clients. Servers of scenarios have clients of ours.
func TestClientsOfServersAreBounded(t *testing.T) {
	for _, s := range sources(t) {
		servers, bounds := 0, 0
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				kind, ok := n.Type.(*ast.SelectorExpr)
				if ok && kind.Sel.Name == "Server" && importNames(s.file)[fmt.Sprint(kind.X)] == "net/http" {
					servers++
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Bound" {
					bounds++
				}
			}
			return true
		})
		assert.Check(t, servers == bounds || within(s.dir, []string{"steps/"}), "%s: %d servers, of which %d are given to clients.Set.Bound", s.name, servers, bounds)
	}
}

// A server that answers with 101 gets no connection that is read for ever: requests go through
// internal/plainhttp, but those that ask for a WebSocket and those of something around a wire.
func TestNoServerIsGivenAConnection(t *testing.T) {
	around := []string{"internal/plainhttp", "internal/recording", "internal/scenario", "internal/steps/server/servertest", "runtime/internal/transport/ws", "steps/"}
	files := []string{"internal/proxy/websocket.go", "runtime/internal/transport/streamhttp/stuck.go"}
	for _, s := range sources(t) {
		if within(s.dir, around) || slices.Contains(files, s.name) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				f, ok := n.Fun.(*ast.SelectorExpr)
				assert.Check(t, !ok || f.Sel.Name != "RoundTrip" || fmt.Sprint(f.X) == "plainhttp", "%s: want plainhttp.RoundTrip", s.fset.Position(n.Pos()))
			case *ast.KeyValueExpr:
				if fmt.Sprint(n.Key) == "Transport" {
					lit, ok := n.Value.(*ast.CompositeLit)
					assert.Check(t, !ok || fmt.Sprint(lit.Type) == "&{plainhttp Wire}", "%s: want plainhttp.Wire", s.fset.Position(n.Pos()))
					_, bare := n.Value.(*ast.UnaryExpr)
					assert.Check(t, !bare, "%s: want plainhttp.Wire", s.fset.Position(n.Pos()))
				}
			}
			return true
		})
	}
}

// A judge takes no member for another: encoding/json reads "Code" as "code".
func TestJudgesReadNamesLetterByLetter(t *testing.T) {
	for _, s := range sources(t) {
		if !within(s.dir, []string{"internal/probe/", "internal/clientcheck/", "internal/authcheck/", "internal/steps/server", "internal/steps/client"}) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok && sel.Sel.Name == "Unmarshal" && importNames(s.file)[fmt.Sprint(sel.X)] == "encoding/json" {
				t.Errorf("%s: jsonparts.Unmarshal, not json.Unmarshal", s.fset.Position(n.Pos()))
			}
			return true
		})
	}
}

// isUI reports whether an expression is what commands have of the machine, by its name.
func isUI(x ast.Expr) bool {
	if name, ok := x.(*ast.Ident); ok {
		return name.Name == "a" || name.Name == "u"
	}
	sel, ok := x.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "ui" || sel.Sel.Name == "System")
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
