package jsonc_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

func source(text string) jsonc.Source { return jsonc.Source{File: "f", Data: []byte(text)} }

func TestEditsKeepTheRest(t *testing.T) {
	const file = "{\n  // mine\n  \"a\": {\"b/c\": 1}, // last\n}\n"
	for name, tt := range map[string]struct {
		edit func() ([]byte, error)
		want string
	}{
		"replace":       {func() ([]byte, error) { return source(file).Set([]string{"a", "b/c"}, 2) }, "{\n  // mine\n  \"a\": {\"b/c\": 2}, // last\n}\n"},
		"add":           {func() ([]byte, error) { return source(`{}`).Set([]string{"a", "~"}, true) }, `{"a":{"~":true}}`},
		"empty file":    {func() ([]byte, error) { return source("").Set([]string{"a"}, "x") }, "{\"a\":\"x\"}\n"},
		"remove":        {func() ([]byte, error) { return source(`{"a": 1, "b": 2}`).Remove([]string{"a"}) }, `{ "b": 2}`},
		"remove nested": {func() ([]byte, error) { return source(file).Remove([]string{"a", "b/c"}) }, "{\n  // mine\n  \"a\": {}, // last\n}\n"},
		"last of two":   {func() ([]byte, error) { return source(`{"a": 1, "a": 2}`).Set([]string{"a"}, 3) }, `{"a": 1, "a": 3}`},
		"in last of two": {func() ([]byte, error) {
			return source(`{"a": {"b": 1}, "a": {"c": 2}}`).Set([]string{"a", "b"}, 3)
		}, `{"a": {"b": 1}, "a": {"c": 2,"b":3}}`},
		"remove both": {func() ([]byte, error) { return source(`{"a": 1, "b": 2, "a": 3}`).Remove([]string{"a"}) }, `{ "b": 2}`},
		"null":        {func() ([]byte, error) { return source(`{"a": null}`).Set([]string{"a", "b"}, 3) }, `{"a": {"b":3}}`},
		"mark":        {func() ([]byte, error) { return source("\ufeff{} // x").Set([]string{"a"}, 3) }, "\ufeff{\"a\":3} // x"},
		"not there":   {func() ([]byte, error) { return source(file).Remove([]string{"x", "y"}) }, file},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := tt.edit()
			assert.NilError(t, err)
			assert.Equal(t, string(got), tt.want)
		})
	}
	_, err := source("{]").Set([]string{"a"}, 1)
	assert.Check(t, err != nil)
	_, err = source("{]").Remove([]string{"a"})
	assert.Check(t, err != nil)
}
