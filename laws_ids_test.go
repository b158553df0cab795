package mcpsim_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
)

const (
	decisions  = "docs/decisions.md" // what is cited and is neither a guarantee nor a Rule's tag
	unresolved = "%s:%d: %s is no guarantee, no tag of a Rule, no failure in fakeserver/catalogue and no entry of %s: correct it, or add an entry"
)

var (
	citation = regexp.MustCompile(`\b(?:[A-Z]+-)+[A-Z]?[0-9]+\b|\bU[0-9]+\b`)
	standard = regexp.MustCompile(`^(?:SHA|UTF)-`) // names of standards that look like ids
	entry    = regexp.MustCompile(`(?m)^- \*\*([A-Z0-9-]+)\*\* `)
	tagLine  = regexp.MustCompile(`(?m)^[ \t]*(@.*|# failure: .*)$`) // of a Rule; of a script in the catalogue
	section  = regexp.MustCompile(`(?m)^[ \t]*section:.*$`)          // a heading of a source document
)

// TestEveryIDResolves wants each id in a comment, a feature, a script or a page to
// be explained in the repository, and each entry of the page to be cited.
func TestEveryIDResolves(t *testing.T) {
	texts := citing(t)
	cited, known := map[string]bool{}, resolvable(t, texts)
	for name, text := range texts {
		for n, line := range strings.Split(text, "\n") {
			for _, id := range citation.FindAllString(line, -1) {
				cited[id] = cited[id] || name != decisions
				if !known[id] && !standard.MatchString(id) {
					t.Errorf(unresolved, name, n+1, id, decisions)
				}
			}
		}
	}
	for _, found := range entry.FindAllStringSubmatch(texts[decisions], -1) {
		if !cited[found[1]] {
			t.Errorf("%s: %s is cited nowhere: remove the entry", decisions, found[1])
		}
	}
}

// resolvable is every id that the repository explains.
func resolvable(t *testing.T, texts map[string]string) map[string]bool {
	known := map[string]bool{}
	guarantees, err := features.Guarantees()
	assert.NilError(t, err)
	for _, g := range guarantees {
		known[g.ID] = true
	}
	failures, err := features.FieldFailures()
	assert.NilError(t, err)
	for _, f := range failures {
		known[f.ID] = true
	}
	requirements, err := features.Requirements()
	assert.NilError(t, err)
	for _, r := range requirements {
		known[r.ID] = true
	}
	for name, text := range texts {
		if path.Ext(name) == ".go" {
			continue
		}
		for _, line := range tagLine.FindAllString(text, -1) {
			for _, id := range citation.FindAllString(line, -1) {
				known[id] = true
			}
		}
	}
	for _, found := range entry.FindAllStringSubmatch(texts[decisions], -1) {
		known[found[1]] = true
	}
	return known
}

// citing reads the files that cite ids, by name. Of Go files it keeps the comments,
// each on its line.
func citing(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch ext := path.Ext(name); {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case d.IsDir() || name == filepath.FromSlash("docs/guarantees.md"): // made from guarantees.yaml
			return nil
		case ext == ".go":
			texts[filepath.ToSlash(name)] = comments(t, name)
		case ext == ".feature" || ext == ".yaml" || ext == ".md":
			text, err := os.ReadFile(name)
			assert.NilError(t, err)
			texts[filepath.ToSlash(name)] = section.ReplaceAllString(string(text), "")
		}
		return nil
	})
	assert.NilError(t, err)
	return texts
}

func comments(t *testing.T, name string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
	assert.NilError(t, err)
	var out strings.Builder
	line := 1
	for _, group := range file.Comments {
		for _, c := range group.List {
			at := fset.Position(c.Pos()).Line
			out.WriteString(strings.Repeat("\n", at-line) + c.Text)
			line = at + strings.Count(c.Text, "\n")
		}
	}
	return out.String()
}
