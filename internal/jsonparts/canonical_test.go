package jsonparts_test

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

func TestCanonical(t *testing.T) {
	for _, alike := range [][]string{
		{`{"a":1,"b":[true,null]}`, `{ "b" : [ true , null ] , "a" : 1.0 }`, `{"a":2,"b":[true,null],"a":1}`},
		{`"é\n"`, `"\u00e9\u000a"`},
		{`120`, `1.2e2`, `120.00`, `12E+1`, `0.12e3`, `1200e-1`},
		{`-0`, `0.0`, `0`, `0e5`},
		{`-12.5`, `-125e-1`},
		{`1e999999999999`},
		{` "a" `, `"a"`},
		{`{}`, ` {} `},
	} {
		for _, other := range alike {
			assert.Equal(t, string(jsonparts.Canonical(json.RawMessage(other))), string(jsonparts.Canonical(json.RawMessage(alike[0]))), other)
		}
	}
	seen := map[string]string{}
	for _, different := range []string{`1`, `"1"`, `10`, `0.1`, `-1`, `1e999999999999`, `1e999999999998`, `[1]`, `[[1]]`, `{"1":1}`, `[]`, `{}`, `null`, `"null"`, `["a","b"]`, `["a\",\"b"]`, `12345678901234567890`, `12345678901234567891`} {
		text := string(jsonparts.Canonical(json.RawMessage(different)))
		assert.Equal(t, seen[text], "", different)
		seen[text] = different
	}
}
