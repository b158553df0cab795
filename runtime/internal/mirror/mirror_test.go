package mirror_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/mirror"
)

func TestValue(t *testing.T) {
	for text, want := range map[string]string{ // the table of the specification, and brothers
		"us-west1":            "us-west1",
		"us west 1":           "us west 1",
		"a\tb":                "a\tb",
		"":                    "",
		"Hello, 世界":           "=?base64?SGVsbG8sIOS4lueVjA==?=",
		" padded ":            "=?base64?IHBhZGRlZCA=?=",
		"\tindented":          "=?base64?CWluZGVudGVk?=",
		"line1\nline2":        "=?base64?bGluZTEKbGluZTI=?=",
		"line1\r\nline2":      "=?base64?bGluZTENCmxpbmUy?=",
		"\x7f":                "=?base64?fw==?=",
		"=?base64?literal?=":  "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=",
		"=?base64?no end":     "=?base64?no end",
		"=?BASE64?literal?=":  "=?BASE64?literal?=",
		"literal?=":           "literal?=",
		"=?base64?=":          "=?base64?PT9iYXNlNjQ/PQ==?=",
		"x=?base64?literal?=": "x=?base64?literal?=",
	} {
		assert.Equal(t, mirror.Value(text), want, "%q", text)
	}
}

// schema is an object with one property.
func schema(property string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"a":` + property + `}}`)
}

func TestCompileRefuses(t *testing.T) {
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 300) + `{"type":"string","x-mcp-header":"A"}` + strings.Repeat("}}", 300)
	for text, why := range map[string]string{
		`{"type":"string","x-mcp-header":""}`:                                                                "no name for a header",
		`{"type":"string","x-mcp-header":"a b"}`:                                                             "no name for a header",
		`{"type":"string","x-mcp-header":"a\r\nb"}`:                                                          "no name for a header",
		`{"type":"string","x-mcp-header":"a:b"}`:                                                             "no name for a header",
		`{"type":"string","x-mcp-header":"ä"}`:                                                               "no name for a header",
		`{"type":"string","x-mcp-header":7}`:                                                                 "is no string",
		`{"type":"number","x-mcp-header":"A"}`:                                                               "of type number",
		`{"type":"object","x-mcp-header":"A"}`:                                                               "of type object",
		`{"x-mcp-header":"A"}`:                                                                               "of type <nil>",
		`{"type":["string","null"],"x-mcp-header":"A"}`:                                                      "of type [string null]",
		`{"type":"array","items":{"type":"string","x-mcp-header":"A"}}`:                                      "properties alone",
		`{"oneOf":[{"type":"string","x-mcp-header":"A"}]}`:                                                   "properties alone",
		`{"not":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}}`:                                  "properties alone",
		`{"$defs":{"b":{"type":"string","x-mcp-header":"A"}}}`:                                               "properties alone",
		`{"additionalProperties":{"type":"string","x-mcp-header":"A"}}`:                                      "properties alone",
		`{"properties":{"b":{"type":"string","x-mcp-header":"A"},"c":{"type":"string","x-mcp-header":"a"}}}`: "two parameters",
		deep: "nested deeper",
	} {
		_, err := mirror.Compile(schema(text))
		assert.ErrorContains(t, err, why, "%s", text)
	}
	_, err := mirror.Compile(json.RawMessage(`{"type":"string","x-mcp-header":"A"}`))
	assert.ErrorContains(t, err, "properties alone") // the root is no parameter
}

// What else a schema says does not matter, such as a number that no program can hold.
func TestCompileMindsNothingElse(t *testing.T) {
	for _, property := range []string{
		`{"type":"string","maximum":1e999,"x-mcp-header":"A"}`,
		`{"type":"string","description":["x-mcp-header",7],"enum":[{"x-mcp-header":7}],"x-mcp-header":"A"}`,
		`{"type":"string","\u0078-mcp-header":"A"}`,
	} {
		plan, err := mirror.Compile(schema(property))
		assert.NilError(t, err, property)
		got, err := plan.Headers(json.RawMessage(`{"a":"b"}`))
		assert.NilError(t, err, property)
		assert.DeepEqual(t, got, map[string]string{"Mcp-Param-A": "b"})
	}
	for _, none := range []string{``, `7`, `{`, `{"type":"string","x-mcp-header":"A"`, `{"x-mcp-headers":"A"}`} {
		plan, err := mirror.Compile(json.RawMessage(none))
		assert.NilError(t, err, none)
		got, err := plan.Headers(json.RawMessage(`{"a":"b"}`))
		assert.NilError(t, err, none)
		assert.Equal(t, len(got), 0, none)
	}
}

// Of several mistakes the same one is told each time: the first by name, all the way down.
func TestTheFirstMistakeIsTold(t *testing.T) {
	bad := `{"properties":{`
	for _, name := range []string{"d", "b", "e", "a", "c"} {
		bad += `"` + name + `":{"x-mcp-header":7},`
	}
	bad = strings.TrimSuffix(bad, ",") + "}}"
	for range 20 {
		for where, text := range map[string]string{"x.a": bad, "x": `{"items":` + bad + `,"$defs":{"z":` + bad + `,"y":{"x-mcp-header":8}}}`} {
			_, err := mirror.Compile(json.RawMessage(`{"properties":{"x":` + text + `}}`))
			assert.Error(t, err, `the x-mcp-header of "`+where+`" is no string`)
		}
	}
}

func TestDepthOfSchemas(t *testing.T) {
	deep := func(n int) json.RawMessage { // so many schemas in each other
		return json.RawMessage(strings.Repeat(`{"properties":{"a":`, n-1) + `{"type":"string","x-mcp-header":"A"}` + strings.Repeat("}}", n-1))
	}
	_, err := mirror.Compile(deep(200))
	assert.NilError(t, err)
	_, err = mirror.Compile(deep(201))
	assert.Error(t, err, "it is nested deeper than 200")
}

func TestHeaders(t *testing.T) {
	plan, err := mirror.Compile(json.RawMessage(`{"properties":{
		"s":{"type":"string","x-mcp-header":"Str"},"i":{"type":"integer","x-mcp-header":"INT"},"b":{"type":"boolean","x-mcp-header":"b"},
		"o":{"type":"object","properties":{"s":{"type":"string","x-mcp-header":"deep"}}},
		"x-mcp-header":{"type":"string"},"plain":{"type":"string","default":{"x-mcp-header":7}}}}`))
	assert.NilError(t, err)
	for arguments, want := range map[string]map[string]string{
		`{"s":"a","i":42,"b":true,"o":{"s":"d"}}`: {"Mcp-Param-Str": "a", "Mcp-Param-Int": "42", "Mcp-Param-B": "true", "Mcp-Param-Deep": "d"},
		`{"s":null,"i":-0,"o":null}`:              {"Mcp-Param-Int": "0"},
		`{"i":-7.0,"o":{"s":"\u00e4"}}`:           {"Mcp-Param-Int": "-7", "Mcp-Param-Deep": "=?base64?w6Q=?="},
		`{"o":[{"s":"no"}],"s":"","S":"no"}`:      {"Mcp-Param-Str": ""},
		`{"i":9007199254740991}`:                  {"Mcp-Param-Int": "9007199254740991"},
		`{}`:                                      {},
		``:                                        {},
	} {
		got, err := plan.Headers(json.RawMessage(arguments))
		assert.NilError(t, err, arguments)
		assert.DeepEqual(t, got, want)
	}
	for arguments, why := range map[string]string{
		`{"i":9007199254740992}`:                 "no integer within",
		`{"i":1.5}`:                              "no integer within",
		`{"i":1e99999}`:                          "too long",
		`{"i":1e1000}`:                           "no integer within",
		`{"i":1` + strings.Repeat("0", 64) + `}`: "too long",
		`{"i":1` + strings.Repeat("0", 63) + `}`: "no integer within",
		`{"i":-9007199254740992}`:                "no integer within",
		`{"s":{}}`:                               "no string",
		`{"s":[1]}`:                              "no string",
	} {
		_, err := plan.Headers(json.RawMessage(arguments))
		assert.ErrorContains(t, err, why, arguments)
	}
}

// decode is what a server does with the value of a header.
func decode(value string) string {
	inner, begins := strings.CutPrefix(value, "=?base64?")
	inner, ends := strings.CutSuffix(inner, "?=")
	if !begins || !ends {
		return value
	}
	text, err := base64.StdEncoding.DecodeString(inner)
	if err != nil {
		return value
	}
	return string(text)
}

// FuzzValue: what is written can stand in a header and means the text.
func FuzzValue(f *testing.F) {
	for _, seed := range []string{"", "a", " a", "=?base64??=", "=?base64?=", "ä", "a\x00b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value := mirror.Value(text)
		assert.Equal(t, decode(value), text)
		assert.Equal(t, value, strings.Trim(value, " \t"))
		for i := range len(value) {
			assert.Assert(t, value[i] == '\t' || value[i] >= ' ' && value[i] <= '~')
		}
	})
}

// FuzzCompile: a hostile schema neither panics nor makes a header that no server reads.
func FuzzCompile(f *testing.F) {
	f.Add(`{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}`, `{"a":"b"}`)
	f.Add(`{"properties":{"a":{"type":"integer","x-mcp-header":"A"}}}`, `{"a":1e400}`)
	f.Fuzz(func(t *testing.T, schema, arguments string) {
		plan, err := mirror.Compile(json.RawMessage(schema))
		if err != nil {
			return
		}
		headers, err := plan.Headers(json.RawMessage(arguments))
		for name, value := range headers {
			assert.Assert(t, err == nil && strings.HasPrefix(name, mirror.Param) && mirror.Value(decode(value)) == value)
		}
	})
}
