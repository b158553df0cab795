package fakeserver_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

var (
	specimenName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	failureID    = regexp.MustCompile(`^(FF|MOD)-[0-9]{2}$`)
)

func TestCatalogueIsWellKept(t *testing.T) {
	all := fakeserver.Catalogue()
	assert.Assert(t, len(all) >= 25)
	titles := map[string]string{}
	assert.Check(t, slices.IsSortedFunc(all, func(a, b fakeserver.CatalogueEntry) int { return strings.Compare(a.Failure, b.Failure) }))
	for _, s := range all {
		_, err := s.Script()
		assert.NilError(t, err)
		assert.Check(t, specimenName.MatchString(s.Name), s.Name)
		assert.Check(t, failureID.MatchString(s.Failure), "%s: failure %q", s.Name, s.Failure)
		assert.Check(t, strings.HasSuffix(s.Title, ".") && len(s.Title) <= 130, "%s: title %q", s.Name, s.Title)
		assert.Check(t, titles[s.Title] == "", "%s and %s have the same title", s.Name, titles[s.Title])
		titles[s.Title] = s.Name
		assert.Check(t, len(s.Over) > 0, s.Name)
		for _, over := range s.Over {
			assert.Check(t, slices.Contains([]string{"stdio", "http", "sse"}, over), "%s: over %q", s.Name, over)
		}
	}
}

func TestLookup(t *testing.T) {
	s, err := fakeserver.Lookup("stuck-cursor")
	assert.NilError(t, err)
	assert.Equal(t, s.Failure, "FF-34")
	script, err := s.Script()
	assert.NilError(t, err)
	assert.Equal(t, script.Name, "stuck-cursor")
	_, err = fakeserver.Lookup("stuck-curser")
	assert.Error(t, err, `no server "stuck-curser" in the catalogue, did you mean "stuck-cursor"?`)
	_, err = fakeserver.Lookup("")
	assert.ErrorContains(t, err, "no server")
}
