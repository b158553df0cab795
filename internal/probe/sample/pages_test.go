package sample_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/golden"

	"github.com/mcpsim/mcpsim/internal/probe/sample"
)

// member is a schema with one required member.
func member(schema string) string {
	return `{"type":"object","properties":{"a":` + schema + `},"required":["a"]}`
}

// more are schemas beside those of [schemas], at the bounds of what is made.
var more = []string{
	`{`, `null`, `{"type":"thing"}`, `{"$ref":"https://example.com/schema.json"}`, `{"$ref":"#/$defs/none"}`, member(`{"$ref":"#a"}`), member(`{"$ref":"#/properties/b"}`), member(`{"$ref":"#/allOf/7"}`),
	`{"type":"object","allOf":[{"type":"object"}],"properties":{"a":{"$ref":"#/allOf/0"}},"required":["a"]}`,
	member(`{"type":"string","minLength":4096}`), member(`{"type":"string","minLength":4097}`), member(`{"type":"string","minLength":1}`), member(`{"type":"string","maxLength":0}`), member(`{"type":"string","maxLength":6}`), member(`{"type":"string","minLength":-1}`), member(`{"type":"string","pattern":"["}`),
	member(`{"type":"string","pattern":"^.$"}`), member(`{"type":"string","pattern":"^(a|b)+c{3}\\w*$"}`), member(`{"type":"string","pattern":"^[^a-zA-Z0-9]$"}`), member(`{"type":"string","pattern":"^[5-9]$"}`), member(`{"type":"string","pattern":"^(?s:.)x?$"}`), member(`{"type":"string","pattern":"^[01]$"}`), member(`{"type":"string","pattern":"^a{5000}$"}`),
	member(`{"type":"array","minItems":64}`), member(`{"type":"array","minItems":65}`), member(`{"type":"array","items":false,"maxItems":1}`), member(`{"type":"array","prefixItems":[{"const":1}],"items":{"const":2},"minItems":3}`), member(`{"type":"array","items":{"type":"string","enum":["x","y","z"]},"minItems":3,"uniqueItems":true}`), member(`{"type":"array","contains":{"const":5}}`),
	member(`{"type":["null"]}`), member(`{"type":["null","boolean","string"]}`), member(`{"multipleOf":3}`), member(`{"contains":{}}`), member(`{"minProperties":0}`), member(`{"additionalProperties":{"type":"integer"},"required":["x"]}`), member(`true`), member(`{"anyOf":[{"type":"null"}]}`), member(`{"oneOf":[{"type":"integer","minimum":5},{"type":"string"}]}`),
	member(`{"type":"integer","minimum":-5,"maximum":-3}`), member(`{"type":"integer","maximum":0}`), member(`{"type":"number","exclusiveMinimum":0.25,"exclusiveMaximum":0.5}`), member(`{"type":"integer","exclusiveMinimum":4,"maximum":5}`), member(`{"type":"number","multipleOf":0.5,"minimum":0.7}`), member(`{"type":"integer","multipleOf":7,"maximum":-1}`), member(`{"type":"number","maximum":1e308}`), member(`{"type":"integer","exclusiveMaximum":1}`), member(`{"type":"integer","minimum":1.5}`),
	member(`{"enum":["x"],"type":"string"}`), member(`{"enum":[1,2]}`), member(`{"enum":[]}`), member(`{"type":"string","examples":["x","yy"],"minLength":2}`), member(`{"type":"string","default":"x","minLength":2,"examples":["zz"]}`), member(`{"allOf":[{"minimum":3,"maximum":9},{"minimum":5,"maximum":7},{"minimum":4,"maximum":8}],"type":"integer"}`), member(`{"allOf":[{"maxLength":3},{"maxLength":2}],"type":"string"}`), member(`{"allOf":[{"minItems":1},{"minItems":2}],"type":"array"}`),
	`{"type":"object","properties":{"a":{"type":"integer"}},"allOf":[{"properties":{"a":{"minimum":4},"b":{"const":2}},"required":["b"]},{"required":["a"]}]}`, `{"type":"object","minProperties":2,"properties":{"a":{},"b":{},"c":{}},"required":["c"]}`, `{"type":"object","dependencies":{"a":["b"],"b":["a"]},"required":["a"]}`,
	`{"type":"object","patternProperties":{"(":{},"^a":{"const":3},"^b":{}},"required":["a"]}`, `{"type":"object","additionalProperties":{"const":8},"required":["a"]}`, `{"type":"object","required":[1,"a"]}`,
	`{"type":"object","properties":{"n":{"type":"number","default":10,"examples":[7]},"m":{"type":"integer","minimum":3},"k":{"type":"object","properties":{"x":{"type":"integer"}}},"s":{"type":"string"},"w":{"type":["null","integer"]}}}`,
	`{"type":"object","properties":{"a":{"type":"string","minLength":2,"default":"ab"},"b":{"enum":[1]},"c":{"type":"integer","minimum":1},"d":{"type":"string","enum":["x"],"default":"x"},"e":{"type":"boolean"},"f":{"type":"string"}},"required":["a","c","e"]}`,
	`{"type":"object","properties":{"a":{"type":"string","format":"date"},"b":{"type":"string"},"c":{"type":"string"}},"required":["c"]}`, `{"type":"object","properties":{"a":{"type":"string","contentEncoding":"base64"},"b":{"type":"string","maxLength":9},"c":{"type":"string","const":"x"}}}`,
}

// TestPages: what is made of schemas, and what is said of those of which nothing is made.
// -update rewrites the page; read the diff.
func TestPages(t *testing.T) {
	all := slices.Clone(more)
	for _, format := range strings.Fields("date-time date time duration email hostname ipv4 ipv6 uri url uri-reference iri uuid json-pointer regex other") {
		all = append(all, member(`{"type":"string","format":"`+format+`"}`))
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		all = append(all, schemas[name].schema)
	}
	var page strings.Builder
	for _, text := range all {
		fmt.Fprintf(&page, "%s\n", text)
		schema, err := sample.Compile([]byte(text))
		if err != nil {
			fmt.Fprintf(&page, "  %s\n", err)
			continue
		}
		arguments, err := schema.Arguments()
		fmt.Fprintf(&page, "  %s %v\n", clipped(arguments), err)
		small, err := schema.Small()
		if string(small) != string(arguments) {
			fmt.Fprintf(&page, "  small %s %v\n", clipped(small), err)
		}
		for _, m := range schema.Misfits() {
			fmt.Fprintf(&page, "  %s: %s\n", m, clipped(m.Arguments))
		}
		if with, name, ok := schema.Texted(); ok {
			raw, err := with("any \"text\"")
			fmt.Fprintf(&page, "  text in %s: %s %v\n", name, clipped(raw), err)
		}
	}
	golden.Assert(t, page.String(), "pages.golden")
}

func clipped(raw []byte) string {
	if len(raw) > 200 {
		return fmt.Sprintf("%s… (%d)", raw[:200], len(raw))
	}
	return string(raw)
}
