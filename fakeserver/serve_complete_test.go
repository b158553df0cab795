package fakeserver_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

func TestCompletion(t *testing.T) {
	var many []string
	for n := range 101 {
		many = append(many, fmt.Sprintf("n%03d", n))
	}
	d := talk(t, parse(t, `
prompts:
  - {name: p, arguments: [{name: city, values: [paris, park, rome]}, {name: n, values: [`+strings.Join(many, ", ")+`]}, free]}
templates:
  - {uriTemplate: "x://{id}", arguments: [{name: id, values: ["12", "13"]}]}
`))
	d.ask(initialize)
	suggest := func(ref, name, value string) string {
		params := fmt.Sprintf(`{"ref":%s,"argument":{"name":%q,"value":%q}}`, ref, name, value)
		return d.ask(question("1", "completion/complete", params))
	}
	const prompt, template = `{"type":"ref/prompt","name":"p"}`, `{"type":"ref/resource","uri":"x://{id}"}`
	for _, c := range []struct{ ref, name, value, want string }{
		{prompt, "city", "par", `"result":{"completion":{"values":["paris","park"],"total":2,"hasMore":false}}`},
		{prompt, "city", "x", `"result":{"completion":{"values":[],"total":0,"hasMore":false}}`},
		{prompt, "free", "x", `"result":{"completion":{"values":[],"total":0,"hasMore":false}}`},
		{prompt, "n", "", `"n099"],"total":101,"hasMore":true}}`},
		{template, "id", "", `"result":{"completion":{"values":["12","13"],"total":2,"hasMore":false}}`},
		{prompt, "", "", `"code":-32602`},
		{`{"type":"ref/prompt","name":"q"}`, "city", "", `"code":-32602`},
		{`{"type":"ref/resource","uri":"x://12"}`, "id", "", `"code":-32602`},
		{`{"type":"ref/tool","name":"p"}`, "city", "", `"code":-32602`},
		{`7`, "city", "", `"code":-32602`},
	} {
		assert.Check(t, cmp.Contains(suggest(c.ref, c.name, c.value), c.want), "%+v", c)
	}
}

func TestCompletionMustBeDeclared(t *testing.T) {
	d := talk(t, parse(t, "prompts: [{name: p, arguments: [city]}]"))
	d.ask(initialize)
	assert.Check(t, cmp.Contains(d.ask(question("1", "completion/complete", "{}")), `"code":-32601`))
}
