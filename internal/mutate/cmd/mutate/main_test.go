package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
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
