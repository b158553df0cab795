package judgetest

import (
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

var (
	seek = flag.Int("seek", 0, "try `N` more pairs of defects and add those of which checks say what no page has; then -update")
	seed = flag.Uint64("seek-seed", 1, "the `SEED` of the pairs that -seek tries")
)

// Pairs are servers with two defects at once. Much of what checks say is about that: a check
// does not see its own defect behind another one, and says why. Of each pair a page has what
// some checks say, the ones that say of it what they say nowhere else; its lines are the list of
// the pairs, which -seek makes longer.
type Pairs struct {
	Page   string              // in testdata
	Others []string            // pages with what need not be said again
	Names  map[string][]string // of defects, by transport
	// Judge has some checks, or all, judge a server with some defects.
	Judge func(t *testing.T, over string, defects, only []string) []reports.Result
}

// Test judges the pairs.
func (p Pairs) Test(t *testing.T) {
	subjects := p.subjects(t)
	if *seek > 0 {
		subjects = append(subjects, p.more(t, subjects)...)
	}
	said := OpenPage(t, p.Page, subjects)
	for _, s := range subjects {
		t.Run(s, func(t *testing.T) {
			t.Parallel()
			Twice(t, func(problem func(string, ...any)) { said.Says(s, p.judged(t, s), problem) })
		})
	}
}

func (p Pairs) subjects(t *testing.T) (all []string) {
	for s := range readPage(t, p.Page) {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

// The parts of a subject: "http: ONE & OTHER, by ID ID".
const (
	afterTransport = ": "
	betweenDefects = " & "
	beforeChecks   = ", by "
)

// judged is what the checks of a subject say of it, all if it names none.
func (p Pairs) judged(t *testing.T, subject string) string {
	over, rest, _ := strings.Cut(subject, afterTransport)
	at := strings.LastIndex(rest, beforeChecks)
	assert.Assert(t, at > 0, subject)
	only := strings.Fields(rest[at+len(beforeChecks):])
	return sayings(p.Judge(t, over, strings.Split(rest[:at], betweenDefects), only))
}

func sayings(results []reports.Result) string {
	return said(results, func(r reports.Result) bool { return r.Verdict != reports.Passed })
}

// more are subjects of which checks say what nothing that is pinned says.
func (p Pairs) more(t *testing.T, subjects []string) (more []string) {
	pinned := map[string]bool{}
	for _, page := range append(slices.Clone(p.Others), p.Page) {
		for _, text := range readPage(t, page) {
			news(text, pinned)
		}
	}
	for i := range *seek {
		draw := func(what string, n int) int { return drawn(fmt.Sprint(*seed, i, what), n) }
		over := []string{"stdio", "http"}[draw("transport", 2)]
		names := p.Names[over]
		pair := over + afterTransport + names[draw("one", len(names))] + betweenDefects + names[draw("other", len(names))]
		t.Run(pair, func(t *testing.T) { // one that cannot be judged is one test that fails
			ids := news(p.judged(t, pair+beforeChecks), maps.Clone(pinned))
			subject := pair + beforeChecks + strings.Join(ids, " ")
			if len(ids) > 0 && !slices.Contains(subjects, subject) && len(news(p.judged(t, subject), pinned)) > 0 {
				t.Log(subject)
				more = append(more, subject)
			}
		})
	}
	return more
}

// own is what texts repeat of a subject: what is quoted, and numbers.
var own = regexp.MustCompile("\"[^\"]*\"|`[^`]*`|\\{.*\\}|[0-9.]+")

// news are the checks that say a clause which is not among those known, which it then is.
func news(text string, known map[string]bool) (ids []string) {
	for line := range strings.Lines(text) {
		head, _, _ := strings.Cut(line, ", ")
		id := head[strings.LastIndexByte(head, ' ')+1:]
		_, reason, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found {
			continue
		}
		for clause := range strings.SplitSeq(own.ReplaceAllString(reason, "…"), "; ") {
			if !known[clause] && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
			known[clause] = true
		}
	}
	return ids
}
