package gherkin_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/fs"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

var embedded = fstest.MapFS{
	"startup/gate.feature": {Data: []byte(one("", "gate", "When it counts"))},
	"calls/calls.feature":  {Data: []byte(one("", "calls", "When it counts"))},
	"guarantees.yaml":      {Data: []byte("nothing")},
}

func TestLoad(t *testing.T) {
	dir := fs.NewDir(t, "load",
		fs.WithFile("mine.feature", sample),
		fs.WithDir("features", fs.WithDir("startup", fs.WithFile("gate.feature", one("", "gate on disk", "When it counts")))))
	t.Chdir(dir.Path())
	for paths, want := range map[string]string{
		"":                                "calls, gate", // never from disk
		"features/calls":                  "calls",
		"features/calls/calls.feature":    "calls",
		"features/startup/gate.feature":   "gate on disk", // disk first
		"./features/startup/../startup":   "gate on disk",
		"mine.feature:13":                 "a",
		"mine.feature:13 mine.feature:31": "a, row 3",
		"mine.feature:13 mine.feature":    "a, b, row 3, row 4, row 5, text",
		".":                               "gate on disk, a, b, row 3, row 4, row 5, text",
		filepath.Join(dir.Path(), "mine.feature:16"): "b",
	} {
		c, err := gherkin.Load(strings.Fields(paths), embedded)
		assert.NilError(t, err)
		found, err := c.Select(gherkin.Filter{})
		assert.NilError(t, err)
		var names []string
		for _, e := range found {
			names = append(names, e.Name)
		}
		assert.Check(t, is.Equal(strings.Join(names, ", "), want), paths)
	}
}

func TestAnExampleMayHaveARemedyOfItsOwn(t *testing.T) {
	for own, want := range map[string]string{
		"":                            "Spec: there\nFix: it",
		"Fix: that":                   "Spec: there\nFix: that",
		"Spec: here\n      Fix: that": "Spec: here\nFix: that",
		"This is why: so":             "Spec: there\nFix: it",
	} {
		text := "@omp\nFeature: f\n  @OMP-LC-01\n  Rule: r\n    Spec: there\n    Fix: it\n\n    Example: a\n      " + own +
			"\n\n      When it counts\n\n    Example: b\n      When it counts\n"
		dir := fs.NewDir(t, "load", fs.WithFile("mine.feature", text))
		c, err := gherkin.Load([]string{dir.Path()}, embedded)
		assert.NilError(t, err)
		examples := c.Features[0].Rules[0].Examples
		assert.Check(t, is.Equal(examples[0].Text, want))
		assert.Check(t, is.Equal(examples[1].Text, "Spec: there\nFix: it"))
		jobs := gherkin.Plan(examples, gherkin.Settings{Worlds: []string{gherkin.Virtual}})
		assert.Check(t, is.Equal(jobs[0].Rule.Text, want))
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := fs.NewDir(t, "load", fs.WithFile("mine.feature", sample), fs.WithFile("notes.txt", ""), fs.WithDir("sub"),
		fs.WithFile("big.feature", strings.Repeat("#\n", gherkin.MaxFeature)))
	t.Chdir(dir.Path())
	for path, want := range map[string]string{
		"nowhere":                        "nowhere: no such file or folder",
		"features/startup/gates.feature": "did you mean features/startup/gate.feature?",
		"featuresx":                      "no such file",
		"notes.txt":                      "notes.txt: not a feature file",
		"features/guarantees.yaml":       "not a feature file",
		"big.feature":                    "longer than",
		"mine.feature:0":                 "lines count from 1",
		"sub:5":                          "line 5 of a folder",
	} {
		_, err := gherkin.Load([]string{path}, embedded)
		var typed *gherkin.InputError
		assert.Check(t, errors.As(err, &typed), path)
		assert.Check(t, is.ErrorContains(err, want), path)
	}
	c, err := gherkin.Load([]string{"mine.feature:3"}, embedded)
	assert.NilError(t, err)
	_, err = c.Select(gherkin.Filter{})
	assert.Error(t, err, "mine.feature:3: this line is in no Rule\n  the lines of Rules are 7 to 45")
}

func TestLoadCollectsTheMistakesOfAllFiles(t *testing.T) {
	dir := fs.NewDir(t, "load", fs.WithFile("a.feature", ""), fs.WithFile("b.feature", "Feature: f\n  Rule: r\n"))
	_, err := gherkin.Load([]string{dir.Path()}, embedded)
	var problems gherkin.Problems
	assert.Assert(t, errors.As(err, &problems))
	assert.Equal(t, len(problems), 3)
}

func TestUnreadableFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := fs.NewDir(t, "load", fs.WithDir("closed", fs.WithMode(0)))
	_, err := gherkin.Load([]string{dir.Path()}, embedded)
	assert.ErrorContains(t, err, "closed: permission denied")
}

func TestFilter(t *testing.T) {
	dir := fs.NewDir(t, "load", fs.WithFile("mine.feature", sample))
	c, err := gherkin.Load([]string{dir.Path()}, embedded)
	assert.NilError(t, err)
	should, err := ids.ParseTags("@should or @expected-failure")
	assert.NilError(t, err)
	for _, f := range []struct {
		filter gherkin.Filter
		want   int
	}{
		{gherkin.Filter{}, 6},
		{gherkin.Filter{Tags: should}, 2},
		{gherkin.Filter{Guarantees: []string{"OMP-LC-02"}}, 4},
		{gherkin.Filter{Guarantees: []string{"OMP-LC-02", "OMP-LC-01"}}, 6},
		{gherkin.Filter{Guarantees: []string{"OMP-LC-01"}, Tags: should}, 1},
		{gherkin.Filter{Guarantees: []string{"OMP-LC-63"}}, 0},
	} {
		found, err := c.Select(f.filter)
		assert.NilError(t, err)
		assert.Check(t, is.Len(found, f.want))
	}
}
