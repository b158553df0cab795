package client

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
)

// values are one of each type, by what they are.
var values = map[string]json.RawMessage{
	"nothing": nil, "null": json.RawMessage("null"), "true": json.RawMessage("true"), "1": json.RawMessage("1"), "1.5": json.RawMessage("1.5"),
	"a text": json.RawMessage(`"a"`), "a level": json.RawMessage(`"notice"`), "an object": json.RawMessage("{}"), "a list": json.RawMessage("[]"),
	"a reference": json.RawMessage(`{"type":"ref/prompt","name":"a"}`), "an argument": json.RawMessage(`{"name":"a","value":""}`),
}

// What is said of each member that messages may have, and of each type of its value, is a page.
func TestShapesOfParams(t *testing.T) {
	right := map[string]json.RawMessage{}
	for _, of := range shapes {
		for _, s := range of {
			for _, v := range slices.Sorted(maps.Keys(values)) {
				if values[v] != nil && s.is(values[v]) {
					right[s.member] = values[v]
				}
			}
		}
	}
	said := judgetest.OpenPage(t, "shapes.golden", slices.Collect(maps.Keys(shapes)))
	for method, of := range shapes {
		var out strings.Builder
		for _, s := range append([]shape{{member: "_meta"}}, of...) {
			for _, what := range slices.Sorted(maps.Keys(values)) {
				params := map[string]json.RawMessage{}
				for _, other := range of {
					params[other.member] = right[other.member]
				}
				if params[s.member] = values[what]; values[what] == nil {
					delete(params, s.member)
				}
				text, err := json.Marshal(params)
				assert.NilError(t, err)
				run := recording(fmt.Sprintf("> {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":%q,\"params\":%s}", method, text)).run()
				fmt.Fprintf(&out, "%s is %s: %v\n", s.member, what, shaped(run))
			}
		}
		said.Says(method, out.String(), t.Errorf)
	}
}

// A request needs an id and a notification has none.
func TestIDsByMethod(t *testing.T) {
	for method := range requestMethods {
		assert.ErrorContains(t, idsWhereTheyBelong(recording(fmt.Sprintf("> {\"jsonrpc\":\"2.0\",\"method\":%q}", method)).run()), "the request has no id: ")
		assert.NilError(t, idsWhereTheyBelong(recording(fmt.Sprintf("> {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":%q}", method)).run()))
	}
	assert.Equal(t, len(requestMethods), 13)
}

// The first member, by its name, that is not there or another is named with its path.
func TestMissingMembers(t *testing.T) {
	for _, c := range []struct{ want, got, path string }{
		{`{}`, `{"a":1}`, ""},
		{`{"a":{"b":[1]}}`, `{"a":{"b":[1],"c":2}}`, ""},
		{`{"a":{"b":[1]}}`, `{"a":{"b":[2]}}`, "result.a.b"},
		{`{"a":1,"b":2}`, `{}`, "result.a"},
		{`{"a":{"b":1}}`, `{"a":7}`, "result.a.b"},
		{`1`, `2`, "result"},
	} {
		var want, got any
		assert.NilError(t, json.Unmarshal([]byte(c.want), &want))
		assert.NilError(t, json.Unmarshal([]byte(c.got), &got))
		assert.Equal(t, missing(want, got, "result"), c.path)
	}
}
