package mutate

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func found(t *testing.T, source string) map[ID]bool {
	t.Helper()
	names := map[ID]bool{}
	for _, m := range Draw(Find(parsed(t, source)), 7, 3, func(*Mutant) bool { return true }) {
		names[m.ID] = true
	}
	return names
}

const drawn = "func f(a, b int) {\n\tif a < b {\n\t\tf(a, b)\n\t\tf(b, a)\n\t\tf(b, a)\n\t}\n}\n"

// TestDrawsStay: what is above a mutant changes neither its name nor the draw.
func TestDrawsStay(t *testing.T) {
	assert.DeepEqual(t, found(t, drawn), found(t, "\nvar x int\n\n"+drawn))
}

func TestOneMutantPerLine(t *testing.T) {
	all := Find(parsed(t, drawn))
	lines := map[int]bool{}
	for _, m := range Draw(all, 1, 100, func(m *Mutant) bool { return m.Operator != "logic" }) {
		assert.Assert(t, !lines[m.Line], "%d %s", m.Line, m)
		lines[m.Line] = true
	}
	assert.Equal(t, len(lines), 4)
}

func TestSameMutantsAreCounted(t *testing.T) {
	var names []string
	for _, m := range Find(parsed(t, drawn)) {
		if m.Operator == "drop call" {
			names = append(names, m.String())
		}
	}
	assert.DeepEqual(t, names, []string{
		"f [drop call] `f(a, b)` → `nothing`", "f [drop call] `f(b, a)` → `nothing`", "f [drop call] `f(b, a)` → `nothing` (2)",
	})
}

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "mutants.yaml")
	assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func TestExplained(t *testing.T) {
	id := ID{File: "a/b.go", Func: "*T.f", Operator: "drop call", From: "f(`a: \"b\"`)", To: "nothing", Nth: 2}
	entry, err := Entry(id, "it only speeds things up")
	assert.NilError(t, err)
	unexplained, err := Entry(id, "")
	assert.NilError(t, err)
	got, err := ReadExplained(write(t, entry))
	assert.NilError(t, err)
	assert.DeepEqual(t, got, Explained{id: {"it only speeds things up", 1}})

	for name, text := range map[string]string{
		"yaml:2: a/b.go *T.f [drop call]": "# about\n" + unexplained, "has no reason": unexplained,
		"yaml:3: a/b.go *T.f [drop call]": "# about\n" + entry + entry, "is listed twice, first in line 1": entry + entry,
		"unknown field": "- {reason: none}",
	} {
		_, err := ReadExplained(write(t, text))
		assert.ErrorContains(t, err, name)
	}
}

// TestStale has an entry that is right, one of a package that is gone, one whose code is
// another, one whose function has another name, and one of which nothing is left.
func TestStale(t *testing.T) {
	const file, gone = "internal/mutate/testdata/example/example.go", "internal/mutate/testdata/gone/gone.go"
	right := ID{File: file, Func: "Count", Operator: "int", From: "0", To: "0 - 1"}
	moved := ID{File: gone, Func: "Count", Operator: "drop delete", From: "delete(seen, kind)", To: "nothing"}
	other := ID{File: file, Func: "Half", Operator: "boundary", From: "n < 1", To: "n <= 1"}
	renamed := ID{File: file, Func: "Long", Operator: "condition", From: "long", To: "!(long)"}
	nowhere := ID{File: gone, Func: "Half", Operator: "boundary", From: "n < 1", To: "n <= 1"}
	e := Explained{right: {"a", 1}, moved: {"a", 2}, other: {"a", 3}, renamed: {"a", 4}, nowhere: {"a", 5}}
	p, err := Load(tools(), ".", []string{"./testdata/example"})
	assert.NilError(t, err)
	stale := e.Stale(p)
	assert.DeepEqual(t, stale, []Stale{
		{moved, 2, &ID{File: file, Func: "Count", Operator: "drop delete", From: "delete(seen, kind)", To: "nothing"}},
		{other, 3, &ID{File: file, Func: "Half", Operator: "boundary", From: "n < 0", To: "n <= 0"}},
		{renamed, 4, &ID{File: file, Func: "Wait", Operator: "condition", From: "long", To: "!(long)"}},
		{nowhere, 5, nil},
	})
	assert.Equal(t, stale[1].String(), "the source has no such mutant any more: "+other.File+" Half [boundary] `n < 1` → `n <= 1`\n"+
		"  is it "+file+" Half [boundary] `n < 0` → `n <= 0` now? Then give the entry these words, otherwise take it out")
	assert.Assert(t, strings.HasSuffix(stale[3].String(), "take the entry out, unless the mutant has another name now"))
}

func TestJournalGoesOn(t *testing.T) {
	root, name := t.TempDir(), filepath.Join(t.TempDir(), "results.jsonl")
	source := filepath.Join(root, "a.go")
	assert.NilError(t, os.WriteFile(source, []byte("package a"), 0o600))
	open := func() *Journal {
		j, err := OpenJournal(name, root)
		assert.NilError(t, err)
		return j
	}
	r := Result{ID: ID{File: "a.go", From: "x"}, Features: Survived, Tests: Killed, By: "TestA"}
	j := open()
	assert.NilError(t, j.Add(r))
	assert.NilError(t, j.Close())

	j = open()
	got, ok := j.Known(r.ID)
	assert.Assert(t, ok && got.By == "TestA" && !got.Survived())
	assert.NilError(t, j.Close())

	assert.NilError(t, os.WriteFile(source, []byte("package b"), 0o600))
	j = open()
	_, ok = j.Known(r.ID)
	assert.Assert(t, !ok, "a result of another source counts")
	assert.NilError(t, j.Close())
}

func TestResultsThatSayEnough(t *testing.T) {
	both, features, tests := Options{Features: true, Tests: true}, Options{Features: true}, Options{Tests: true}
	for _, c := range []struct {
		Result
		both, features, tests bool
	}{
		{Result{Features: Killed}, true, true, true},
		{Result{Features: Survived}, false, true, false},
		{Result{Features: Unreached, Tests: Survived}, true, true, true},
		{Result{Tests: Survived}, false, false, true},
		{Result{Tests: Killed}, false, false, true},
		{Result{Tests: Survived, Left: "2 tests beyond the budget of a"}, false, false, false},
	} {
		assert.DeepEqual(t, []bool{both.answeredBy(c.Result), features.answeredBy(c.Result), tests.answeredBy(c.Result)}, []bool{c.both, c.features, c.tests})
	}
}

func TestReport(t *testing.T) {
	equal := ID{File: "a/x.go", Func: "f", Operator: "int", From: "1", To: "1 + 1"}
	var out strings.Builder
	Report(&out, []Result{
		{ID: ID{File: "a/x.go", Operator: "logic"}, Line: 3, Features: Killed},
		{ID: ID{File: "a/x.go", Func: "g", Operator: "logic", From: "a && b", To: "(a) || (b)"}, Line: 9, Features: Unreached, Tests: Survived},
		{ID: ID{File: "b/y.go", Func: "h", Operator: "int", From: "2", To: "2 - 1"}, Line: 1, Features: Survived, Tests: Hang, By: "b: TestY"},
		{ID: equal, Line: 5, Features: Survived, Tests: Survived},
	}, Explained{equal: {Why: "the same"}})
	for _, want := range []string{
		"a        3        1                   1            0                     2         1          50 %      50 %\n",
		"all      4        1                   1            1                     2         1          33 %      67 %\n",
		"Survived\n  a\n    a/x.go:9 g [logic] `a && b` → `(a) || (b)` (not reached by the features)\n\n",
		"Tests notice, features do not\n  b\n    b/y.go:1 h [int] `2` → `2 - 1` — b: TestY\n\n",
		"Explained\n  a\n    a/x.go:5 f [int] `1` → `1 + 1`\n\n",
	} {
		assert.Assert(t, strings.Contains(out.String(), want), "%s\nhas no\n%s", out.String(), want)
	}
}

// TestTesters: packages that are chosen may import a mutant through others.
func TestTesters(t *testing.T) {
	p, err := Load(tools(), ".", []string{"./on"})
	assert.NilError(t, err)
	const own, through = "github.com/mcpsim/mcpsim/internal/mutate/on", "github.com/mcpsim/mcpsim/internal/mutate/cmd/mutate"
	m := p.Mutants()[0]
	assert.DeepEqual(t, p.testers(m, nil), []string{own, path.Dir(own)})
	assert.DeepEqual(t, p.testers(m, regexp.MustCompile("/mutate/")), []string{own, through})
}
