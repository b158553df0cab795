package config_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
)

func TestYAML(t *testing.T) {
	const file = "\ufeff# é\nother: 1\nextensions:\n  z: {cmd: é, timeout: 0x10, enabled: no}\n  a:\n    cmd: &c |-\n      c\n" +
		"    args: [*c, 'x', \"y\\n\", 2020-01-01, !!str 5, 5]\n    env_keys:\n      - K\n  a: {cmd: b, timeout: 1.5}\n---\nmore: {"
	servers, problems, err := config.Goose.Parse("f", []byte(strings.TrimSuffix(file, "---\nmore: {")))
	assert.NilError(t, err)
	var got []string
	for _, s := range servers {
		got = append(got, fmt.Sprintf("%s %s %q", s, s.Source.Place(), s.Args))
	}
	assert.DeepEqual(t, got, []string{`z (stdio, command é, timeout 16s) f:4:3 []`, `a (stdio, command b, timeout 1.5s) f:11:3 []`})
	assert.DeepEqual(t, texts(problems), []string{
		`f:4:39: server "z": "enabled" is ignored: it must be true or false, not a string`,
		`f:8:48: server "a": left out: "args[5]" must be a string, not a number`,
		`f:11:3: server "a": defined again; this definition replaces the one in line 5`,
	})
}

func TestBrokenYAML(t *testing.T) {
	for file, want := range map[string]string{
		"a: \"SECRET":         "f:1:4: not YAML: could not find end character of double-quoted text\n   1 | •: \"••••••\n     |    ^",
		"extensions:\n\ta: 1": "f:2:1: not YAML: found character 'tab' that cannot start any token",
		"a: [`b]":             "f:1:5: not YAML: '`' is a reserved character",
		"- a":                 "f:1:1: expecting keys and values",
		"é: *x":               "f:1:4: there is no anchor of this name above",
		"a: &x {b: *x}":       "f:1:11: there is no anchor of this name above",
		"x: " + strings.Repeat("[", 100) + strings.Repeat("]", 100): "f:1:103: nested more than 100 levels deep",
		strings.Repeat("x", 256<<10+1):                              "f: too large, 262145 bytes where at most 262144 are allowed",
	} {
		servers, problems, err := config.Goose.Parse("f", []byte(file))
		assert.ErrorContains(t, err, want)
		assert.Assert(t, servers == nil && problems == nil && !strings.Contains(err.Error(), "SECRET"))
	}
	for _, file := range []string{"", "---\n", "a: 1", "x: " + strings.Repeat("[", 99) + strings.Repeat("]", 99)} {
		servers, problems, err := config.Goose.Parse("f", []byte(file))
		assert.NilError(t, err)
		assert.Equal(t, len(servers)+len(problems), 0)
	}
}

func TestBrokenYAMLShowsNoValues(t *testing.T) {
	const file = "# the key is SECRET\nextensions:\n  a:\n    cmd: \"SECRET\"\n    args: ['--key', SECRET, \"SECRET\\\"SECRET\"]\n" +
		"    envs:\n      K: SECRET\n    uri: |\n      SECRET\n    timeout: SECRET\n"
	for i := range file {
		for _, with := range []string{"", `"`, "'", ":", ",", "]", "[", "{", "}", "\n", `\`, "*", "&", "!", "- ", "\t"} {
			for _, rest := range []string{file[i:], file[i+1:], ""} {
				_, problems, err := config.Goose.Parse("f", []byte(file[:i]+with+rest))
				if report := fmt.Sprint(texts(problems), err); strings.Contains(report, "SECRET") {
					t.Errorf("%s\n\nof\n\n%s", report, file[:i]+with+rest)
					return
				}
			}
		}
	}
}

// TestYAMLDoesNotGrow: names for parts do not make a small file large.
func TestYAMLDoesNotGrow(t *testing.T) {
	file := "extensions:\n  a0: &a0 {cmd: c}\n"
	for i := range 60 {
		file += fmt.Sprintf("  a%d: &a%d {x: *a%d, y: *a%d, cmd: c}\n", i+1, i+1, i, i)
	}
	servers, _, err := config.Goose.Parse("f", []byte(file))
	assert.NilError(t, err)
	assert.Equal(t, len(servers), 61)
}
