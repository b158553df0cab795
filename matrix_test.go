package mcpsim_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/features"
	"github.com/mcpsim/mcpsim/internal/judgetest"
)

// known are the first line of a baseline about a real server, and an entry.
var (
	knownServer = regexp.MustCompile(`(?m)^# What (.+) does not keep over (stdio|HTTP|HTTP\+SSE), looked at by hand(?: \((.+)\))?\.$`)
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

var (
	// ladderHead is the first line of what a client made of the ladder of eras, ladderRow another.
	ladderHead = regexp.MustCompile(`(?m)^# (\S+) (\S+) over (stdio|http), (\S+)$`)
	ladderRow  = regexp.MustCompile(`(?m)^(M-CLI-[0-9]+): ([0-9]+) of ([0-9]+)$`)
	// rung is a Rule of the ladder with its first id.
	rung = regexp.MustCompile(`(?m)^  @(M-CLI-[0-9]+).*\n  Rule: (.+)$`)
)

// The table of clients in docs/eras.md is what real clients made of each rung.
func TestLadderTableIsThatOfItsFiles(t *testing.T) {
	files, err := filepath.Glob("interop/testdata/ladder/*.yaml")
	assert.NilError(t, err)
	more, err := filepath.Glob("cmd/mcpsim/testdata/ladder/*.yaml")
	assert.NilError(t, err)
	clients, cells := map[string]string{}, map[[3]string]string{}
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		head := ladderHead.FindStringSubmatch(string(text))
		assert.Assert(t, head != nil, "%s: its first line is to say whom it is about", file)
		clients[head[1]] = head[1] + " " + head[2] + ", " + head[4]
		for _, row := range ladderRow.FindAllStringSubmatch(string(text), -1) {
			cells[[3]string{row[1], head[1], head[3]}] = row[2] + "/" + row[3]
		}
	}
	names := slices.Sorted(maps.Keys(clients))
	want := "| stdio · HTTP |"
	for _, name := range names {
		want += " " + clients[name] + " |"
	}
	want += "\n|---" + strings.Repeat("|---", len(names)) + "|\n"
	for _, r := range rungs(t) {
		want += "| " + r[1] + " " + r[2] + " |"
		for _, name := range names {
			want += " " + cell(cells, r[1], name, "stdio") + " · " + cell(cells, r[1], name, "http") + " |"
		}
		want += "\n"
	}
	page, err := os.ReadFile("docs/eras.md")
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), want), "docs/eras.md wants this table:\n%s", want)
}

// rungs are the Rules of the ladder: what was matched, id, name.
func rungs(t *testing.T) (out [][]string) {
	for _, name := range judgetest.Rungs {
		text, err := fs.ReadFile(features.Client, "client/"+name)
		assert.NilError(t, err)
		out = append(out, rung.FindAllStringSubmatch(string(text), -1)...)
	}
	return out
}

func cell(cells map[[3]string]string, id, client, transport string) string {
	if c, ok := cells[[3]string{id, client, transport}]; ok {
		return c
	}
	return "–"
}
