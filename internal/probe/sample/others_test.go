package sample

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

func TestOthers(t *testing.T) {
	for schema, want := range map[string][]string{
		`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a","b"]}`: {
			`{"a":0,"b":""}`, `{"a":-7,"b":"42"}`, `{"a":12,"b":"Grüße, 世界 🚀"}`, `{"a":-1000003,"b":"mcpsim"}`},
		`{"type":"object","properties":{"a":{"type":"integer","minimum":1},"b":{"type":"string","minLength":1}},"required":["a","b"]}`: {
			`{"a":1,"b":"42"}`, `{"a":12,"b":"Grüße, 世界 🚀"}`},
		`{"type":"object","properties":{"a":{"type":"boolean"},"b":{"enum":["x"]}},"required":["a","b"]}`: {`{"a":true,"b":"x"}`},
		`{"type":"object","properties":{"a":{"type":"string"}}}`:                                          {`{"a":"mcpsim"}`, `{"a":""}`},
		`{"type":"object","properties":{"a":{"type":"array"},"b":{"type":"number"},"c":{"enum":["x","y"]}},"required":["a"]}`: {
			`{"a":[]}`, `{"a":["mcpsim"],"b":1,"c":"x"}`, `{"a":[],"b":0,"c":"x"}`, `{"a":["mcpsim"],"b":-1000003,"c":"x"}`, `{"a":["mcpsim"],"b":1,"c":"y"}`},
		`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`: {
			`{"a":0}`, `{"a":-7}`, `{"a":12}`, `{"a":-1000003}`},
		`{"type":"object","properties":{"a":false,"b":{"$ref":"#"}}}`: {`{"b":{}}`},
	} {
		s, err := Compile(json.RawMessage(schema))
		assert.NilError(t, err)
		var got []string
		for _, one := range s.Others() {
			got = append(got, string(one))
		}
		assert.DeepEqual(t, got, want)
	}
}
