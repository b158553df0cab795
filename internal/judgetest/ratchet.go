package judgetest

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/reports"
)

var relist = flag.Bool("relist", false, "write the lists of what is known anew")

// The lists of what is known, a line for each defect with the reason behind " | ". Both may
// only become shorter.
const (
	missedFile  = "testdata/missed.txt"  // defects that no check tells that owns them
	besidesFile = "testdata/besides.txt" // defects that other checks tell, too: these, and why they are right
)

// untold comes before the ids of a defect that its owner does not tell where all checks are made:
// there was no time, or another check came before and has changed the server.
const untold = "not told"

// Outcome is what the checks said of one defect over one transport.
type Outcome struct {
	Key, ID string // the ID is that of the check which is to tell it
	Found   bool
	Said    string   // by that check
	Others  []string // ids of other checks that blamed it
	Why     []string // what each of these said, a line
}

// OutcomeOf are the findings of the verdicts that blame, about a defect that owners may tell, the
// first before others. settle is what tells a cause once, as users are told.
func OutcomeOf(key string, owners []string, results []reports.Result, settle func(reports.Result) reports.Result, blame ...reports.Verdict) Outcome {
	out := Outcome{Key: key, ID: owners[0]}
	whys := map[string]string{}
	for _, r := range results {
		r = settle(r)
		first, _, _ := strings.Cut(r.Error, "\n")
		for _, id := range r.Rule.IDs {
			owns := slices.Contains(owners, id)
			switch bad := r.Verdict == reports.Failed || r.Verdict == reports.Warned; {
			case bad && owns:
				out.Found = true
			case id == owners[0] && r.Error != "" && out.Said == "":
				out.Said = fmt.Sprintf("%s: %s", r.Verdict, first)
			case !owns && slices.Contains(blame, r.Verdict) && whys[id] == "":
				whys[id] = fmt.Sprintf("%s %s: %s", id, r.Verdict, first)
			}
		}
	}
	out.Said = cmp.Or(out.Said, string(reports.Passed))
	for _, id := range slices.Sorted(maps.Keys(whys)) {
		out.Others, out.Why = append(out.Others, id), append(out.Why, whys[id])
	}
	return out
}

// readKnown reads one of the lists; there is none without a file.
func readKnown(t *testing.T, file string) map[string]string {
	data, err := os.ReadFile(file)
	if !os.IsNotExist(err) {
		assert.NilError(t, err)
	}
	whys := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if key, why, _ := strings.Cut(strings.TrimSpace(line), " | "); key != "" {
			whys[key] = why
		}
	}
	return whys
}

func writeKnown(t *testing.T, file string, whys map[string]string) {
	var text strings.Builder
	for _, key := range slices.Sorted(maps.Keys(whys)) {
		fmt.Fprintf(&text, "%s | %s\n", key, whys[key])
	}
	assert.NilError(t, os.WriteFile(file, []byte(text.String()), 0o644))
}

// Ratchet compares with the defects that are known to be missed.
func Ratchet(t *testing.T, all []Outcome) {
	whys := readKnown(t, missedFile)
	for _, o := range all {
		switch why, known := whys[o.Key]; {
		case o.Found:
			if known && !*relist {
				t.Errorf("%s is found now: remove it from %s", o.Key, missedFile)
			}
			delete(whys, o.Key)
		case !known && !*relist:
			t.Errorf("%s is not found any more: the check is %s", o.Key, o.Said)
		case !known || why == "":
			whys[o.Key] = "the check is " + o.Said
		}
	}
	if *relist {
		writeKnown(t, missedFile, whys)
	}
}

// Besides compares what all checks say of each defect with what is known: that its owner
// tells it, and no other check but those of the list. One that its owner does not tell then is
// listed as "not told", with others or without.
func Besides(t *testing.T, all []Outcome) {
	missed, whys := readKnown(t, missedFile), readKnown(t, besidesFile)
	for _, o := range all {
		why, known := whys[o.Key]
		silent := strings.HasPrefix(why, untold)
		if missed[o.Key] == "" && !o.Found && !silent {
			t.Errorf("where all checks are made %s is not found: the check is %s; others that fail: %v", o.Key, o.Said, o.Others)
		}
		ids, reason, _ := strings.Cut(why, ": ")
		ids = strings.TrimSpace(strings.TrimPrefix(ids, untold))
		switch now := strings.Join(o.Others, " "); {
		case now == "" && known && !silent && !*relist:
			t.Errorf("%s is told by its owner alone: remove it from %s", o.Key, besidesFile)
		case now == "" && !silent:
			delete(whys, o.Key)
		case !*relist && !subset(o.Others, strings.Fields(ids)): // which of two requests comes first may be a matter of chance
			t.Errorf("%s is told by %s, too: mend the cause, or say in %s why these are right", o.Key, now, besidesFile)
		case *relist && now != ids && !silent:
			whys[o.Key] = now + ": " + reason
		case reason == "":
			t.Errorf("%s has no reason in %s", o.Key, besidesFile)
		}
	}
	if *relist {
		writeKnown(t, besidesFile, whys)
	}
}

func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(id string) bool { return !slices.Contains(all, id) })
}

// Report prints what was found by family, and what was missed or told by others, too.
func Report(t *testing.T, all []Outcome) {
	var text strings.Builder
	total, found, cascades := map[string]int{}, map[string]int{}, 0
	for _, o := range all {
		for _, f := range []string{family(o.ID), "all"} {
			total[f]++
			if o.Found {
				found[f]++
			}
		}
		if !o.Found {
			fmt.Fprintf(&text, "MISSED %s\n    %s\n", o.Key, strings.Join(append([]string{"the check said " + o.Said}, o.Why...), "\n    "))
		}
		if o.Found && len(o.Others) > 0 {
			cascades++
			fmt.Fprintf(&text, "CASCADE %s\n    %s\n", o.Key, strings.Join(o.Why, "\n    "))
		}
	}
	for _, f := range slices.Sorted(maps.Keys(total)) {
		fmt.Fprintf(&text, "%-8s %3d of %3d found, %3d %%\n", f, found[f], total[f], 100*found[f]/total[f])
	}
	fmt.Fprintf(&text, "cascades %d\n", cascades)
	t.Log("\n" + text.String())
}

// family is the letters of an id before its number.
func family(id string) string { return id[:strings.LastIndexByte(id, '-')] }
