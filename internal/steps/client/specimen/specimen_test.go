package main

import (
	"flag"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/reports"
)

// part says which clients of the table are judged: "2/20" is every twentieth, from the
// second on. make judges judges all.
var part = flag.String("part", "", "which part of the specimen is judged: `N/OF`; 1/1 = all")

// missed are the defects that no check sees yet, each with the reason. The list may
// only become shorter.
var missed = map[string]string{}

func TestSpecimenAreJudged(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Sorted(maps.Keys(specimens())) {
		s := specimens()[name]
		for _, transport := range []string{"http", "stdio"} {
			if s.over == "" && transport == "http" || s.over == transport || s.over == "" && *part == "1/1" {
				t.Run(transport+"/"+name, func(t *testing.T) {
					if !mine(name, 30) {
						t.Skip("another part")
					}
					t.Parallel()
					s.judged(t, name, transport)
				})
			}
		}
	}
}

// mine reports whether a client belongs to the part that is judged; without -part that
// is one of usual parts.
func mine(name string, usual uint64) bool {
	n, of, _ := strings.Cut(*part, "/")
	number, _ := strconv.ParseUint(n, 10, 32)
	parts, err := strconv.ParseUint(of, 10, 32)
	if err != nil || parts == 0 {
		number, parts = 7, usual
	}
	h := fnv.New32()
	_, _ = h.Write([]byte(name))
	return uint64(h.Sum32())%parts == number%parts
}

func (s specimen) judged(t *testing.T, name, transport string) {
	judgetest.Twice(t, func(problem func(string, ...any)) { s.judgedOnce(t, name, transport, problem) })
}

func (s specimen) judgedOnce(t *testing.T, name, transport string, problem func(string, ...any)) {
	expected := strings.Fields(s.seenBy)
	_, results := check(t, name, transport, func(e *gherkin.Example) bool {
		if isModern(e.Rule.IDs[0]) {
			return false // what specimens change is of the era with a handshake
		}
		return len(expected) == 0 || slices.ContainsFunc(e.Rule.IDs, func(id string) bool { return slices.Contains(expected, id) }) ||
			slices.Contains(e.Tags, "@MUST") && e == e.Rule.Examples[0]
	})
	seen := false
	for _, r := range results {
		if r.Verdict != reports.Failed && r.Verdict != reports.Warned {
			continue
		}
		if slices.Contains(expected, r.Rule.IDs[0]) {
			seen = true
			continue
		}
		if len(expected) == 0 || r.Verdict == reports.Failed {
			problem("%v, %s: %s: %s\n%s", r.Rule.IDs, r.Name, r.Verdict, r.Error, strings.Join(r.Timeline, "\n"))
		}
	}
	if len(expected) > 0 && !seen && missed[name] == "" {
		problem("%s is not seen by %s", name, s.seenBy)
	}
}
