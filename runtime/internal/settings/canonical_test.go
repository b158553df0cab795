package settings

import (
	"encoding/json"
	"math"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"
)

// The texts are what Node makes of the same values with sorted keys.
func TestCanonicalAgreesWithJavaScript(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   any
		want string
	}{
		{"whole numbers", []any{0.0, math.Copysign(0, -1), 1.0, 9007199254740993.0}, `[0,0,1,9007199254740992]`},
		{"large numbers", []any{123456789012345680000.0, 1e21, 1e22, 1.5e300}, `[123456789012345680000,1e+21,1e+22,1.5e+300]`},
		{"small numbers", []any{0.1, 1e-6, 1e-7, -1e-10, 5e-324}, `[0.1,0.000001,1e-7,-1e-10,5e-324]`},
		{
			"keys that are indexes come first",
			map[string]any{
				"10": 1.0, "9": 2.0, "b": 3.0, "a": 4.0, "01": 5.0, "4294967294": 6.0, "4294967295": 7.0, "-1": 8.0, "1.5": 9.0, "": 10.0,
			},
			`{"9":2,"10":1,"4294967294":6,"":10,"-1":8,"01":5,"1.5":9,"4294967295":7,"a":4,"b":3}`,
		},
		{
			"keys compare by units of UTF-16",
			map[string]any{"\U0001F600": 1.0, "\uE000": 2.0, "é": 3.0, "z": 4.0},
			"{\"z\":4,\"é\":3,\"\U0001F600\":1,\"\uE000\":2}",
		},
		{"nothing of HTML is escaped", "<a href='x'>&\u2028\u2029\u007f", "\"<a href='x'>&\u2028\u2029\u007f\""},
		{"control characters", "\x00\x1f\b\f\n\r\t\"\\/", `"\u0000\u001f\b\f\n\r\t\"\\/"`},
		{"lists keep their order", []any{"b", "a", []any{map[string]any{"y": 1.0, "x": []any{}}}}, `["b","a",[{"x":[],"y":1}]]`},
		{"words", []any{nil, true, false, map[string]any{}}, `[null,true,false,{}]`},
	} {
		assert.Equal(t, string(Canonical(tc.in)), tc.want, tc.name)
	}
}

// values are any JSON.
func values() *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any { return value(t, 3) })
}

func objects() *rapid.Generator[map[string]any] {
	return rapid.Custom(func(t *rapid.T) map[string]any { return object(t, 3) })
}

// keys are few, so that objects often have the same ones.
var keys = rapid.SampledFrom([]string{"a", "b", "args", "env", "9", "10", "é", "a.b"})

func object(t *rapid.T, levels int) map[string]any {
	out := map[string]any{}
	for range rapid.IntRange(0, 4).Draw(t, "members") {
		out[keys.Draw(t, "key")] = value(t, levels-1)
	}
	return out
}

func value(t *rapid.T, levels int) any {
	last := 4
	if levels > 0 {
		last = 6
	}
	switch rapid.IntRange(0, last).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return float64(rapid.IntRange(-2, 2).Draw(t, "number"))
	case 3:
		return rapid.Float64Range(-1e30, 1e30).Draw(t, "fraction")
	case 4:
		return rapid.StringN(0, 3, -1).Draw(t, "text")
	case 5:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			list = append(list, value(t, levels-1))
		}
		return list
	}
	return object(t, levels)
}

// Equal values have equal bytes, different ones different bytes, and the bytes
// mean the value.
func TestCanonicalIsAFaithfulIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := values().Draw(t, "a"), values().Draw(t, "b")
		var back any
		assert.NilError(t, json.Unmarshal(Canonical(a), &back))
		assert.Assert(t, equalValues(a, back), "%s", Canonical(a))
		assert.Equal(t, equalValues(a, b), string(Canonical(a)) == string(Canonical(b)))
	})
}
