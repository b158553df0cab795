package fakeserver

import (
	"bytes"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// FuzzMembers: what the walk over an object finds is what encoding/json finds.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{
		`{}`, ` { "a" : 1 , "b":[1,{"c":"}"}],"a":"x\\"}`, `{"\u0061":{"b":null},"a":-1.5e3,"é":true}`, `[1, [], {"a":[false]}]`, `"a\"b"`, `null`, `12`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = bytes.TrimSpace(data)
		if !json.Valid(data) || !bytes.Equal(bytes.ToValidUTF8(data, nil), data) {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.UseNumber()
		var want any
		assert.NilError(t, decoder.Decode(&want))
		assert.DeepEqual(t, valueOf(data), want)

		var object map[string]json.RawMessage
		if json.Unmarshal(data, &object) != nil {
			object = nil
		}
		got := map[string]json.RawMessage{}
		for name, value := range jsonparts.Members(data) {
			got[string(name)] = value
		}
		assert.Equal(t, len(got), len(object))
		for name, value := range object {
			assert.Equal(t, string(got[name]), string(value))
			assert.Equal(t, string(member(data, name)), string(value))
		}
	})
}

// FuzzAppendText: a string is written as encoding/json writes it.
func FuzzAppendText(f *testing.F) {
	for _, seed := range []string{"", "plain", "<&>", "\"\\", "é\u2028", "\x00\x7f\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		assert.Equal(t, string(appendText(nil, text)), string(encode(text)))
	})
}

// TestSeparatorsAreWrittenAsTheyAre: what JSON does not ask to escape is not escaped, and what
// only looks like it stays.
func TestSeparatorsAreWrittenAsTheyAre(t *testing.T) {
	for text, want := range map[string]string{
		"a\u2028b\u2029": "\"a\u2028b\u2029\"", `\u2028`: `"\\u2028"`, "\\\u2028\n": "\"\\\\\u2028\\n\"", "<&>": `"<&>"`,
	} {
		assert.Equal(t, string(encode(text)), want)
	}
}
