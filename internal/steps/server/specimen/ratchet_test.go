package specimen_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The lists of what is known, a line for each defect with the reason behind " | ". Both may
// only become shorter.
const (
	missedFile  = "testdata/missed.txt"  // defects that no check tells that owns them
	besidesFile = "testdata/besides.txt" // defects that other checks tell, too: these, and why they are right
)

// readKnown reads one of the lists.
func readKnown(t *testing.T, file string) map[string]string {
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
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

// ratchet compares with the defects that are known to be missed.
func ratchet(t *testing.T, all []outcome) {
	whys := readKnown(t, missedFile)
	for _, o := range all {
		switch why, known := whys[o.key]; {
		case o.found:
			if known && !*relist {
				t.Errorf("%s is found now: remove it from %s", o.key, missedFile)
			}
			delete(whys, o.key)
		case !known && !*relist:
			t.Errorf("%s is not found any more: the check is %s", o.key, o.said)
		case !known || why == "":
			whys[o.key] = "the check is " + o.said
		}
	}
	if *relist {
		writeKnown(t, missedFile, whys)
	}
}

// besides compares what all checks say of each defect with what is known: that its owner
// tells it, and no other check but those of the list.
func besides(t *testing.T, all []outcome) {
	missed, whys := readKnown(t, missedFile), readKnown(t, besidesFile)
	for _, o := range all {
		if missed[o.key] == "" && !o.found {
			t.Errorf("where all checks are made %s is not found: the check is %s; others that fail: %v", o.key, o.said, o.others)
		}
		why, known := whys[o.key]
		ids, reason, _ := strings.Cut(why, ": ")
		switch now := strings.Join(o.others, " "); {
		case now == "" && known && !*relist:
			t.Errorf("%s is told by its owner alone: remove it from %s", o.key, besidesFile)
		case now == "":
			delete(whys, o.key)
		case !*relist && !subset(o.others, strings.Fields(ids)): // which of two requests comes first may be a matter of chance
			t.Errorf("%s is told by %s, too: mend the cause, or say in %s why these are right", o.key, now, besidesFile)
		case *relist && now != ids:
			whys[o.key] = now + ": " + reason
		case reason == "":
			t.Errorf("%s has no reason in %s", o.key, besidesFile)
		}
	}
	if *relist {
		writeKnown(t, besidesFile, whys)
	}
}

func subset(some, all []string) bool {
	return !slices.ContainsFunc(some, func(id string) bool { return !slices.Contains(all, id) })
}
