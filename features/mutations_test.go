package features_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"
)

// mutation is a change that breaks a guarantee on purpose.
type mutation struct {
	ID   string `yaml:"id"`
	File string `yaml:"file"` // from the root of the repository
	From string `yaml:"from"` // occurs exactly once
	To   string `yaml:"to"`
	Why  string `yaml:"why"`

	from string // the file that it is in, without folder and extension
}

func mutations(t *testing.T) []mutation {
	t.Helper()
	files, err := filepath.Glob("mutations/*.yaml")
	assert.NilError(t, err)
	var all []mutation
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		var list []mutation
		assert.NilError(t, yaml.UnmarshalWithOptions(data, &list, yaml.Strict()), file)
		for i := range list {
			list[i].from = strings.TrimSuffix(filepath.Base(file), ".yaml")
		}
		all = append(all, list...)
	}
	return all
}

// mutated is the source with the mutation in it.
func (m mutation) mutated(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("..", m.File))
	assert.NilError(t, err)
	if n := strings.Count(string(source), m.From); n != 1 {
		t.Errorf("%s (%s): %q occurs %d times in %s", m.ID, m.Why, m.From, n, m.File)
	}
	return strings.Replace(string(source), m.From, m.To, 1)
}

// TestMutationsApply keeps the mutations in step with the source, as Go that can be read.
// Whether Rules notice them takes minutes and a build tag: see mutation_test.go.
func TestMutationsApply(t *testing.T) {
	for _, m := range mutations(t) {
		_, err := parser.ParseFile(token.NewFileSet(), m.File, m.mutated(t), parser.SkipObjectResolution)
		assert.Check(t, err == nil, "%s (%s): %v", m.ID, m.Why, err)
	}
}
