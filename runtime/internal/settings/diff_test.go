package settings

import (
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

func texts(paths []Path) []string {
	out := []string{}
	for _, p := range paths {
		out = append(out, p.String())
	}
	return out
}

func TestDiff(t *testing.T) {
	for _, tc := range []struct {
		name, before, after string
		want                []string
	}{
		{"nothing", `{"a":{"b":[1,{"c":2}]}}`, `{"a":{"b":[1,{"c":2}]}}`, nil},
		{"formatting and comments", `{"a":1,"b":2}`, "// a comment\n{ \"b\" : 2.0, /* one more */ \"a\" : 1, }", nil},
		{"a leaf", `{"ui":{"theme":"dark","font":1}}`, `{"ui":{"theme":"light","font":1}}`, []string{"ui.theme"}},
		{"a server", `{"mcpServers":{"a":{"args":["x"]}}}`, `{"mcpServers":{"a":{"args":["y"]}}}`, []string{"mcpServers.a.args"}},
		{"lists as a whole", `{"mcp":{"excluded":["a","b"]}}`, `{"mcp":{"excluded":["b","a"]}}`, []string{"mcp.excluded"}},
		{"an object comes, with all its keys", `{}`, `{"mcp":{"allowed":[],"excluded":["a"]}}`, []string{"mcp.allowed", "mcp.excluded"}},
		{"an object goes", `{"mcp":{"excluded":["a"]}}`, `{}`, []string{"mcp.excluded"}},
		{"an object becomes null", `{"mcp":{"excluded":["a"]}}`, `{"mcp":null}`, []string{"mcp.excluded"}},
		{"an object becomes something else", `{"x":{"y":["a"]}}`, `{"x":1}`, []string{"x", "x.y"}},
		{"an empty object comes", `{}`, `{"mcp":{}}`, []string{"mcp"}},
		{"null comes", `{}`, `{"mcp":null}`, []string{"mcp"}},
		{"several, sorted", `{"b":1,"a":1}`, `{"c":1,"a":2}`, []string{"a", "b", "c"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before, after := parse(t, tc.before).Values, parse(t, tc.after).Values
			want := append([]string{}, tc.want...)
			assert.DeepEqual(t, texts(Diff(before, after)), want)
			assert.DeepEqual(t, texts(Diff(after, before)), want)
		})
	}
}

// A difference is one in both directions, and there is one exactly if the
// contents differ.
func TestDiffFindsEveryDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := objects().Draw(t, "a"), objects().Draw(t, "b")
		assert.DeepEqual(t, texts(Diff(a, b)), texts(Diff(b, a)))
		assert.Equal(t, len(Diff(a, b)) == 0, equalObjects(a, b))
	})
}

func TestSchema(t *testing.T) {
	for path, want := range map[string]bool{
		"mcpServers": false, "mcp.allowed": false, "mcp.excluded": false,
		"mcp": true, "mcp.serverCommand": true,
	} {
		key, known := Classify(pathOf(path))
		assert.Assert(t, known, path)
		assert.Equal(t, key.RequiresRestart, want, path)
		assert.Assert(t, !key.ShowInDialog, path)
	}
}

func pathOf(text string) Path {
	var p Path
	start := 0
	for i := range text + "." {
		if i == len(text) || text[i] == '.' {
			p = append(p, text[start:i])
			start = i + 1
		}
	}
	return p
}

func TestClassifyTakesTheLongestPrefix(t *testing.T) {
	for _, tc := range []struct {
		path    Path
		want    string
		restart bool
	}{
		{Path{"mcpServers", "docs", "args"}, "mcpServers", false},
		{Path{"mcpServers", "mcp.serverCommand"}, "mcpServers", false},
		{Path{"mcp", "allowed"}, "mcp.allowed", false},
		{Path{"mcp", "other"}, "mcp", true},
		{Path{"mcp", "allowedToo"}, "mcp", true},
		{Path{"mcp", "serverCommand", "x"}, "mcp.serverCommand", true},
		{Path{"mcp.allowed"}, "", false},
		{Path{"unknown"}, "", false},
		{Path{}, "", false},
	} {
		key, known := Classify(tc.path)
		assert.Equal(t, key.Path.String(), tc.want)
		assert.Equal(t, known, tc.want != "")
		assert.Equal(t, RestartRequired(tc.path), tc.restart, tc.path)
	}
}

func TestAChangeIsHeardOfUnlessAllOfItNeedsARestart(t *testing.T) {
	for _, tc := range []struct {
		before, after string
		silent        bool
	}{
		{`{"mcp":{"serverCommand":"a"}}`, `{"mcp":{"serverCommand":"b"}}`, true},
		{`{"mcp":{"serverCommand":"a"}}`, `{"mcp":{"serverCommand":"b","excluded":["x"]}}`, false},
		{`{}`, `{"mcp":{"excluded":["x"]}}`, false},
		{`{"mcp":{"allowed":[]}}`, `{}`, false},
		{`{}`, `{"ui":{"theme":"x"}}`, false},
		{`{}`, `{"tools":{"sandbox":true}}`, true},
	} {
		paths := Diff(parse(t, tc.before).Values, parse(t, tc.after).Values)
		assert.Equal(t, AllRestartRequired(paths), tc.silent, "%s %s", tc.before, tc.after)
	}
}
