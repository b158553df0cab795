package session

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// sample has one word of each shape.
var sample = []word{
	{name: "list", about: "all"},
	{name: "show", args: "NAME", about: "one", values: first(func() []string { return []string{"docs", "mail box", "docker"} })},
	{name: "approve", args: "NAME...", about: "some", values: every(func() []string { return []string{"docs", "mail"} })},
	{name: "call", args: "TOOL [JSON]", about: "a tool"},
	{name: "define", args: "ID URL [VISIBILITY]", about: "a provider"},
}

func TestParse(t *testing.T) {
	for line, want := range map[string][]string{
		"list":                             {},
		"  list  ":                         {},
		"/mcp list":                        {},
		"/list":                            {},
		"show 'mail box'":                  {"mail box"},
		"approve a b c":                    {"a", "b", "c"},
		`call docs/echo {"text": "a b{"}`:  {"docs/echo", `{"text": "a b{"}`},
		`call docs/echo '{"text": "a b"}'`: {"docs/echo", `{"text": "a b"}`},
		`call docs/echo {`:                 {"docs/echo", "{"},
		"call docs/echo":                   {"docs/echo"},
		"define a ws://h:1":                {"a", "ws://h:1"},
		"define a ws://h:1 all":            {"a", "ws://h:1", "all"},
	} {
		r, err := parse(sample, line)
		assert.NilError(t, err, line)
		assert.Check(t, slices.Equal(r.args, want), "%s: %q", line, r.args)
	}
}

func TestParseExplains(t *testing.T) {
	for line, want := range map[string]string{
		"shwo docs":         `"shwo" is no word here` + "\ndid you mean show?",
		"":                  `"" is no word here`,
		"show":              "show: want NAME\nusage: show NAME",
		"show a b":          "show: 1 argument too many",
		"define a":          "define: want URL",
		"define a b c d e":  "define: 2 arguments too many",
		"approve":           "approve: want NAME...",
		"show 'mail":        "usage: show NAME",
		"list everything":   "1 argument too many",
		"\x1b[31m":          `"\x1b[31m" is no word here`,
		"call a b c":        "1 argument too many",
		"/mcp reconnnect a": `"reconnnect" is no word here`,
	} {
		_, err := parse(sample, line)
		assert.ErrorContains(t, err, want, line)
		assert.Check(t, errors.Is(err, errUsage), line)
	}
}

func TestArguments(t *testing.T) {
	for text, ok := range map[string]bool{"": true, `{}`: true, ` {"a": 1}`: true, "null": false, "[]": false, "{": false, "1": false} {
		_, err := arguments(text)
		assert.Equal(t, err == nil, ok, text)
	}
	_, err := arguments(`{"key": "sekrit"`)
	assert.Check(t, !strings.Contains(err.Error(), "sekrit"))
	_, err = textArguments(`{"a": 1}`)
	assert.Check(t, errors.Is(err, errUsage))
}

func TestCompletion(t *testing.T) {
	for line, want := range map[string][]string{
		"":                {"approve", "call", "define", "list", "show"},
		"s":               {"show"},
		"/s":              {"show"},
		"/mcp s":          {"show"},
		"x":               nil,
		"list ":           nil,
		"show ":           {"'mail box'", "docker", "docs"},
		"show do":         {"docker", "docs"},
		"show docs ":      nil,
		"approve docs ma": {"mail"},
		"nothing do":      nil,
	} {
		from, got := completion(sample, line)
		assert.Check(t, slices.Equal(got, want), "%q: %q", line, got)
		assert.Check(t, from <= len(line) && !strings.Contains(line[from:], " "), "%q: from %d", line, from)
	}
}

// Each word of each profile can be asked for, is explained, and is there once.
func TestTables(t *testing.T) {
	for _, k := range kinds {
		seen := map[string]bool{}
		for _, w := range newTable(k.make(), &session{profile: k.make()}) {
			assert.Check(t, !seen[w.name], "%s: %s twice", k.name, w.name)
			seen[w.name] = true
			assert.Check(t, w.about != "" && (w.run != nil || w.name == wordQuit), "%s: %s", k.name, w.name)
			least, most := w.counts()
			assert.Check(t, most < 0 || least <= most, "%s: %s", k.name, w.name)
		}
	}
	s := &session{}
	s.table = sample
	one, err := s.help(context.Background(), []string{"show"})
	assert.NilError(t, err)
	assert.Equal(t, one.text, "  show NAME  one")
	_, err = s.help(context.Background(), []string{"shw"})
	assert.Check(t, is.ErrorContains(err, "did you mean show?"))
}
