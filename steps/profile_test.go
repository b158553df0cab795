package steps

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// exempt says which profile a universal guarantee has no meaning for, and why.
var exempt = map[string]string{
	"U-08 room": "providers are a name and an address: they have no headers and no variables",
}

// A universal guarantee is one that every profile was tried with.
func TestUniversalGuaranteesAreTriedWithEveryProfile(t *testing.T) {
	catalogue, err := gherkin.Load(nil, features.FS)
	assert.NilError(t, err)
	tried := map[string]bool{}
	var ids []string
	for _, f := range catalogue.Features {
		for _, rule := range f.Rules {
			for _, id := range rule.IDs {
				if !strings.HasPrefix(id, "U-") {
					continue
				}
				ids = append(ids, id)
				for _, e := range rule.Examples {
					tried[id+" "+profileOf(e)] = true
				}
			}
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	assert.Equal(t, strings.Join(ids, " "), "U-01 U-02 U-03 U-04 U-05 U-06 U-07 U-08 U-09 U-10")
	for _, id := range ids {
		for _, p := range runtimeProfiles {
			if strings.Contains(p.name, " with ") {
				continue // a variant of another one
			}
			key := id + " " + p.name
			if tried[key] == (exempt[key] != "") {
				t.Errorf("%s: tried %t, exempt %t", key, tried[key], exempt[key] != "")
			}
		}
	}
}

var choice = regexp.MustCompile(`^the runtime (?:is that )?of "([^"]+)"`)

// profileOf is the profile that an example chooses.
func profileOf(e *gherkin.Example) string {
	for _, s := range e.Steps {
		if m := choice.FindStringSubmatch(s.Text); m != nil {
			return m[1]
		}
	}
	return ""
}
