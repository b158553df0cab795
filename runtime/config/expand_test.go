package config

import (
	"encoding/json"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// JSON in which nothing is replaced stays as it was written, and what is replaced is JSON again.
func TestExpandedJSON(t *testing.T) {
	env := func(name string) (string, bool) { return "v-" + name, name == "KEY" }
	for written, want := range map[string]string{
		`{ "z": 1.0, "a": "$" }`:       `{ "z": 1.0, "a": "$" }`,
		`{"z": "${KEY}", "a": [1.50]}`: `{"a":[1.50],"z":"v-KEY"}`,
		`{no JSON ${KEY}`:              `{no JSON ${KEY}`,
	} {
		s, problems := Expand(Server{Name: "docs", Auth: json.RawMessage(written)}, env)
		assert.Equal(t, len(problems), 0)
		assert.Equal(t, string(s.Auth), want)
	}
}

// A variable that is named again and again takes what it may: 1,500 bytes of the environment were
// 1.5 GB in a file of 12 MB.
func TestExpansionsAreBounded(t *testing.T) {
	colors := strings.Repeat("x", 1500)
	env := func(string) (string, bool) { return colors, true }
	s := Server{Name: "docs", Command: "run", Env: map[string]string{"A": strings.Repeat("${LS_COLORS}", 100_000)}}
	var before, after goruntime.MemStats
	goruntime.ReadMemStats(&before)
	expanded, problems := Expand(s, env)
	goruntime.ReadMemStats(&after)
	assert.Check(t, after.TotalAlloc-before.TotalAlloc < 100<<20, "%d bytes", after.TotalAlloc-before.TotalAlloc)
	assert.Check(t, len(expanded.Env["A"]) < len(s.Env["A"])+mostAdded)
	assert.Equal(t, len(problems), 101) // the last one says that there are more
	assert.Equal(t, problems[0].Text, "env.A: the variables of the definition have more than 262144 bytes together, ${LS_COLORS} stays as written")
}

// At the limit everything is put in; names of a million bytes are not repeated.
func TestExpansionsUpToTheLimit(t *testing.T) {
	env := func(name string) (string, bool) { return strings.Repeat("x", mostAdded/2), name == "HALF" }
	s, problems := Expand(Server{Name: "docs", Args: []string{"${HALF}${HALF}", "${" + strings.Repeat("n", 1_000_000) + "}"}}, env)
	assert.Equal(t, len(s.Args[0]), mostAdded)
	assert.Equal(t, len(problems), 1)
	assert.Check(t, len(problems[0].Text) < 1000)
}

// So are folders, which are left to no one.
func TestFoldersAreBounded(t *testing.T) {
	s := Server{Name: "docs", Args: []string{strings.Repeat("${workspaceFolder}", 10_000)}}
	_, problems := VSCode.Localize(s, Folders{Project: strings.Repeat("/x", 50)})
	assert.Assert(t, len(problems) > 0)
	assert.Check(t, problems[0].Skipped)
	assert.Equal(t, problems[0].Text, "left out: the variables of the definition have more than 262144 bytes together, with ${workspaceFolder} in args[0]")
}
