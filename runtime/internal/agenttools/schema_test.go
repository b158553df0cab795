package agenttools_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

func TestStrict(t *testing.T) { // S-OAI-26
	for schema, want := range map[string]string{
		`{"type":"object"}`: `{"additionalProperties":false,"type":"object"}`,
		`{"type":"object","properties":{"b":{"type":"string"},"a":{}}}`:              `{"additionalProperties":false,"properties":{"a":{},"b":{"type":"string"}},"required":["a","b"],"type":"object"}`,
		`{"properties":{"a":{"type":"object"}}}`:                                     `{"additionalProperties":false,"properties":{"a":{"additionalProperties":false,"type":"object"}},"required":["a"]}`,
		`{"type":"object","additionalProperties":false}`:                             `{"additionalProperties":false,"type":"object"}`,
		`{"anyOf":[{"type":"object"},{"type":"string","default":null}]}`:             `{"anyOf":[{"additionalProperties":false,"type":"object"},{"type":"string"}]}`,
		`{"oneOf":[{"type":"object"}]}`:                                              `{"anyOf":[{"additionalProperties":false,"type":"object"}]}`,
		`{"type":"array","items":{"type":"object"},"maxItems":12345678901234567890}`: `{"items":{"additionalProperties":false,"type":"object"},"maxItems":12345678901234567890,"type":"array"}`,
		`{"$defs":{"x":{"type":"object"}},"allOf":[{"type":"object"}]}`:              `{"$defs":{"x":{"additionalProperties":false,"type":"object"}},"allOf":[{"additionalProperties":false,"type":"object"}]}`,
	} {
		got, err := agenttools.Strict(json.RawMessage(schema))
		assert.NilError(t, err, schema)
		assert.Equal(t, string(got), want, schema)
	}
	for _, schema := range []string{
		`{"type":"object","additionalProperties":true}`,
		`{"type":"object","additionalProperties":{"type":"string"}}`,
		`{"properties":{"a":{"type":"object","additionalProperties":true}}}`,
		`{"items":{"type":"object","additionalProperties":true}}`,
		`{"anyOf":[{"type":"object","additionalProperties":true}]}`,
	} {
		_, err := agenttools.Strict(json.RawMessage(schema))
		assert.Assert(t, errors.Is(err, agenttools.ErrNotStrict), schema)
	}
	deep := strings.Repeat(`{"items":`, 1000) + `{}` + strings.Repeat(`}`, 1000)
	for _, schema := range []string{``, `7`, `[]`, `null`, `{`, deep} {
		_, err := agenttools.Strict(json.RawMessage(schema))
		assert.Assert(t, err != nil, schema)
	}
}

func TestConvert(t *testing.T) { // OAI-69 to OAI-72
	for _, tt := range []struct {
		schema, want string
		strict       bool // is the outcome
	}{
		{`{"type":"object","properties":{}}`, `{"additionalProperties":false,"properties":{},"required":[],"type":"object"}`, true},
		{`{"type":"object" }`, `{"additionalProperties":false,"properties":{},"required":[],"type":"object"}`, true},
		// The first member could be converted, the second one cannot.
		{`{"properties":{"a":{"type":"object"},"b":{"type":"object","additionalProperties":true}}}`,
			`{"properties":{"a":{"type":"object"},"b":{"type":"object","additionalProperties":true}}}`, false},
		{`{"additionalProperties":true }`, `{"additionalProperties":true,"properties":{}}`, false},
		{`true`, `true`, false},
		{``, `{"additionalProperties":false,"properties":{},"required":[]}`, true},
	} {
		tool := protocol.Tool{Name: "t", Title: "T", InputSchema: json.RawMessage(tt.schema), Meta: json.RawMessage(`{}`)}
		f, err := agenttools.Convert(tool, "public", true)
		assert.Equal(t, err == nil, tt.strict, tt.schema)
		assert.Equal(t, f.Strict, tt.strict, tt.schema)
		assert.Equal(t, string(f.Schema), tt.want)
		assert.Equal(t, f.Name+f.Description, "publicT")
		other, _ := agenttools.Convert(tool, "public", true)
		f.Schema[0], f.Meta[0] = 'x', 'x'
		assert.Equal(t, string(other.Schema), tt.want)
		assert.Equal(t, string(tool.InputSchema)+string(tool.Meta)+string(other.Meta), tt.schema+`{}{}`)
	}
	plain, err := agenttools.Convert(protocol.Tool{Name: "t", Description: "D", InputSchema: json.RawMessage(`{}`)}, "t", false)
	assert.NilError(t, err)
	assert.Equal(t, string(plain.Schema)+plain.Description, `{"properties":{}}D`)
	assert.Assert(t, !plain.Strict)
}

func FuzzConvert(f *testing.F) {
	for _, seed := range []string{`{}`, `{"type":"object","properties":{"a":{}}}`, `{"oneOf":[{}]}`, `{ "a" : 1 }`, `[`, `{"properties":null}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, schema []byte) {
		before := string(schema)
		out, err := agenttools.Convert(protocol.Tool{Name: "t", InputSchema: schema}, "t", true)
		if string(schema) != before {
			t.Fatal("the schema was changed")
		}
		if (err == nil) != out.Strict {
			t.Fatalf("strict=%t with %v", out.Strict, err)
		}
		if json.Valid(schema) && !json.Valid(out.Schema) {
			t.Fatalf("%s became %s", schema, out.Schema)
		}
	})
}
