package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The reports of several servers are as many files, also if what is left of their names is the same.
func TestReportsOfSeveralServers(t *testing.T) {
	dir := t.TempDir()
	files := []reportFile{{"json", filepath.Join(dir, "r.json")}}
	var trials []trial
	long := strings.Repeat("ä", 300)
	for _, name := range []string{"a/b", "a b", "A b", "a\x1bb", long + "1", long + "2"} {
		trials = append(trials, trial{name: name, files: files})
	}
	assert.NilError(t, nameFiles(trials))
	var names []string
	for _, one := range trials {
		assert.NilError(t, os.WriteFile(one.files[0].path, nil, 0o600))
		names = append(names, filepath.Base(one.files[0].path))
	}
	short := strings.Repeat("ä", 50)
	assert.DeepEqual(t, names, []string{"r-a-b.json", "r-a-b-2.json", "r-A-b-3.json", "r-a-b-4.json", "r-" + short + ".json", "r-" + short + "-2.json"})
	assert.ErrorContains(t, nameFiles([]trial{{name: "a", files: []reportFile{{"json", filepath.Join(dir, "none", "r.json")}}}}), "no such file or directory")
}
