package fakeserver_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

const docsHead = `# Scripts

A script says what a fake server is and where it departs from being a correct one. It is YAML; ` + "`mcpsim serve SCRIPT.yaml`" + `
serves it, scenarios carry it below a step, Go programs read it with ` + "`fakeserver.Parse`" + ` or build the same model as
` + "`fakeserver.Script`" + `, with actions from ` + "`fakeserver.ParseActions`" + `. An empty script is a correct server. An unknown key
or action is an error with file, line, column and the nearest known word.

` + "```yaml" + `
# yaml-language-server: $schema=../fakeserver/script.schema.json
name: docs
tools:
  - search
  - {name: bump, commit: "bumped"}
rules:
  - when: {method: tools/list, nth: 1}     # the first list takes five seconds
    do: [{delay: 5s}]
  - when: {phase: after-commit, tool: bump} # the side effect happens, the answer does not
    do: [{exit: 137}]
connections:
  - {number: 2, tools: [search, read]}     # the second connection offers other tools
` + "```" + `

All rules that meet a moment apply, in order; their actions are one small program that runs before what the server would do
anyway. The action ` + "`answer`" + ` moves that into the middle. A program that waits does not hold up another one.

A fault that never happened proves nothing. A scenario fails if one of its rules, or an action of it, never acted; the error
names the line of the rule and the nearest moment that did occur: a method spelt otherwise, an ` + "`nth`" + ` that was not reached,
another phase, an action that has no meaning over this transport. ` + "`mayNotHappen: true`" + ` marks the rule that is right not to act,
such as a trap for a client that does what it must not. A rule with a probability has happened once its moment has come.
` + "`mcpsim serve`" + ` warns of such rules when it ends, and a check of a client whose server could not misbehave is "not observed".

## Logins

A script with ` + "`authorization`" + ` is an OAuth authorization server beside its endpoint, which then asks for its tokens over HTTP: it serves
the metadata of the protected resource and of the authorization server, authorize, token, register, revoke and introspect. It checks what
a correct one checks (client authentication, redirect URIs, S256, resource, single use of codes, rotation of refresh tokens), asks
no user for consent, and never calls a client back. A document is made wrong, late or absent by rules with an ` + "`endpoint`" + `, whose actions are
` + "`answer`, `delay`, `drop`, `end`, `headers`, `hold`, `never`, `patch`, `result`, `revoke`, `set`, `state`, `status` and `stderr`" + `:
` + "`patch` and `set`" + ` change the document, and of authorize the parameters with which the client is sent back; a list is a parameter several times.

` + "```yaml" + `
authorization: {lifetime: 60s, methods: [client_secret_post]}
protected: {need: [read]}
tools: [search, {name: bump, scopes: [write]}]       # 403 insufficient_scope without that scope
rules:
  - when: {endpoint: metadata}                       # a document lies
    do: [{patch: {issuer: "https://other.example", code_challenge_methods_supported: null}}]
  - when: {endpoint: authorize, nth: 1}              # a mix-up
    do: [{patch: {iss: "<origin>/other", state: [a, b]}}]
  - when: {endpoint: token, grant: refresh_token, nth: 1}
    do: [{status: 503}]                              # fails once, then recovers
  - when: {endpoint: token, nth: 3}
    do: [{drop: 1}]                                  # tokens are issued, and the answer is lost
  - when: {endpoint: challenge, nth: 2}
    do: [{headers: {WWW-Authenticate: 'Basic realm="a", Bearer scope="x"'}}]
  - when: {method: tools/call, nth: 2}
    do: [revoke]                                     # the access tokens end
` + "```" + `

In scenarios an authorization server is an actor of its own (` + "`an authorization server \"login\"`" + `), which servers name in
` + "`protected: {by: [login]}`" + `; ` + "`mcpsim steps authorization`" + ` shows what can be asked of it. ` + "`mcpsim serve --list --fixture auth`" + ` lists scripts to copy.

This page is generated from the model: ` + "`go test ./fakeserver -run Docs -update`" + `.
`

// schemaNode is as much of a JSON Schema as the page needs.
type schemaNode struct {
	Description string                `json:"description"`
	Properties  map[string]schemaNode `json:"properties"`
	AnyOf       []schemaNode          `json:"anyOf"`
	Required    []string              `json:"required"`
	Enum        []any                 `json:"enum"`
	Defs        map[string]schemaNode `json:"$defs"`
}

func TestDocsAreCurrent(t *testing.T) {
	const page = "../docs/scripts.md"
	var root schemaNode
	schema, err := os.ReadFile("script.schema.json")
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(schema, &root))
	want := docsHead
	for _, s := range []struct{ title, def string }{
		{"The server", ""}, {"A rule", "Rule"}, {"When: the moment", "When"}, {"Do: the actions", "Action"},
		{"A tool", "Tool"}, {"Its answer", "Answer"}, {"A resource", "Resource"}, {"A resource template", "Template"},
		{"A prompt", "Prompt"}, {"An argument of a prompt or a resource template", "PromptArgument"}, {"A connection", "Connection"},
		{"The process", "StdioScript"}, {"The HTTP endpoint", "HTTPScript"}, {"A page beside the endpoint", "Page"}, {"A protected endpoint", "Protected"}, {"An authorization server", "Authorization"}, {"A client of it", "LoginClient"}, {"An old server, HTTP+SSE", "LegacySSE"}, {"An event of the action sse", "sseEvent"},
	} {
		node := root
		if s.def != "" {
			node = root.Defs[s.def]
		}
		want += fmt.Sprintf("\n## %s\n\n| key | meaning |\n| --- | --- |\n%s", s.title, rowsOf(node))
	}
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(page, []byte(want), 0o644))
	}
	got, err := os.ReadFile(page)
	assert.NilError(t, err)
	assert.Equal(t, string(got), want)
}

// rowsOf lists the properties of a mapping, which may have a short form, or the
// actions.
func rowsOf(n schemaNode) string {
	var rows []string
	list := func(properties map[string]schemaNode) {
		for key, p := range properties {
			rows = append(rows, row(key, p))
		}
	}
	list(n.Properties)
	for _, alternative := range n.AnyOf {
		if len(alternative.Required) == 1 && len(alternative.Properties) == 1 {
			rows = append(rows, row(alternative.Required[0], alternative))
		} else {
			list(alternative.Properties)
		}
	}
	slices.Sort(rows)
	return strings.Join(rows, "")
}

func row(key string, n schemaNode) string {
	text := strings.ReplaceAll(n.Description, "|", "\\|")
	if options := optionsOf(n, key); options != "" {
		text += " " + options
	}
	return fmt.Sprintf("| `%s` | %s |\n", key, strings.TrimSpace(text))
}

// optionsOf describes the members of an action's mapping and the words of a
// choice.
func optionsOf(n schemaNode, key string) string {
	var parts []string
	if len(n.Enum) > 0 {
		parts = append(parts, words(n.Enum))
	}
	var inner func(schemaNode)
	inner = func(n schemaNode) {
		for _, name := range slices.Sorted(maps.Keys(n.Properties)) {
			p := n.Properties[name]
			if name == key {
				inner(p)
				continue
			}
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("`%s`: %s %s", name, p.Description, words(p.Enum))))
		}
		for _, alternative := range n.AnyOf {
			inner(alternative)
		}
	}
	if len(n.Required) == 1 {
		inner(n)
	}
	return strings.Join(parts, " ")
}

// words lists the values of an enumeration once each, whatever YAML takes them for.
func words(enum []any) string {
	var out []string
	for _, e := range enum {
		word := fmt.Sprintf("`%v`", e)
		if e != nil && !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return strings.Join(out, ", ")
}
