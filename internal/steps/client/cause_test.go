package client

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// TestCausesAreOfTheirLevel: a check leaves what it finds to one of its level or a higher one,
// so that no finding becomes milder, and both are checks that there are.
func TestCausesAreOfTheirLevel(t *testing.T) {
	catalogue, err := gherkin.Load(nil, features.Client)
	assert.NilError(t, err)
	levels, examples := map[string]int{}, map[string]bool{}
	for _, f := range catalogue.Features {
		for _, rule := range f.Rules {
			for _, e := range rule.Examples {
				examples[rule.IDs[0]+"/"+e.Name] = true
			}
			for n, level := range []string{"@MAY", "@SHOULD", "@MUST"} {
				if slices.Contains(rule.Examples[0].Tags, level) {
					levels[rule.IDs[0]] = n + 1
				}
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(builtOn)) {
		assert.Check(t, levels[id] > 0, "there is no check %s", id)
		for _, cause := range builtOn[id] {
			cause, example, one := strings.Cut(cause, "/")
			assert.Check(t, !one || examples[cause+"/"+example], "there is no example %q of %s", example, cause)
			assert.Check(t, levels[cause] >= levels[id], "%s is left to %s", id, cause)
		}
	}
	for id := range ofRuns {
		assert.Check(t, levels[id] > 0, "there is no check %s", id)
	}
}

// TestNoCauseLeadsBackToItself: whoever asks what explains a finding comes to an end.
func TestNoCauseLeadsBackToItself(t *testing.T) {
	for _, id := range slices.Sorted(maps.Keys(builtOn)) {
		circle := circleOf([]string{id})
		assert.Check(t, circle == nil, "these are left to each other: %s", strings.Join(circle, " > "))
	}
}

// circleOf are the checks that lead from the last of a path back to its first; nil = none do.
func circleOf(path []string) []string {
	for _, cause := range builtOn[path[len(path)-1]] {
		cause, _, _ := strings.Cut(cause, "/")
		switch {
		case cause == path[0]:
			return append(path, cause)
		case slices.Contains(path, cause): // a circle that does not begin here
			continue
		}
		if circle := circleOf(append(slices.Clone(path), cause)); circle != nil {
			return circle
		}
	}
	return nil
}
