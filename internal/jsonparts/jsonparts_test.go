package jsonparts_test

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

// Backslashes and quotes end no string that they do not end, in whatever order they come.
func TestStringsEndWhereTheyEnd(t *testing.T) {
	var texts []string
	for n := range 1 << 10 { // all texts of five of these four
		text := ""
		for range 5 {
			text += string(`\"a,`[n%4])
			n /= 4
		}
		texts = append(texts, text)
	}
	array, err := json.Marshal(texts)
	assert.NilError(t, err)
	at := 0
	for element := range jsonparts.Elements(array) {
		assert.Equal(t, string(jsonparts.Unquoted(element)), texts[at])
		at++
	}
	assert.Equal(t, at, len(texts))
	for _, text := range texts {
		object, err := json.Marshal(map[string]any{text: []string{text}})
		assert.NilError(t, err)
		for name, value := range jsonparts.Members(object) {
			assert.Equal(t, string(name), text)
			for element := range jsonparts.Elements(value) {
				assert.Equal(t, string(jsonparts.Unquoted(element)), text)
			}
		}
	}
}

func TestDepth(t *testing.T) {
	for text, want := range map[string]int{`1`: 0, `"[["`: 0, `[]`: 1, `{"{\"[":[{}],"a":[]}`: 3, `[[],[[]],[]]`: 3} {
		assert.Equal(t, jsonparts.Depth([]byte(text)), want, text)
	}
}
