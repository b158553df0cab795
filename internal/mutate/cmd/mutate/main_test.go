package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// TestStaleExplanationsFailFirst: what the list explains of any package is looked at before
// something is judged, and only if the survivors matter.
func TestStaleExplanationsFailFirst(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "mutants.yaml")
	stale := `- {file: internal/mutate/on/on.go, func: Gone, op: int, from: "1", to: "1 + 1", why: "none"}`
	assert.NilError(t, os.WriteFile(list, []byte("# a list\n"+stale+"\n"), 0o600))
	results := filepath.Join(dir, "results")
	mutate := func(flag string) error {
		args := []string{flag, "-n", "1", "-explained", list, "-dir", results, "../../testdata/example"}
		return run(context.Background(), args, io.Discard, io.Discard)
	}

	err := mutate("-check")
	assert.ErrorContains(t, err, list+":2: the source has no such mutant any more: internal/mutate/on/on.go Gone [int] `1` → `1 + 1`")
	_, err = os.Stat(results)
	assert.Assert(t, os.IsNotExist(err), "something was judged")

	assert.NilError(t, mutate("-list"))
}

// TestWhatIsExplainedExists: who changes a line that the list explains is told at once, not by
// the next run of mutants.
func TestWhatIsExplainedExists(t *testing.T) {
	if testing.Short() {
		t.Skip("types of the whole module take seconds")
	}
	args := []string{"-list", "-check", "-n", "1", "-explained", "../../../../features/mutants.yaml", "../../testdata/example"}
	assert.NilError(t, run(context.Background(), args, io.Discard, io.Discard))
}

// TestTestsAloneAreAsked: without the features the command is not even built, and a result that
// has no word of them is not enough for who asks them, too.
func TestTestsAloneAreAsked(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "mutants.yaml")
	assert.NilError(t, os.WriteFile(list, nil, 0o600))
	for range 2 { // the second time from the journal
		var out, progress strings.Builder
		args := []string{"-features=false", "-n", "2", "-only", "Half", "-explained", list, "-dir", filepath.Join(dir, "results"), "../../testdata/example"}
		assert.NilError(t, run(context.Background(), args, &out, &progress))
		assert.Assert(t, is.Regexp(`(?s)^1/2 \S+/example.go:\d+ Half \[[^\n]+: tests killed example: TestExample\n2/2 [^\n]+: tests killed example: TestExample\n$`, progress.String()))
		assert.Assert(t, is.Contains(out.String(), " 100 %\n"))
	}
}
