package fakeserver_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
)

func TestParse(t *testing.T) {
	s := parse(t, fakeserver.Everything)
	assert.Equal(t, s.Version, "1.0")
	assert.Equal(t, string(s.Capabilities), `{"tools":{},"big":9007199254740993,"1":[1.50,16,true,null,"x"]}`)
	assert.Equal(t, s.Tools[0].Name, "plain")
	assert.Equal(t, s.Tools[1].Description, "two\nlines\n")
	assert.Equal(t, string(s.Tools[1].Answer.Structured), `{"b":1,"a":2}`)
	assert.Equal(t, s.Stdio.MaxLine, fakeserver.Size(1<<20))
	assert.Equal(t, *s.HTTP.Sessions, false)
	assert.Equal(t, s.HTTP.KeepAlive, 15*time.Second)
	r := s.Rules[0]
	assert.DeepEqual(t, r.When, fakeserver.When{
		Phase: "in-call", Tool: "full", Probability: 0.5,
		After: fakeserver.Bound{Count: 2}, Until: fakeserver.Bound{Time: 90 * time.Second},
	})
	assert.Equal(t, s.Connections[0].From, 2)
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]fakeserver.Size{"7": 7, "7B": 7, "3KiB": 3 << 10, "3 MiB": 3 << 20, "0GiB": 0, "0": 0} {
		assert.Equal(t, parse(t, "stdio: {maxLine: "+text+"}").Stdio.MaxLine, want, text)
	}
	for _, text := range []string{"-1", "x", "9KB", "9223372036854775807KiB", "''"} {
		_, err := fakeserver.Parse("s.yaml", []byte("stdio: {maxLine: "+text+"}"))
		assert.ErrorContains(t, err, "is not a size such as 65537 or 1MiB", text)
	}
}

func TestParseNothing(t *testing.T) {
	for _, text := range []string{"", "\n", "# only a comment\n", "---\n", "{}"} {
		assert.DeepEqual(t, parse(t, text), &fakeserver.Script{})
	}
}

// wrongScripts are scripts that cannot be read, and what is said of each.
var wrongScripts = map[string]string{
	"nmae: x":                                                     `s.yaml:1:1: unknown key "nmae", did you mean "name"?`,
	"rules:\n  - do:\n      - dealy: 2s":                          `s.yaml:3:9: unknown action "dealy", did you mean "delay"?`,
	"rules: [{do: [zzzzzz]}]":                                     `s.yaml:1:15: unknown action "zzzzzz"` + "\n",
	"rules: [{do: [delay: 2]}]":                                   `s.yaml:1:22: "2" is not a time such as 250ms or 1h30m`,
	"rules: [{do: [delay]}]":                                      `s.yaml:1:15: delay needs a time such as 250ms`,
	"rules: [{do: [{delay: 1s, exit: 1}]}]":                       `s.yaml:1:15: an action is one name with its settings`,
	"rules: [{do: [never: {a: 1}]}]":                              `unknown key "a": there are no settings here`,
	"rules: [{do: [never: 1]}]":                                   `s.yaml:1:22: expected a mapping, found "1"`,
	"rules: [{do: [exit: 256]}]":                                  `s.yaml:1:21: needs a code from 0 to 255`,
	"rules: [{do: [status: 99]}]":                                 `needs a status from 200 to 599`,
	"rules: [{do: [id: strnig]}]":                                 `did you mean "string"?`,
	"rules: [{do: [frame: {crlf: yes}]}]":                         `"yes" is neither true nor false`,
	"rules: [{when: {phase: lsting}, do: [never]}]":               `s.yaml:1:24: unknown word "lsting", expected one of spawn,`,
	"rules: [{when: {method: ping}}]":                             `s.yaml:1:9: a rule needs do:`,
	"rules: [{when: {after: soon}, do: [never]}]":                 `"soon" is neither a number of moments nor a time`,
	"rules: [{when: {probability: 2}, do: [never]}]":              `s.yaml:1:16: probability 2 is not between 0 and 1`,
	"rules: [{when: {nth: x}, do: [never]}]":                      `"x" is not a whole number`,
	"rules: {}":                                                   `s.yaml:1:8: expected a list, found a mapping`,
	"era: future":                                                 `s.yaml:1:6: unknown word "future", expected one of legacy, modern, dual`,
	"revisions: ['2026-07-28']":                                   `s.yaml:1:1: revision "2026-07-28" is none of era legacy`,
	"authorization: {path: x}":                                    `path "x" of an issuer starts with a slash`,
	"authorization: [{}, {name: b}]":                              `two authorization servers have the name "b" or the path ""`,
	"authorization: {clients: [{secret: x}]}":                     `a client needs an id`,
	"protected: {at: [x]}":                                        `path "x" of metadata does not start with a slash`,
	"rules: [{when: {endpoint: token}, do: [exit]}]":              `exit has no meaning at an endpoint of a login; there are answer, delay`,
	"rules: [{when: {grant: x}, do: [never]}]":                    `needs an endpoint`,
	"http: {path: mcp}":                                           `path "mcp" does not start with a slash`,
	"http: {get: '500'}":                                          `unknown word "500"`,
	"stdio: {maxLine: 5MB}":                                       `"5MB" is not a size such as 65537 or 1MiB`,
	"stdio: {maxLine: -1}":                                        `"-1" is not a size`,
	"rules: [{do: [{pad: 8000GiB}]}]":                             `needs a size of at most 256MiB`,
	"rules: [{do: [{raw: {text: a, size: 257MiB}}]}]":             `needs a size of at most 256MiB`,
	"rules: [{do: [{stderr: {text: a, size: 2GiB}}]}]":            `needs a size of at most 256MiB`,
	"rules: [{do: [{status: {code: 500, body: a, size: 2GiB}}]}]": `needs a size of at most 256MiB`,
	"rules: [{do: [{duplicate: 100001}]}]":                        `needs a number from 0 to 100000`,
	"rules: [{do: [{progress: -1}]}]":                             `needs a number from 0 to 100000`,
	"rules: [{do: [{notify: {method: a, count: 1000000000}}]}]":   `needs a number from 0 to 100000`,
	"tools: [{title: x}]":                                         `s.yaml:1:9: a tool needs a name`,
	"tools: [[]]":                                                 `expected a single value, found a list`,
	"tools: [&a x, *a]":                                           `found an anchor or alias`,
	"name: !!str x":                                               `found a tag`,
	"name: [x":                                                    `s.yaml:1:`,
	"a: b: c":                                                     `s.yaml:1:`,
	"name: a\nname: b":                                            `s.yaml:2:1:`,
	"name: a\n---\nname: b":                                       `s.yaml:3:1: a script is one document`,
	"- a":                                                         `expected a mapping, found a list`,
	"hello":                                                       `s.yaml:1:1: expected a mapping, found "hello"`,
	"capabilities: .inf":                                          `is not a number in JSON`,
	"rules: [{do: [raw: {base64: '='}]}]":                         `base64: illegal base64 data`,
	"rules: [{do: [raw: {base64: eA==, text: x}]}]":               `needs either text or base64`,
	"\xff": `s.yaml: the script is not UTF-8`,
	"capabilities: " + strings.Repeat("[", 200) + strings.Repeat("]", 200): `nested more than 100 levels deep`,
	"name: " + strings.Repeat("x", fakeserver.MaxScript):                   `s.yaml: the script is longer than 524288 bytes`,
}

func TestScriptErrors(t *testing.T) {
	for text, want := range wrongScripts {
		script, err := fakeserver.Parse("s.yaml", []byte(text))
		assert.ErrorContains(t, err, want)
		assert.Check(t, script == nil)
		var wrong *fakeserver.ScriptError
		assert.Check(t, errors.As(err, &wrong))
	}
}

func TestScriptErrorShowsTheLine(t *testing.T) {
	_, err := fakeserver.Parse("s.yaml", []byte("rules:\r\n  - do:\r\n      - dealy: 2s\r\n"))
	assert.Error(t, err, "s.yaml:3:9: unknown action \"dealy\", did you mean \"delay\"?\n"+
		"    3 |       - dealy: 2s\n"+
		"                ^")
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{fakeserver.Everything, "authorization: {at: [openid], clients: [{id: a}]}\nprotected: {by: [x]}\nrules: [{when: {endpoint: token}, do: [{revoke: login}]}]", "", "rules: [{do: [delay: 2s]}]", "a: &x [*x]", "<<: {a: 1}", "? a\n: b", "- - -", "name: |\n  x"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		script, err := fakeserver.Parse("f", data)
		if err != nil {
			var wrong *fakeserver.ScriptError
			if !errors.As(err, &wrong) || script != nil {
				t.Fatalf("%v, %v", script, err)
			}
			return
		}
		srv, err := fakeserver.New(script, fakeserver.Options{})
		if err != nil {
			t.Fatalf("Parse accepts what New refuses: %v", err)
		}
		srv.Close()
	})
}

func TestAPartOfAFileKnowsItsPlaceThere(t *testing.T) {
	origin := fakeserver.Origin{File: "a.feature", Line: 10, Indent: 8}
	_, err := origin.ParseRules([]byte("- do:\n    - dealy: 2s"))
	assert.Error(t, err, `a.feature:11:15: unknown action "dealy", did you mean "delay"?`+"\n   11 |             - dealy: 2s\n                      ^")
	_, err = origin.Parse([]byte("\xff"))
	assert.ErrorContains(t, err, "a.feature:10:9: the script is not UTF-8")
	rules, err := origin.ParseRules([]byte("- do: [never]\n- do: [{delay: 1s}]"))
	assert.NilError(t, err)
	assert.Equal(t, len(rules), 2)
	script, err := origin.Parse([]byte("name: docs"))
	assert.NilError(t, err)
	assert.Equal(t, script.Name, "docs")
}
