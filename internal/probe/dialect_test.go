package probe

import (
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/schema"
)

func TestDialects(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"object"}`: "",
		`true`:              "",
		`{"type":"object","properties":{"a":{"type":"string","pattern":"^(?!x)\\d+$"}}}`:                        "",
		`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"pattern":"(?<=a)b"}}}`:        "",
		`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{}},"$ref":"#/definitions/a"}`: "",
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","x-own":1,"format":"made-up"}`:               "",
		`{"items":[{"type":"string"}],"$schema":"http://json-schema.org/draft-07/schema#"}`:                     "",
		`{"items":[{"type":"string"}]}`:                "it violates the rules for type at /items",
		`{"type":"strnig"}`:                            "it violates the rules for enum at /type, type at /type",
		`{"properties":{"a":{"type":"int"}}}`:          "it violates the rules for enum at /properties/a/type, type at /properties/a/type",
		`{"properties":{"a":{"required":true}}}`:       "it violates the rules for type at /properties/a/required",
		`{"$ref":"#/$defs/missing"}`:                   "a reference in it leads nowhere",
		`{"$ref":"#anchor"}`:                           "a reference in it leads nowhere",
		`{"$ref":"https://example.com/other.json"}`:    schema.ErrForeign.Error(),
		`{"$schema":"https://example.com/my-dialect"}`: schema.ErrForeign.Error(),
		`7`: "it violates the rules for type at /",
		`{`: "it is no JSON",
	} {
		err := CheckDialect([]byte(text))
		if want == "" {
			assert.NilError(t, err, text)
			continue
		}
		assert.Error(t, err, want, text)
	}
}

func FuzzCheckDialect(f *testing.F) {
	for _, seed := range []string{`{"type":"object"}`, `{"$ref":"#"}`, `{"$id":"x","$ref":"y"}`, `{"allOf":[]}`, `{"$schema":3}`, `[]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var fault *schema.Fault
		var limit *schema.LimitError
		if err := CheckDialect(text); err != nil && !errors.As(err, &fault) && !errors.As(err, &limit) && !errors.Is(err, schema.ErrForeign) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
