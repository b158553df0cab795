package simplecall

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestParseSSE(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"one event":                  {"event: message\ndata: {\"id\":1}\n\n", `{"id":1}`},
		"the first of two":           {"data: {\"id\":1}\n\ndata: {\"id\":2}\n\n", `{"id":1}`},
		"carriage returns":           {"data: {\"id\":1}\r\n\r\n", `{"id":1}`},
		"no line end":                {`data: {"id":1}`, `{"id":1}`},
		"two spaces":                 {`data:  {"id":1}`, `{"id":1}`},
		"no space is no data line":   {"data:{\"id\":1}\n\n", ""},
		"indented is no data line":   {" data: {\"id\":1}\n\n", ""},
		"[DONE] is passed over":      {"data: [DONE]\n\ndata: {\"id\":2}\n\n", `{"id":2}`},
		"only [DONE]":                {"data: [DONE]\n\n", ""},
		"falsy values":               {"data: null\ndata: false\ndata: 0\ndata: -0.0e5\ndata: \"\"\ndata: \ndata: [1]", "[1]"},
		"true is an envelope":        {"data: true", "true"},
		"a number":                   {"data: -1", "-1"},
		"numbers of JavaScript":      {"data: 1e-400\ndata: 1e400", "1e400"},
		"numbers next to nothing":    {"data: -10e-400\ndata: 0.0\ndata: 0.5", "0.5"},
		"a number without exponent":  {"data: -10.0", "-10.0"},
		"the whole text":             {"\n {\"id\": 1,\n \"x\": 2}\n", "{\"id\": 1,\n \"x\": 2}"},
		"the whole text is null":     {"null", ""},
		"the whole text is zero":     {"0", ""},
		"no JSON at all":             {"<html>", ""},
		"nothing":                    {"", ""},
		"JSON text with data inside": {"{\"x\":\n\"y\"}", "{\"x\":\n\"y\"}"},
		"a batch is returned whole":  {`[{"id":1}]`, `[{"id":1}]`},
		"two JSON texts are none":    {"{}\n{}", ""},
		"a data line wins over text": {"{\"id\":1,\"x\":\ndata: {\"id\":2}\n}", `{"id":2}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseSSE([]byte(c.text))
			assert.NilError(t, err)
			assert.Equal(t, string(got), c.want)
			assert.Equal(t, got == nil, c.want == "")
		})
	}
}

func TestMalformedDataLines(t *testing.T) {
	for name, text := range map[string]string{
		"cut off":                "data: {\"id\":\n\n",
		"before a good one":      "data: oops\n\ndata: {\"id\":1}\n\n",
		"after a falsy one":      "data: null\ndata: oops",
		"data over two lines":    "data: {\ndata: }\n\n",
		"not [DONE] but similar": "data: [done]",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseSSE([]byte(text))
			assert.Check(t, is.ErrorContains(err, "parsing a data line: "))
			assert.Check(t, got == nil)
		})
	}
}

// FuzzParseSSE: what is found is JSON, is part of the text and means something.
func FuzzParseSSE(f *testing.F) {
	for _, seed := range []string{
		"", "data: ", "data: [DONE]\n\n", "data: {\"id\":1}\n\n", "data:{}", "{}", " null ", "data: 0\n{}", "data: x",
		"data: 1e999999999\n", "\r\n\r\ndata: \"\\ud800\"", strings.Repeat("[", 100),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := ParseSSE(text)
		if got == nil {
			return
		}
		assert.NilError(t, err)
		assert.Assert(t, json.Valid(got))
		assert.Assert(t, strings.Contains(string(text), string(got)))
		assert.Assert(t, truthy(got))
	})
}
