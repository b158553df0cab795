package protocol

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

func TestDefaultsOfAForm(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"b":{"type":"boolean","default":false},"a":{"type":"number","default":1.50},"c":{"type":"string"}}}`: `{"a":1.50,"b":false}`,
		`{"properties":{"tags":{"type":"array","default":["x"]}},"required":["tags"]}`:                                                       `{"tags":["x"]}`,
		`{"type":"object"}`: `{}`,
	} {
		got, err := ElicitParams{RequestedSchema: json.RawMessage(schema)}.Defaults()
		assert.NilError(t, err)
		assert.Equal(t, string(got), want)
	}
	for _, schema := range []string{``, `7`, `{"properties":[]}`} {
		_, err := ElicitParams{RequestedSchema: json.RawMessage(schema)}.Defaults()
		assert.ErrorContains(t, err, "reading the requested schema")
	}
}
