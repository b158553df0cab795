package probe

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/golden"
)

// TestWhatPeopleAreTold: what is said of checks and suites, and what servers are seen to do, in
// words that no wire has. -update rewrites the page; read the diff.
func TestWhatPeopleAreTold(t *testing.T) {
	var page strings.Builder
	for _, s := range Suites() {
		fmt.Fprintf(&page, "%s: %s (%s)\n", s.Name, s.Manual, strings.Join(s.Families, " "))
	}
	for _, family := range append(Families(), "X") {
		fmt.Fprintf(&page, "%s-01 is of the suite %s\n", family, SuiteOf(family+"-01"))
	}
	page.WriteString("\n")
	for _, id := range slices.Sorted(maps.Keys(practice)) {
		fmt.Fprintf(&page, "%s: %s\n", id, Practice(id))
	}
	fmt.Fprintf(&page, "of no case: %q\n\n", Practice("X-1"))
	for _, sight := range []Sight{SawSession, SawGet, SawEventIDs, SawOldHTTP, SawAsking("roots/list"), SawError("-1"), SawDeclared("a", ""), SawDeclared("a", "b")} {
		fmt.Fprintln(&page, sight)
	}
	golden.Assert(t, page.String(), "said.golden")
}
