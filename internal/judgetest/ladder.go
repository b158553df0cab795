package judgetest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/reports"
)

var update = flag.Bool("update-ladder", false, "write what a real client made of each rung of the ladder of eras")

// Rungs are the features about clients whose Rules are the rungs of the ladder.
var Rungs = []string{"modern_detection.feature", "modern_fallback.feature", "modern_fallback_http.feature"}

// Budget is the time that a client may be judged for: the usual one, or five minutes if
// the whole ladder is to be written.
func Budget(usual string) string {
	if *update {
		return "5m"
	}
	return usual
}

// Ladder writes, with -update-ladder, what a client made of each way in which a server can
// show its era: testdata/ladder/CLIENT-TRANSPORT.yaml, a line for each Rule that was asked,
// with how many of its examples were kept. The table in docs/eras.md is made of these files.
func Ladder(t *testing.T, client, version, transport string, now time.Time, results []reports.Result) {
	t.Helper()
	if !*update {
		return
	}
	kept, asked := map[string]int{}, map[string]int{}
	for _, r := range results {
		if !slices.Contains(Rungs, filepath.Base(r.URI)) {
			continue
		}
		switch id := r.Rule.IDs[0]; r.Verdict {
		case reports.Passed:
			kept[id]++
			asked[id]++
		case reports.Failed, reports.Warned:
			asked[id]++
		}
	}
	if len(asked) == 0 {
		return // a client that knows of one era only
	}
	text := fmt.Sprintf("# %s %s over %s, %s\n", client, version, transport, now.Format(time.DateOnly))
	for _, id := range slices.Sorted(maps.Keys(asked)) {
		text += fmt.Sprintf("%s: %d of %d\n", id, kept[id], asked[id])
	}
	file := filepath.Join("testdata", "ladder", client+"-"+strings.ToLower(transport)+".yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}
