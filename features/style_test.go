package features_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

const (
	maxLines      = 150 // of a file
	maxSteps      = 12  // of a scenario
	maxBackground = 4   // steps of all its backgrounds
)

// The specification speaks of what can be observed, in the third person. Only
// the harness's own promises are about the two worlds.
var (
	banned = regexp.MustCompile(`(?i)\b(I|should|mock|virtual|goroutine|package|func|godog)\b`)
	// Documented texts may say what the specification itself may not.
	allowed = strings.NewReplacer("I/O", "", "i/o timeout", "", "server should be either stdio", "")
)

func load(t *testing.T) *gherkin.Catalogue {
	t.Helper()
	c, err := gherkin.Load(nil, features.FS)
	assert.NilError(t, err)
	return c
}

func TestEveryIDIsKnown(t *testing.T) {
	all, err := features.Guarantees()
	assert.NilError(t, err)
	var known []string
	outOfScope := map[string]bool{}
	for _, g := range all {
		known = append(known, g.ID)
		outOfScope[g.ID] = g.OutOfScope
	}
	ids := gherkin.NewIDs(known)
	for _, f := range load(t).Features {
		for _, rule := range f.Rules {
			for _, id := range rule.IDs {
				if !ids.Known(id) || outOfScope[id] {
					t.Errorf("%s:%d: %s is no guarantee that can be proven", f.URI, rule.Line, id)
				}
			}
		}
	}
}

func TestScenariosAreShort(t *testing.T) {
	for _, f := range load(t).Features {
		for _, rule := range f.Rules {
			for _, e := range rule.Examples {
				background := 0
				for _, s := range e.Steps {
					if s.Background {
						background++
					}
				}
				if n := len(e.Steps) - background; n > maxSteps || background > maxBackground {
					t.Errorf("%s:%d: %d steps after %d of the background, at most %d after %d",
						f.URI, e.Line, n, background, maxSteps, maxBackground)
				}
			}
		}
	}
}

func TestFilesAreShortAndWellSpoken(t *testing.T) {
	err := fs.WalkDir(features.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(features.FS, name)
		lines := strings.Split(string(data), "\n")
		if n := len(lines) - 1; n > maxLines {
			t.Errorf("%s: %d lines, at most %d", name, n, maxLines)
		}
		for i, line := range lines {
			if strings.HasPrefix(strings.TrimSpace(line), "@") {
				continue // tags have their own words
			}
			word := banned.FindString(allowed.Replace(line))
			if word != "" && !(strings.EqualFold(word, "virtual") && strings.HasPrefix(name, "harness/")) {
				t.Errorf("%s:%d: the word %q", name, i+1, word)
			}
		}
		return err
	})
	assert.NilError(t, err)
}
