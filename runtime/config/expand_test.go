package config

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

// JSON in which nothing is replaced stays as it was written, and what is replaced is JSON again.
func TestExpandedJSON(t *testing.T) {
	env := func(name string) (string, bool) { return "v-" + name, name == "KEY" }
	for written, want := range map[string]string{
		`{ "z": 1.0, "a": "$" }`:       `{ "z": 1.0, "a": "$" }`,
		`{"z": "${KEY}", "a": [1.50]}`: `{"a":[1.50],"z":"v-KEY"}`,
		`{no JSON ${KEY}`:              `{no JSON ${KEY}`,
	} {
		s, problems := Expand(Server{Name: "docs", Auth: json.RawMessage(written)}, env)
		assert.Equal(t, len(problems), 0)
		assert.Equal(t, string(s.Auth), want)
	}
}
