package schema_test

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/schema"
)

// doubling is a schema whose n-th part asks for the one before it twice: 2^n ways.
func doubling(n int, head, keyword, leaf string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{%s"$defs":{"a0":%s`, head, leaf)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, `,"a%d":{"%s":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]}`, i, keyword, i-1, i-1)
	}
	fmt.Fprintf(&b, `},"allOf":[{"$ref":"#/$defs/a%d"}]}`, n)
	return b.String()
}

const draft7 = `"$schema":"http://json-schema.org/draft-07/schema#",`

// hostile are schemas, with values, that there is no judgement of.
func hostile() map[string][2]string {
	return map[string][2]string{
		"a tiny step":            {`{"multipleOf":1e-1000000000}`, `1`},
		"a huge limit":           {`{"maximum":1e1000000000}`, `1`},
		"a huge count":           {`{"minLength":1e1000000000}`, `"a"`},
		"a huge number compared": {`{"const":1e400000}`, `1e400000`},
		"a huge instance":        {`{"minimum":0}`, `1e1000000000`},
		"an exponent too long":   {`{"minimum":0}`, `1e99999999999999999999`},
		"many digits":            {`{"minimum":0}`, strings.Repeat("9", 1000)},
		"a deep schema":          {strings.Repeat(`{"not":`, 5000) + `{}` + strings.Repeat(`}`, 5000), `1`},
		"a deep value":           {`{}`, strings.Repeat(`[`, 100_000) + strings.Repeat(`]`, 100_000)},
		"all of 2^40":            {doubling(40, "", "allOf", `{"type":"object"}`), `{}`},
		"any of 2^40, none is":   {doubling(40, "", "anyOf", `false`), `{}`},
		"one of 2^40":            {doubling(40, "", "oneOf", `{"type":"array"}`), `{}`},
		"draft-07, 2^40":         {doubling(40, draft7, "anyOf", `{"type":"array"}`), `{}`},
		"2^40 below not":         {`{"not":` + doubling(40, "", "anyOf", `{"enum":[1]}`)[:0] + `{"$ref":"#/$defs/a40"},` + doubling(40, "", "anyOf", `false`)[1:], `{}`},
		"a circle":               {`{"allOf":[{"$ref":"#"}]}`, `1`},
		"patterns too large":     {`{"pattern":"` + strings.Repeat(`(a{500}){2}`, 100) + `"}`, `"a"`},
		"a dynamic reference":    {`{"$dynamicAnchor":"a","properties":{"b":{"$dynamicRef":"#a"}}}`, `{"b":{}}`},
		"too many parts":         {`{"enum":[1` + strings.Repeat(",1", 30_000) + `]}`, `1`},
		"long lists compared":    {`{"items":{"enum":[` + strings.Repeat(`"a",`, 10_000) + `"b"]}}`, `[` + strings.Repeat(`"c",`, 10_000) + `"c"]`},
		"patterned members":      {patterned(1000), members(2000)},
		"too many values":        {`{}`, `[` + strings.Repeat("1,", 600_000) + `1]`},
	}
}

func patterned(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"^(a|b)*%d$":{}`, i))
	}
	return `{"patternProperties":{` + strings.Join(out, ",") + `}}`
}

func members(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"%s%d":1`, strings.Repeat("ab", 50), i))
	}
	return `{` + strings.Join(out, ",") + `}`
}

func TestHostileSchemasAreNotJudged(t *testing.T) {
	for name, c := range hostile() {
		t.Run(name, func(t *testing.T) {
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			s, err := schema.Compile([]byte(c[0]), schema.Options{})
			if err == nil {
				err = s.Check([]byte(c[1]))
			}
			goruntime.ReadMemStats(&after)
			_, limited := errors.AsType[*schema.LimitError](err)
			assert.Assert(t, limited, "%.300v", err)
			assert.Assert(t, after.TotalAlloc-before.TotalAlloc < 200<<20, "%d MB", (after.TotalAlloc-before.TotalAlloc)>>20)
			t.Logf("%d MB, %.200s", (after.TotalAlloc-before.TotalAlloc)>>20, err)
		})
	}
}

func TestHarmlessSchemasAreJudged(t *testing.T) {
	for name, c := range map[string][3]string{
		"fits":               {`{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":1}`, ""},
		"does not":           {`{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"a":"1"}`, "at '/a': got string, want integer"},
		"recursion":          {`{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}`, `{"a":{"a":{"b":1}}}`, "at '/a/a': additional properties 'b' not allowed"},
		"a fan of 1024":      {doubling(10, "", "allOf", `{"type":"object"}`), `{}`, ""},
		"format of draft-07": {`{` + draft7 + `"format":"ipv4"}`, `"no"`, "at '': 'no' is not valid ipv4"},
		"format of 2020-12":  {`{"format":"ipv4"}`, `"no"`, ""},
		"regex of draft-07":  {`{` + draft7 + `"format":"regex"}`, `"("`, "at '': '(' is not valid any"},
		"a list":             {`{"items":{"type":"object","required":["a"]}}`, `[` + strings.Repeat(`{"a":1},`, 20_000) + `{"a":1}]`, ""},
		"an exponent":        {`{"multipleOf":1e-9}`, `2e-9`, ""},
		"metaschema":         {`{"$ref":"http://json-schema.org/draft-07/schema#"}`, `{"type":"object"}`, ""},
		"the same twice":     {`{"$ref":"http://json-schema.org/draft-07/schema#"}`, `{"type":7}`, "at '/type': got number, want array"},
		"no JSON":            {`{}`, `{`, "reading the value: unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := schema.Compile([]byte(c[0]), schema.Options{})
			assert.NilError(t, err)
			for range 2 { // the steps of one validation do not count for the next
				err = s.Check([]byte(c[1]))
				if c[2] == "" {
					assert.NilError(t, err)
				} else {
					assert.ErrorContains(t, err, c[2])
				}
			}
		})
	}
}

func FuzzCheck(f *testing.F) {
	for name, c := range hostile() {
		if len(c[0])+len(c[1]) < 10_000 && !strings.Contains(name, "2^40") {
			f.Add([]byte(c[0]), []byte(c[1]))
		}
	}
	f.Fuzz(func(t *testing.T, text, value []byte) {
		for _, patterns := range []schema.Patterns{schema.Known, schema.Likely, schema.Unread} {
			if s, err := schema.Compile(text, schema.Options{Patterns: patterns}); err == nil {
				_ = s.Check(value)
			}
		}
	})
}
