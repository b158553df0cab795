package sample_test

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/probe/sample"
)

// schemas are input schemas and the arguments made for them; "" = none can be.
var schemas = map[string]struct{ schema, arguments string }{
	"nothing":               {`{"type":"object"}`, `{}`},
	"true":                  {`{}`, ``},
	"optional only":         {`{"type":"object","properties":{"a":{"type":"string"}}}`, `{}`},
	"required string":       {`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, `{"a":"mcpsim"}`},
	"required, undescribed": {`{"type":"object","required":["a"]}`, `{"a":"mcpsim"}`},
	"every type": {`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"number"},"c":{"type":"boolean"},"d":{"type":"null"},"e":{"type":"array"},"f":{"type":"object"}},"required":["a","b","c","d","e","f"]}`,
		`{"a":1,"b":1,"c":false,"d":null,"e":["mcpsim"],"f":{}}`},
	"untyped":              {`{"properties":{"a":{"minimum":3},"b":{"items":{"const":1}},"c":{"required":["x"]}},"required":["a","b","c"]}`, `{"a":3,"b":[1],"c":{"x":"mcpsim"}}`},
	"nullable":             {`{"type":"object","properties":{"a":{"type":["null","integer"]},"b":{"anyOf":[{"type":"null"},{"type":"string"}],"default":null}},"required":["a","b"]}`, `{"a":1,"b":null}`},
	"enum":                 {`{"type":"object","properties":{"a":{"type":"string","enum":["x","y"]}},"required":["a"]}`, `{"a":"x"}`},
	"const":                {`{"type":"object","properties":{"a":{"const":{"b":[1]}}},"required":["a"]}`, `{"a":{"b":[1]}}`},
	"default":              {`{"type":"object","properties":{"a":{"type":"integer","default":7}},"required":["a"]}`, `{"a":7}`},
	"wrong default":        {`{"type":"object","properties":{"a":{"type":"integer","default":"7"}},"required":["a"]}`, `{"a":1}`},
	"example":              {`{"type":"object","properties":{"a":{"type":"string","examples":["x"]}},"required":["a"]}`, `{"a":"x"}`},
	"large number kept":    {`{"type":"object","properties":{"a":{"const":9007199254740993}},"required":["a"]}`, `{"a":9007199254740993}`},
	"lengths":              {`{"type":"object","properties":{"a":{"type":"string","minLength":8},"b":{"type":"string","maxLength":2}},"required":["a","b"]}`, `{"a":"mcpsimxx","b":"mc"}`},
	"pattern":              {`{"type":"object","properties":{"a":{"type":"string","pattern":"^[A-Z]{2}-\\d+$"}},"required":["a"]}`, `{"a":"AA-0"}`},
	"pattern of choices":   {`{"type":"object","properties":{"a":{"type":"string","pattern":"^(red|green)?x*[^a-z]$"}},"required":["a"]}`, `{"a":"A"}`},
	"pattern of elsewhere": {`{"type":"object","properties":{"a":{"type":"string","pattern":"(?<=x)y"}},"required":["a"]}`, ``},
	"format and pattern":   {`{"type":"object","properties":{"a":{"type":"string","format":"email","pattern":"^(?!\\.)x"}},"required":["a"]}`, `{"a":"mcpsim@example.com"}`},
	"formats":              {`{"type":"object","properties":{"a":{"type":"string","format":"date"},"b":{"type":"string","format":"email"}},"required":["a","b"]}`, `{"a":"2026-01-01","b":"mcpsim@example.com"}`},
	"bounds":               {`{"type":"object","properties":{"a":{"type":"integer","minimum":5,"maximum":9},"b":{"type":"integer","exclusiveMinimum":5},"c":{"type":"number","exclusiveMaximum":0},"d":{"type":"integer","multipleOf":4,"minimum":5}},"required":["a","b","c","d"]}`, `{"a":5,"b":6,"c":-1,"d":8}`},
	"between":              {`{"type":"object","properties":{"a":{"type":"number","minimum":0.25,"exclusiveMaximum":0.5}},"required":["a"]}`, `{"a":0.25}`},
	"impossible":           {`{"type":"object","properties":{"a":{"type":"integer","minimum":5,"maximum":4}},"required":["a"]}`, ``},
	"never":                {`{"type":"object","properties":{"a":false},"required":["a"]}`, ``},
	"nested":               {`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array","items":{"type":"object","properties":{"c":{"type":"string"}},"required":["c"]}}},"required":["b"]}},"required":["a"]}`, `{"a":{"b":[{"c":"mcpsim"}]}}`},
	"items":                {`{"type":"object","properties":{"a":{"type":"array","minItems":2,"uniqueItems":true,"items":{"enum":[1,2]}},"b":{"type":"array","maxItems":0}},"required":["a","b"]}`, `{"a":[1,2],"b":[]}`},
	"tuple":                {`{"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"minItems":2}},"required":["a"]}`, `{"a":["mcpsim",1]}`},
	"draft-07 tuple":       {`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"type":"array","items":[{"type":"string"},{"type":"integer"}],"minItems":2}},"required":["a"]}`, `{"a":["mcpsim",1]}`},
	"draft-07 unsaid":      {`{"type":"object","properties":{"a":{"type":"array","items":[{"type":"string"}]}},"required":["a"]}`, `{"a":["mcpsim"]}`},
	"too many items":       {`{"type":"object","properties":{"a":{"type":"array","minItems":100000000}},"required":["a"]}`, ``},
	"too long":             {`{"type":"object","properties":{"a":{"type":"string","minLength":1000000000}},"required":["a"]}`, ``},
	"reference":            {`{"type":"object","properties":{"a":{"$ref":"#/$defs/x~1y"}},"required":["a"],"$defs":{"x/y":{"type":"integer"}}}`, `{"a":1}`},
	"draft-07 reference":   {`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/x"}},"required":["a"],"definitions":{"x":{"type":"integer"}}}`, `{"a":1}`},
	"optional recursion":   {`{"type":"object","properties":{"a":{"$ref":"#"}}}`, `{}`},
	"required recursion":   {`{"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]}`, ``},
	"exploding recursion":  {`{"type":"object","properties":{"a":{"allOf":[{"$ref":"#/properties/a"},{"$ref":"#/properties/a"}]}},"required":["a"]}`, ``},
	"all of":               {`{"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"a":{"minLength":7},"b":{"type":"integer"}},"required":["b"]}]}`, `{"a":"mcpsimx","b":1}`},
	"one of":               {`{"type":"object","oneOf":[{"required":["a"],"properties":{"a":{"type":"integer"}}},{"required":["b"]}]}`, `{"a":1}`},
	"the second of":        {`{"type":"object","properties":{"a":{"type":"integer"}},"anyOf":[{"required":["a"],"properties":{"a":false}},{"required":["b"]}]}`, `{"b":"mcpsim"}`},
	"at least two":         {`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"integer"}},"minProperties":2}`, `{"a":1,"b":1}`},
	"dependent":            {`{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"dependentRequired":{"a":["b"]}}`, `{"a":1,"b":"mcpsim"}`},
	"patterned members":    {`{"type":"object","required":["x_a"],"patternProperties":{"^x_":{"type":"integer"}},"additionalProperties":false}`, `{"x_a":1}`},
	"no object":            {`{"type":"string"}`, ``},
}

func TestArguments(t *testing.T) {
	for name, c := range schemas {
		t.Run(name, func(t *testing.T) {
			schema, err := sample.Compile([]byte(c.schema))
			assert.NilError(t, err)
			got, err := schema.Arguments()
			if c.arguments == "" {
				assert.Assert(t, err != nil, "%s", got)
				return
			}
			assert.NilError(t, err)
			assert.Equal(t, string(got), c.arguments)
		})
	}
}

func TestSmallSetsOptionalNumbers(t *testing.T) {
	schema, err := sample.Compile([]byte(`{"type":"object","required":["name"],"properties":{
		"name":{"type":"string","default":"n"}, "duration":{"type":"number","default":10}, "steps":{"type":"integer","minimum":2}, "note":{"type":"string"}}}`))
	assert.NilError(t, err)
	got, err := schema.Small()
	assert.NilError(t, err)
	assert.Equal(t, string(got), `{"duration":1,"name":"n","steps":2}`)
}

func TestUnusableSchemas(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":           `{`,
		"null":              `null`,
		"a string":          `"object"`,
		"an unknown type":   `{"type":"thing"}`,
		"another document":  `{"$ref":"https://example.com/schema.json"}`,
		"a wrong reference": `{"$ref":"#/$defs/nobody"}`,
		"another dialect":   `{"$schema":"https://example.com/dialect","type":"object"}`,
	} {
		_, err := sample.Compile([]byte(text))
		assert.Check(t, err != nil, name)
	}
}

func TestMisfits(t *testing.T) {
	for name, c := range map[string]struct {
		schema string
		want   []sample.Misfit
	}{
		"anything goes": {`{"type":"object"}`, nil},
		"nothing fits":  {`{"type":"object","properties":{"a":false},"required":["a"]}`, nil},
		"closed": {`{"type":"object","additionalProperties":false}`, []sample.Misfit{
			{sample.Extra, "mcpsim_extra", json.RawMessage(`{"mcpsim_extra":1}`)}}},
		"all three": {`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"],"additionalProperties":false}`, []sample.Misfit{
			{sample.Missing, "a", json.RawMessage(`{}`)},
			{sample.NoObject, "a", json.RawMessage(`null`)},
			{sample.Extra, "mcpsim_extra", json.RawMessage(`{"a":"mcpsim","mcpsim_extra":1}`)},
			{sample.NotAllowed, "a", json.RawMessage(`{"a":null}`)},
			{sample.WrongType, "a", json.RawMessage(`{"a":{"mcpsim":true}}`)},
			{sample.WrongType, "b", json.RawMessage(`{"a":"mcpsim","b":{"mcpsim":true}}`)}}},
		"limits": {`{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"type":"integer","minimum":1,"maximum":7},"c":{"maximum":3},"d":{"type":"string","minLength":1}}}`, []sample.Misfit{
			{sample.WrongType, "a", json.RawMessage(`{"a":{"mcpsim":true}}`)},
			{sample.NotAllowed, "a", json.RawMessage(`{"a":"mcpsim_extra"}`)},
			{sample.WrongType, "b", json.RawMessage(`{"b":{"mcpsim":true}}`)},
			{sample.NotAllowed, "b", json.RawMessage(`{"b":0}`)},
			{sample.NotAllowed, "b", json.RawMessage(`{"b":8}`)},
			{sample.WrongType, "c", json.RawMessage(`{"c":7}`)},
			{sample.NotAllowed, "c", json.RawMessage(`{"c":4}`)},
			{sample.WrongType, "d", json.RawMessage(`{"d":{"mcpsim":true}}`)},
			{sample.NotAllowed, "d", json.RawMessage(`{"d":""}`)}}},
		"optional": {`{"type":"object","properties":{"a":{},"b":{"type":"object"}}}`, []sample.Misfit{
			{sample.WrongType, "b", json.RawMessage(`{"b":[[]]}`)}}},
		"a default stands in": {`{"type":"object","properties":{"a":{"default":1}},"required":["a"]}`, nil},
	} {
		schema, err := sample.Compile([]byte(c.schema))
		assert.NilError(t, err)
		assert.Check(t, is.DeepEqual(schema.Misfits(), c.want), name)
	}
}

func TestCheckNamesThePlace(t *testing.T) {
	schema, err := sample.Compile([]byte(`{"type":"object","properties":{"a":{"type":"integer"}}}`))
	assert.NilError(t, err)
	assert.NilError(t, schema.Check([]byte(`{"a":1}`)))
	assert.Error(t, schema.Check([]byte(`{"a":"1"}`)), "at '/a': got string, want integer")
}

func FuzzArguments(f *testing.F) {
	for _, c := range schemas {
		f.Add(c.schema)
	}
	f.Fuzz(func(t *testing.T, text string) {
		schema, err := sample.Compile([]byte(text))
		if err != nil {
			return
		}
		for _, makeThem := range []func() (json.RawMessage, error){schema.Arguments, schema.Small} {
			if arguments, err := makeThem(); err == nil {
				assert.NilError(t, schema.Check(arguments))
				assert.Equal(t, arguments[0], byte('{'))
			}
		}
		for _, m := range schema.Misfits() {
			assert.Assert(t, schema.Check(m.Arguments) != nil, "%s", m.Arguments)
		}
	})
}
