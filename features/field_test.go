package features_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// TestEveryFieldFailureIsTold wants a story for each id of a field failure that a feature has.
func TestEveryFieldFailureIsTold(t *testing.T) {
	all, err := features.FieldFailures()
	assert.NilError(t, err)
	assert.Equal(t, len(all), 64)
	var told []string
	for _, f := range all {
		assert.Check(t, f.Name != "" && f.Story != "" && !slices.Contains(told, f.ID), f.ID)
		told = append(told, f.ID)
	}
	assert.Check(t, slices.IsSorted(told))
	id := regexp.MustCompile(`@(FF-\d+)`)
	err = fs.WalkDir(features.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(features.FS, path)
		for _, m := range id.FindAllSubmatch(data, -1) {
			assert.Check(t, slices.Contains(told, string(m[1])), "%s: %s", path, m[1])
		}
		return err
	})
	assert.NilError(t, err)
}

// TestEveryVariantIsShown wants an example, or a test, for each variant of a field failure.
func TestEveryVariantIsShown(t *testing.T) {
	all, err := features.FieldFailures()
	assert.NilError(t, err)
	catalogue, err := gherkin.Load(nil, features.FS)
	assert.NilError(t, err)
	examples, err := catalogue.Select(gherkin.Filter{})
	assert.NilError(t, err)
	shown := map[string]bool{}
	for _, e := range examples {
		for _, id := range e.Rule.IDs {
			shown[id+" "+e.Feature.URI+" "+e.Name] = true
		}
	}
	var open []string
	for _, f := range all {
		assert.Check(t, len(f.Variants) > 0, "%s has no variant", f.ID)
		for _, v := range f.Variants {
			switch {
			case v.What == "" || len(slices.DeleteFunc([]string{v.File, v.Test, v.Open}, func(s string) bool { return s == "" })) != 1:
				t.Errorf("%s: %+v: want what, and file with example, test or open", f.ID, v)
			case v.Open != "":
				open = append(open, f.ID)
			case v.Test != "":
				checkTestExists(t, v.Test)
			case !shown[f.ID+" features/"+v.File+".feature "+v.Example]:
				t.Errorf("%s, %s: no example %q of a Rule @%s in features/%s.feature", f.ID, v.What, v.Example, f.ID, v.File)
			}
		}
	}
	assert.Equal(t, len(open), 0, "%v", open)
}

// TestClientsAreCheckedForEveryFailure wants for each failure a check of clients that has its
// id, others that see it, or the reason why there is none.
func TestClientsAreCheckedForEveryFailure(t *testing.T) {
	all, err := features.FieldFailures()
	assert.NilError(t, err)
	catalogue, err := gherkin.Load(nil, features.Client)
	assert.NilError(t, err)
	checks := map[string]bool{}
	for _, r := range catalogue.Rules() {
		for _, id := range r.IDs {
			checks[id] = true
		}
	}
	for _, f := range all {
		said := 0
		for _, is := range []bool{checks[f.ID], len(f.Checks) > 0, f.Unseen != ""} {
			if is {
				said++
			}
		}
		assert.Check(t, said == 1, "%s: want a check with this id, checks, or unseen", f.ID)
		for _, id := range f.Checks {
			assert.Check(t, checks[id], "%s: there is no check %s of clients", f.ID, id)
		}
	}
}

// checkTestExists looks for a test such as "runtime/process TestKill".
func checkTestExists(t *testing.T, test string) {
	folder, name, _ := strings.Cut(test, " ")
	files, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		if strings.Contains(string(data), "func "+name+"(") {
			return
		}
	}
	t.Errorf("there is no test %s", test)
}
