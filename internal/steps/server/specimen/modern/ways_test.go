package modern_test

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/steps/server/servertest"
)

// enoughWays is how many servers break a check, each in its own way: a check that tells one
// example alone is right by accident.
const enoughWays = 5

var countWays = flag.Bool("ways", false, "list the checks with the names of what breaks them")

// waysOf are the names of the defects that each check owns.
func waysOf() map[string][]string {
	out := map[string][]string{}
	for _, d := range defects {
		if !slices.Contains(out[d.id], d.name) {
			out[d.id] = append(out[d.id], d.name)
		}
	}
	return out
}

// Every check has five defects of its own, or fewer for a reason.
func TestEveryCheckHasEnoughWays(t *testing.T) {
	c, err := servertest.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ways, checks := waysOf(), map[string]bool{}
	for _, f := range c.Features {
		for _, r := range f.Rules {
			if strings.HasPrefix(r.IDs[0], "M-") {
				checks[r.IDs[0]] = true
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(checks)) {
		n, why := len(ways[id]), fewerWays[id]
		if *countWays {
			t.Logf("%s %d\n\t%s", id, n, strings.Join(ways[id], "\n\t"))
		}
		switch {
		case n < enoughWays && why == "":
			t.Errorf("%s has %d defects: write more, or say in fewerWays why there are no more ways to break it", id, n)
		case n >= enoughWays && why != "":
			t.Errorf("%s has %d defects and a reason for fewer", id, n)
		}
	}
	for id := range fewerWays {
		if !checks[id] {
			t.Errorf("fewerWays has %s, which is no check", id)
		}
	}
}
