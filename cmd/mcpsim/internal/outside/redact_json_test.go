package outside

import (
	"encoding/json"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// Strings, names and numbers are redacted wherever they are, and all else stays as it was.
func TestJSONWithoutSecrets(t *testing.T) {
	r := NewRedactor([]string{"sec-123456", "9876543210"})
	for in, want := range map[string]string{
		`{"b":1,"a":[true,null,-1.5e3,"x\u003cy\"\\"]}`:   `{"b":1,"a":[true,null,-1.5e3,"x<y\"\\"]}`,
		" {\n\t\"a\" : [ 1 , { } , [ ] ] } ":              `{"a":[1,{},[]]}`,
		`{"x":"say sec-123456","sec-123456" :{"a":"b"}}`:  `{"x":"say [redacted]","[redacted]":{"a":"b"}}`,
		`["s\u0065c-123456",9876543210,{"n":9876543210}]`: `["[redacted]","[redacted]",{"n":"[redacted]"}]`,
		`"sec-123456"`:         `"[redacted]"`,
		`9876543210`:           `"[redacted]"`,
		`"a\ud800b\u2028"`:     `"a` + "\ufffd" + `b\u2028"`,
		`{"a":":","b":"\\\""}`: `{"a":":","b":"\\\""}`,
		``:                     ``, `{`: ``, `{} {}`: ``, `nul`: ``,
		strings.Repeat("[", 10_001): ``,
	} {
		assert.Equal(t, string(r.JSON(json.RawMessage(in))), want, "%.100s", in)
	}
	plain := json.RawMessage(` {"a" : 1}`)
	assert.Equal(t, string(r.Whole(plain)), string(plain))
	assert.Equal(t, string(r.Whole(json.RawMessage(` {"a" : "sec-123456"}`))), `{"a":"[redacted]"}`)
}

// An answer of a million members takes little more than its bytes.
func TestJSONOfAMillionMembers(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	var in strings.Builder
	in.WriteString(`{"":0`)
	for i := range 1_000_000 {
		fmt.Fprintf(&in, `,"p%d":{}`, i)
	}
	in.WriteString("}")
	raw := json.RawMessage(in.String())
	top := uint64(0)
	step := func(s string) string {
		if strings.HasSuffix(s, "99999") {
			var m goruntime.MemStats
			goruntime.GC()
			goruntime.ReadMemStats(&m)
			top = max(top, m.HeapAlloc)
		}
		return s
	}
	var before goruntime.MemStats
	goruntime.GC()
	goruntime.ReadMemStats(&before)
	out := jsonWith(raw, step, step)
	assert.Check(t, len(out) == len(raw))
	assert.Check(t, top < before.HeapAlloc+uint64(2*len(raw)), "%d MB", (top-before.HeapAlloc)>>20)
}
