package fakeserver_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/fakeserver"
)

// mistakes are scripts with one mistake each, beside those that each action is given.
var mistakes = []string{
	"revisions: ['1']", "era: modern\nrevisions: ['2025-11-25']", "modern: {instructions: x}", "modern: {}", "pageSize: -1", "pageSize: 1.5", "capabilities: []", "capabilities: null", "http: {answers: x}", "http: {get: x}", "http: {keepAlive: -1s}", "http: {pages: [{path: x}]}", "http: {pages: [{path: /x, code: 9}]}",
	"http: {pages: [{path: /x, headers: 7}]}", "http: {pages: [{path: /x, headers: {a: [1]}}]}", "http: {pages: [{path: /x, headers: {[a]: 1}}]}", "http: {legacy: {path: x}}", "http: {legacy: {after: x}}", "http: {legacy: {after: -1s}}", "rules: [{do: [{sse: {end: x}}]}]", "rules: [{do: [{sse: {eol: x}}]}]", "tools: !mine [a]", "tools: &a [b]", "name: !mine {a: b}", "tools: [{name: !mine a}]", "resources: .inf", "prompts: null", "tools: [null]", "http: {websocket: {path: x}}", "http: {websocket: {close: 999}}", "http: {websocket: {close: 5000}}", "http: {websocket: {binary: 1}}", "connections: [{}]", "connections: [{number: 1, from: 2}]", "connections: [{number: -1}]", "connections: [{from: -1}]", "connections: [{from: 1, number: -1}]", "connections: [{from: 1, capabilities: 7}]",
	"connections: [{number: 1, tools: [{title: x}]}]", "connections: [{number: 1, rules: [{when: {nth: -1}, do: [never]}]}]", "tools: [{name: a, task: {after: x}}]", "tools: [{name: a, rounds: [{}]}]", "tools: [{name: a, rounds: [{inputs: 7}]}]", "tools: 7", "tools: [{name: a, inputSchema: .nan}]", "rules: [{do: []}]", "rules: [{times: -1, do: [never]}]",
	"rules: [{when: {first: -1}, do: [never]}]", "rules: [{when: {every: -1}, do: [never]}]", "rules: [{when: {connection: -1}, do: [never]}]", "rules: [{when: {probability: -0.1}, do: [never]}]", "rules: [{when: {probability: x}, do: [never]}]", "rules: [{when: {verb: PUT}, do: [never]}]", "rules: [{when: {from: x}, do: [never]}]", "rules: [{when: {args: 7}, do: [never]}]",
	"rules: [{when: {params: []}, do: [never]}]", "rules: [{when: {endpoint: x}, do: [never]}]", "rules: [{when: {authorization: a}, do: [never]}]", "rules: [{when: {endpoint: token}, do: [pad: 5]}]", "rules: [{mayNotHappen: perhaps, do: [never]}]", "stdio: {ignore: [x]}", "stdio: {ignore: eof}", "authorization: {path: /x/}", "authorization: {path: /.well-known/x}", "authorization: {uses: -1}",
	"authorization: {at: [x]}", "authorization: {at: ['']}", "authorization: {methods: [x]}", "authorization: {methods: ['']}", "authorization: {clients: [{id: a, method: x}]}", "authorization: {clients: [{id: a, key: x}]}", "authorization: [{}, {}]", "authorization: [{name: a}, {name: a, path: /b}]", "authorization: 7", "protected: {at: ['']}", "protected: 7", "instructions: [x]", "name: null", "1: x", "rules: [{when: {after: -1}, do: [never]}]", "rules: [{when: {after: 0}, do: [never]}]", "rules: [{when: {until: 1}, do: [never]}]", "authorization: {methods: [none, '']}", "rules: [{do: [{log: {level: x}}]}]", "capabilities: {a: [.inf]}", "tools: [{name: a, task: {inputs: 7}}]", "tools: [{name: a, task: {fails: 7}}]", "tools: [{name: a, task: {takes: x}}]", "modern: {ttl: 1s}", "era: modern\nmodern: {scope: x}", "templates: [{uriTemplate: {}}]", "rules: [{do: [{raw: {text: a, size: x}}]}]", "rules: [{do: [{headers: {a: {}}}]}]", "rules: [{when: {header: 7}, do: [never]}]", "? [a]\n: b",
	"rules:\n  - do: [never]\n    when: {methd: x}", "tools:\n  - name: a\n    description: {x: 1}", "resources: [{uri: {}}]", "prompts: [{name: a, messages: .inf}]", "templates: [{uriTemplate: 'a', arguments: [{values: x}]}]",
}

// TestMistakePages: what is said of scripts that are wrong, and of nearly every value for
// each action.
func TestMistakePages(t *testing.T) {
	var p page
	all := slices.Clone(mistakes)
	for _, text := range slices.Sorted(maps.Keys(wrongScripts)) {
		if len(text) < 200 {
			all = append(all, text)
		}
	}
	for _, name := range fakeserver.Actions() {
		for _, settings := range []string{"", ": x", ": -1", ": {zzz: 1}", ": []", ": null", ": true"} {
			all = append(all, "rules: [{do: ["+name+settings+"]}]")
		}
	}
	for _, text := range all {
		_, err := fakeserver.Parse("s.yaml", []byte(text+"\n"))
		said := "right"
		if err != nil {
			said, _, _ = strings.Cut(err.Error(), "\n")
			_, inside := fakeserver.Origin{File: "f.feature", Line: 7, Indent: 6}.Parse([]byte(text + "\n"))
			if inside != nil {
				place, _, _ := strings.Cut(inside.Error(), " ")
				said += " (" + place + ")"
			}
		}
		fmt.Fprintf(&p, "%q\n  %s\n", text, said)
	}
	golden.Assert(t, p.String(), "mistakes.golden")
}

// TestScriptsInGo: what is wrong in a script that was written in Go is an error of the server.
func TestScriptsInGo(t *testing.T) {
	for want, script := range map[string]*fakeserver.Script{
		"capabilities is not an object":             {Capabilities: []byte("[]")},
		"tool \"a\": { is not JSON":                 {Tools: []fakeserver.Tool{{Name: "a", InputSchema: []byte("{")}}},
		"a tool needs a name":                       {Tools: []fakeserver.Tool{{}}},
		"a rule needs do: with at least one action": {Rules: []fakeserver.Rule{{}}},
		"an action is nil":                          {Rules: []fakeserver.Rule{{Do: []fakeserver.Action{nil}}}},
		"delay: needs a time such as 250ms":         {Rules: []fakeserver.Rule{{Do: []fakeserver.Action{fakeserver.EmptyDelay}}}},
		"phase \"x\" is none of spawn":              {Rules: []fakeserver.Rule{{When: fakeserver.When{Phase: "x"}, Do: []fakeserver.Action{fakeserver.Never}}}},
		"verb \"x\" is none of POST":                {Rules: []fakeserver.Rule{{When: fakeserver.When{Verb: "x"}, Do: []fakeserver.Action{fakeserver.Never}}}},
		"from \"x\" is none of client, server":      {Rules: []fakeserver.Rule{{When: fakeserver.When{From: "x"}, Do: []fakeserver.Action{fakeserver.Never}}}},
		"endpoint \"x\" is none of challenge":       {Rules: []fakeserver.Rule{{When: fakeserver.When{Endpoint: "x"}, Do: []fakeserver.Action{fakeserver.Never}}}},
		"answers \"x\" is none of json, sse":        {HTTP: fakeserver.HTTPScript{Answers: "x"}},
		"get \"x\" is none of stream":               {HTTP: fakeserver.HTTPScript{Get: "x"}},
		"after is negative":                         {HTTP: fakeserver.HTTPScript{Legacy: &fakeserver.LegacySSE{After: -1}}},
		"args is not an object":                     {Rules: []fakeserver.Rule{{When: fakeserver.When{Args: []byte("7")}, Do: []fakeserver.Action{fakeserver.Never}}}},
		"at \"\" is none of oauth":                  {Authorization: fakeserver.Authorizations{{At: []fakeserver.MetadataForm{""}}}},
		"methods: \"x\" is none of none":            {Authorization: fakeserver.Authorizations{{Methods: []fakeserver.ClientMethod{"x"}}}},
		"path \"x\" of metadata does not start":     {Protected: &fakeserver.Protected{At: []string{"x"}}},
		"method \"x\" is none of none":              {Authorization: fakeserver.Authorizations{{Clients: []fakeserver.LoginClient{{ID: "a", Method: "x"}}}}},
	} {
		_, err := fakeserver.New(script, fakeserver.Options{})
		assert.Check(t, err != nil, want)
		assert.ErrorContains(t, err, want)
	}
}
