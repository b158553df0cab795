package mutate

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
)

var exported = sync.OnceValues(func() ([]listed, error) {
	return goList(tools(), ".", []string{"list", "-deps", "-export", "-json=ImportPath,Export", "errors", "fmt", "time"})
})

// standard finds the packages that the examples import.
func standard(t *testing.T) importer.Lookup {
	t.Helper()
	list, err := exported()
	assert.NilError(t, err)
	return exports(list)
}

// parsed is a file with the declarations, which may use errors, fmt and time.
func parsed(t *testing.T, declarations string) *File {
	t.Helper()
	source := "package p\n\nimport (\n\"errors\"\n\"fmt\"\n\"time\"\n)\n\nvar _, _, _ = errors.New, fmt.Errorf, time.Now\n\n" + declarations
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	assert.NilError(t, err)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", standard(t))}
	pkg, err := conf.Check("p", fset, []*ast.File{syntax}, info)
	assert.NilError(t, err)
	return &File{Name: "p/p.go", Source: []byte(source), Syntax: syntax, fset: fset, info: info, pkg: pkg}
}

func TestOperators(t *testing.T) {
	for _, c := range []struct {
		name, source string
		want         []string // the mutants of one operator, and what each makes of the source
	}{
		{"condition", "func f(a, b bool) { if a {}; for b {}; switch { case a: default: }; switch a { case b: } }", []string{
			"a → !(a): if mutant_on.Not(1, a) {}",
			"b → !(b): for mutant_on.Not(1, b) {}",
			"a → !(a): case mutant_on.Not(1, a):",
		}},
		{"boundary", "func f(a, b int) bool { return a < b || a >= 2*b }", []string{
			"a < b → a <= b: return mutant_on.Less(1, a , b) ||",
			"a >= 2*b → a > 2*b: || mutant_on.GreaterEqual(1, a , 2*b) }",
		}},
		{"logic", "func f(a, b, c bool) bool { return a && b || c }", []string{
			"a && b || c → (a && b) && (c): return mutant_on.Or(1, a && b , func() bool { return c }) }",
			"a && b → (a) || (b): return mutant_on.And(1, a , func() bool { return b }) || c }",
		}},
		{"drop call", "func f(c chan int) { f(nil); _ = cap(c); _ = c; <-c; c <- 1 }", []string{
			"f(nil) → nothing: { if !mutant_on.Is(1) { f(nil) }; _ =",
			"_ = cap(c) → nothing: ; if !mutant_on.Is(1) { _ = cap(c) };",
			"<-c → nothing: if !mutant_on.Is(1) { <-c };",
			"c <- 1 → nothing: if !mutant_on.Is(1) { c <- 1 } }",
		}},
		{"drop assignment", "func f(a int) { b := a; b = 2; b++; a += b }", []string{
			"b = 2 → nothing: if !mutant_on.Is(1) { b = 2 };",
			"b++ → nothing: if !mutant_on.Is(1) { b++ };",
			"a += b → nothing: if !mutant_on.Is(1) { a += b } }",
		}},
		{"drop delete", "func f(m map[int]int) { delete(m, 1) }", []string{"delete(m, 1) → nothing: if !mutant_on.Is(1) { delete(m, 1) } }"}},
		{"drop go", "func f() { go f() }", []string{"go f() → nothing: if !mutant_on.Is(1) { go f() } }"}},
		{"drop defer", "func f() { defer f() }", []string{"defer f() → nothing: if !mutant_on.Is(1) { defer f() } }"}},
		{"drop return", "func f(a []int) { for range a { continue }; return }", []string{
			"continue → nothing: if !mutant_on.Is(1) { continue } }",
			"return → nothing: if !mutant_on.Is(1) { return } }",
		}},
		{"drop error", "func g() (int, error) { return 1, nil }\nfunc f(err error) (int, error) { if err != nil { return 0, err }; return g() }", []string{
			"return 0, err → return 0, nil: { return 0, mutant_on.Error(1, err) };",
			"return g() → return g() without its error: if mutant_on.Is(1) { mutant0, _ := g(); return mutant0, nil }; return g() }",
		}},
		{"int", "type size int64\nvar a [2]size\nfunc f(s size) size { return s + 5 }", []string{
			"2 → 2 + 1: var a [mutant_on.Plus(1, 2)]size", // does not compile
			"2 → 2 - 1: var a [mutant_on.Minus(1, 2)]size",
			"5 → 5 + 1: s + (size)(mutant_on.Plus(1, 5)) }",
			"5 → 5 - 1: s + (size)(mutant_on.Minus(1, 5)) }",
		}},
		{"duration", "const a = 2 * time.Second\nfunc f() time.Duration { return a }", []string{
			"2 * time.Second → 2 * (2 * time.Second): var a = (time.Duration)(mutant_on.Twice(1, 2 * time.Second))",
			"a → 2 * (a): return (time.Duration)(mutant_on.Twice(1, a)) }",
		}},
		{"string", "type s string\nconst (\n\ta = 1\n\tb s = \"x\" // it\n\tc = 2\n)\nvar d = struct{ E string `json:\"e\"` }{\"\"}", []string{
			"\"x\" → \"x\" + \"~\": \t); var b s = (s)(mutant_on.Text(1, \"x\")); const ( // it",
			"\"\" → \"~\": {mutant_on.Text(1, \"\")}",
		}},
		{"true/false", "func f(bool) { f(true) }", []string{"true → false: f(mutant_on.Not(1, true)) }"}},
		{"error text", "var a = errors.New(\"no\")\nvar b = fmt.Errorf(\"%s\", \"x\")", []string{
			"\"no\" → \"no\" + \"~\": errors.New(mutant_on.Text(1, \"no\"))",
			"\"%s\" → \"%s\" + \"~\": fmt.Errorf(mutant_on.Text(1, \"%s\"), \"x\")",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := parsed(t, c.source)
			i := 0
			for _, m := range Find(f) {
				if m.Operator != c.name {
					continue
				}
				assert.Assert(t, i < len(c.want), "one more: %s", m)
				what, code, _ := strings.Cut(c.want[i], ": ")
				assert.Equal(t, m.From+" → "+m.To, what)
				got := string(Rewrite(f.Source, f.packageEnd(), []*Mutant{m}, map[*Mutant]int{m: 1}))
				assert.Assert(t, strings.Contains(got, code), "%s\nhas no %s", got, code)
				i++
			}
			assert.Equal(t, i, len(c.want))
		})
	}
}

// TestNumberedConstantsStay: those that count with iota cannot stand alone.
func TestNumberedConstantsStay(t *testing.T) {
	f := parsed(t, "const (\n\ta = iota + 1\n\tb\n)")
	assert.Equal(t, len(Find(f)), 0)
}

// TestSimulationsHaveNoMutants: names of actors and yields mean nothing elsewhere.
func TestSimulationsHaveNoMutants(t *testing.T) {
	f := parsed(t, `type actors struct{}
func (actors) Yield()                  {}
var clock actors
func spawn(actor string, f func()) { f() }
func f(s string) {
	clock.Yield()
	spawn("a/"+s+"/b", func() { f("c") })
	actor := s + "/d"
	s, actor = "e", "g"
	spawn(actor, nil)
}`)
	var all []string
	for _, m := range Find(f) {
		if m.Func == "f" {
			all = append(all, m.String())
		}
	}
	assert.DeepEqual(t, all, []string{
		"f [drop call] `spawn(\"a/\"+s+\"/b\", func() { f(\"c\") })` → `nothing`",
		"f [drop call] `f(\"c\")` → `nothing`", "f [string] `\"c\"` → `\"c\" + \"~\"`",
		"f [drop assignment] `s, actor = \"e\", \"g\"` → `nothing`", "f [string] `\"e\"` → `\"e\" + \"~\"`",
		"f [drop call] `spawn(actor, nil)` → `nothing`",
	})
}

// TestZeroValuesBesideErrorsHaveNoMutants: what is returned with an error means nothing.
func TestZeroValuesBesideErrorsHaveNoMutants(t *testing.T) {
	f := parsed(t, `type failure struct{}
func (*failure) Error() string { return "f" }
var sentinel error
func f(err error) (string, error) {
	if err != nil {
		return "", err
	}
	if err != sentinel {
		return "", err
	}
	switch {
	case err != nil:
		return "", err
	case err == nil:
		return "", err
	}
	return "", &failure{}
}
func g() (int, bool, error) { return 0, false, errors.New("x") }
func h() (string, bool, error) { return "a", true, sentinel }
func i() (string, error) { return "", nil }`)
	var all []string
	for _, m := range Find(f) {
		if m.Operator == "string" || m.Operator == "int" || m.Operator == "true/false" {
			all = append(all, fmt.Sprint(m.Func, " ", m.From))
		}
	}
	assert.DeepEqual(t, all, []string{`*failure.Error "f"`, `f ""`, `f ""`, `h "a"`, "h true", `i ""`})
}

// TestNestedMutants: all fit into one file, whose lines keep their numbers.
func TestNestedMutants(t *testing.T) {
	f := parsed(t, "func f(a, b int) error {\n\tif a < 1 && b < 2 {\n\t\tf(a,\n\t\t\tb+3)\n\t\treturn errors.New(\"x\")\n\t}\n\treturn nil\n}")
	all := Find(f)
	numbers := map[*Mutant]int{}
	for i, m := range all {
		numbers[m] = i + 1
	}
	got := Rewrite(f.Source, f.packageEnd(), all, numbers)
	_, err := parser.ParseFile(token.NewFileSet(), "p.go", got, 0)
	assert.NilError(t, err, "%s", got)
	assert.Equal(t, strings.Count(string(got), "\n"), strings.Count(string(f.Source), "\n"))
	assert.Equal(t, all[0].Func, "f")
}
