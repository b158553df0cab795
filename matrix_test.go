package mcpsim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// known are the first line of a baseline about a real server, and an entry.
var (
	knownServer = regexp.MustCompile(`(?m)^# What (.+) does not keep over (stdio|HTTP), looked at by hand(?: \((.+)\))?\.$`)
	knownEntry  = regexp.MustCompile(`(?m)^  - ((?:M-)?[A-Z]+-[0-9]+)`)
)

// The README's table of real servers is that of their baselines.
func TestREADMEMatrixIsThatOfTheBaselines(t *testing.T) {
	var files []string
	for _, pattern := range []string{"cmd/mcpsim/testdata/realworld/*.yaml", "interop/testdata/*.yaml"} {
		found, err := filepath.Glob(pattern)
		assert.NilError(t, err)
		files = append(files, found...)
	}
	want := "| Server | over | seen | what it does not keep |\n|---|---|---|---|\n"
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		server := knownServer.FindStringSubmatch(string(text))
		assert.Assert(t, server != nil, "%s: its first line is to say which server it is about", file)
		var ids []string
		for _, entry := range knownEntry.FindAllStringSubmatch(string(text), -1) {
			ids = append(ids, entry[1])
		}
		want += fmt.Sprintf("| %s | %s | %s | %s |\n", server[1], server[2], server[3], strings.Join(slices.Compact(ids), " "))
	}
	readme, err := os.ReadFile("README.md")
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(readme), want), "README.md wants this table:\n%s", want)
}
