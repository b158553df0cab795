package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonscan"
)

func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Kind
		id   string
	}{
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, Response, `1`},
		{`{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"m"}}`, Response, `"a"`},
		{`{"id":1,"result":null}`, Response, `1`},               // null is a result
		{`{"id":1,"result":{},"error":null}`, Response, `1`},    // null is no error
		{`{"id":1,"method":"x","result":1}`, Response, `1`},     // it answers whatever else it says
		{`{"id":null,"error":{"code":1}}`, Response, ``},        // no request's answer
		{`{"error":"Session not found"}`, Response, ``},         // FF-60
		{`{"jsonrpc":"2.0","method":"x"}`, Notification, ``},    //
		{`{"method":"x","id":null}`, Notification, ``},          // some servers write null for absent
		{`{"jsonrpc":"2.0","id":0,"method":"x"}`, Request, `0`}, //
		{`{"id":9007199254740993,"method":"x"}`, Request, `9007199254740993`},
		{`{"id":1}`, Invalid, `1`}, // OMP-TP-25
		{`{"id":{},"result":1}`, Invalid, ``},
		{`{"id":true,"method":"x"}`, Invalid, ``},
		{`{"method":7}`, Invalid, ``},
		{`{}`, Invalid, ``}, {`[]`, Invalid, ``}, {`42`, Invalid, ``}, {`null`, Invalid, ``}, {`"x"`, Invalid, ``},
		{` [{"method":"x"}] `, Batch, ``},
	} {
		m, err := Parse([]byte(tt.in))
		assert.NilError(t, err, tt.in)
		assert.Equal(t, m.Kind, tt.want, tt.in)
		assert.Equal(t, string(m.ID), tt.id, tt.in)
		assert.Equal(t, string(m.Raw), strings.TrimSpace(tt.in))
	}
}

func TestMembersStayRaw(t *testing.T) {
	m, err := Parse([]byte("\t{ \"params\" : {\"a\":[1, {\"id\":5}],\"n\":12345678901234567890.5e3} ,\r\n \"method\":\"a\\/b\\u0041\" }\n"))
	assert.NilError(t, err)
	assert.Equal(t, m.Method, "a/bA")
	assert.Equal(t, string(m.Params), `{"a":[1, {"id":5}],"n":12345678901234567890.5e3}`)
	assert.Check(t, m.ID == nil)
}

func TestLastOfDuplicateMembersCounts(t *testing.T) {
	m, err := Parse([]byte(`{"id":1,"id":"2","result":1,"result":2,"error":{},"error":null}`))
	assert.NilError(t, err)
	assert.Equal(t, string(m.ID), `"2"`)
	assert.Equal(t, string(m.Result), `2`)
	assert.Check(t, m.Failure == nil)
}

func TestEscapedMemberNames(t *testing.T) {
	m, err := Parse([]byte(`{"\u0069d":7,"m\u0065thod":"x","Method":"y","ID":8}`))
	assert.NilError(t, err)
	assert.Equal(t, m.Kind, Request)
	assert.Equal(t, string(m.ID), `7`)
	assert.Equal(t, m.Method, "x")
}

func TestInvalidUTF8(t *testing.T) {
	m, err := Parse([]byte("{\"method\":\"a\xffb\",\"params\":\"\xc3\"}"))
	assert.NilError(t, err)
	assert.Equal(t, m.Method, "a\ufffdb")
	assert.Equal(t, string(m.Params), "\"\xc3\"")
}

func TestBatchElements(t *testing.T) {
	m, err := Parse([]byte(`[{"id":1,"result":2}, 5, [{"method":"x"}], {"method":"y","params":[]}]`))
	assert.NilError(t, err)
	var kinds []Kind
	for _, e := range m.Batch {
		kinds = append(kinds, e.Kind)
	}
	assert.DeepEqual(t, kinds, []Kind{Response, Invalid, Invalid, Notification})
	assert.Equal(t, string(m.Batch[3].Raw), `{"method":"y","params":[]}`)
}

func TestSyntaxErrorsNameThePlace(t *testing.T) {
	for in, want := range map[string]string{
		``:                         "at byte 0: value expected",
		`My Server v1.2`:           "at byte 0: value expected",
		`{"a":1} {"b":2}`:          "at byte 8: text after the value",
		`{"a":tru}`:                "at byte 5: unknown word",
		`{"a" 1}`:                  "at byte 5: colon expected",
		`{"a":1,}`:                 "at byte 7: member name expected",
		`[1,]`:                     "at byte 3: value expected",
		`{"a":"x`:                  "at byte 7: string does not end",
		`{"a":"\q"}`:               "at byte 6: unknown escape",
		`{"a":"\u12g4"}`:           "at byte 6: unknown escape",
		"{\"a\":\"x\n\"}":          "at byte 7: control character",
		"{\"a\":\"x\x1f\"}":        "at byte 7: control character",
		"{\"a\":\"12345678\x1f\"}": "at byte 14: control character",
		`{"a":01}`:                 "at byte 6: comma or end",
		`{"a":1.}`:                 "at byte 7: digit expected",
		`{"a":1e+}`:                "at byte 8: digit expected",
		"\xef\xbb\xbf{}":           "at byte 0: value expected",
		`Content-Length: 12`:       "at byte 0: value expected",
	} {
		_, err := Parse([]byte(in))
		var syntax *jsonscan.SyntaxError
		assert.Check(t, errors.As(err, &syntax), in)
		assert.ErrorContains(t, err, want)
	}
}

func TestDepthIsBounded(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	_, err := Parse(deep(10_000))
	assert.NilError(t, err)
	_, err = Parse(deep(10_001))
	assert.ErrorContains(t, err, "nested too deeply")
}

func TestErr(t *testing.T) {
	for in, want := range map[string]string{
		`{"id":1,"error":{"code":-32601,"message":"no","data":{"x":1}}}`: `MCP error -32601: no`,
		`{"id":1,"error":{"code":-1e3,"message":"no"}}`:                  `MCP error 0: {"code":-1e3,"message":"no"}`,
		`{"error":"Session not found"}`:                                  `MCP error 0: "Session not found"`,
		`{"id":1,"error":{}}`:                                            `MCP error 0: `,
	} {
		m, err := Parse([]byte(in))
		assert.NilError(t, err)
		assert.Error(t, m.Err(), want)
	}
	m, err := Parse([]byte(`{"id":1,"result":1}`))
	assert.NilError(t, err)
	assert.Check(t, m.Err() == nil)
}

var seeds = []string{
	`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, `{"id":"a\"\\\u00e9","method":"x","params":[1,-0.5e-7,null,true]}`,
	`[{"id":1,"error":{"code":1,"message":"m"}},{}]`, "\xff", `{"a":"` + "\xe2\x82" + `"}`, `{"id":1,"id":null}`, `"\ud800"`, `-`, `0`, `{"":{"":{}}}`,
	" \t\r\n1 ", `{"a":1}x`, `[[[]]]`, `tru`, `{"method":"x","id":1e999}`,
}

// FuzzParse compares with encoding/json: the same texts are JSON, and the
// members mean the same.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse(data)
		if json.Valid(data) != (err == nil) {
			t.Fatalf("encoding/json says valid=%v, Parse says %v", json.Valid(data), err)
		}
		if err == nil && m.Kind != Batch && len(m.Raw) > 0 && m.Raw[0] == '{' {
			compareMembers(t, data, m)
		}
	})
}

func compareMembers(t *testing.T, data []byte, m Message) {
	var want map[string]json.RawMessage // exact names, the last one counts
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]json.RawMessage{"params": m.Params, "result": m.Result} {
		if w, ok := want[name]; ok != (got != nil) || string(w) != string(got) {
			t.Fatalf("%s: got %q, want %q", name, got, w)
		}
	}
	var method string
	if json.Unmarshal(want["method"], &method) == nil && want["method"][0] == '"' && method != m.Method {
		t.Fatalf("method: got %q, want %q", m.Method, method)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, size := range []int{100, 10_000, 1_000_000} {
		data := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"1234567890123456789","result":{"content":[{"type":"text","text":"%s"}]}}`, strings.Repeat("x", size))
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParseStd is the yardstick: one decoding into raw members.
func BenchmarkParseStd(b *testing.B) {
	data := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":"1234567890123456789","result":{"content":[{"type":"text","text":"%s"}]}}`, strings.Repeat("x", 10_000))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var m struct{ ID, Method, Params, Result, Error json.RawMessage }
		if err := json.Unmarshal(data, &m); err != nil {
			b.Fatal(err)
		}
	}
}

func TestLongErrors_D_28(t *testing.T) {
	for n, want := range map[int]string{
		2000:      strings.Repeat("e", 2000),
		2001:      strings.Repeat("e", 2000) + "… (2,001 bytes, 2,000 shown)",
		1_000_000: strings.Repeat("e", 2000) + "… (1,000,000 bytes, 2,000 shown)",
	} {
		m, err := Parse(fmt.Appendf(nil, `{"id":1,"error":{"code":-1,"message":"%s","data":"%[1]s"}}`, strings.Repeat("e", n)))
		assert.NilError(t, err)
		e := m.Err()
		assert.Error(t, e, "MCP error -1: "+want)
		assert.Check(t, len(e.Data) < 66_000, "%d bytes kept", len(e.Data))
	}
}

// A batch of 2 MiB that takes a hundred times as much is not taken apart.
func TestBatchIsBounded(t *testing.T) {
	for n, want := range map[int]Kind{9_999: Batch, 10_000: Batch, 10_001: Invalid, 1 << 20: Invalid} {
		data := []byte("[" + strings.Repeat("1,", n-1) + "1]")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		m, err := Parse(data)
		runtime.ReadMemStats(&after)
		assert.NilError(t, err)
		assert.Equal(t, m.Kind, want, "%d", n)
		assert.Equal(t, len(m.Batch) > 0, want == Batch, "%d", n)
		assert.Equal(t, len(m.Raw), len(data))
		asked := after.TotalAlloc - before.TotalAlloc
		assert.Check(t, asked < 16<<20, "%d: %d bytes asked for", n, asked)
	}
	_, err := Parse([]byte("[" + strings.Repeat("1,", 20_000) + "]"))
	assert.ErrorContains(t, err, "value expected")
}

// What an error carries outlives the memory that its message was read into.
func TestDataOfAnErrorIsItsOwn(t *testing.T) {
	line := []byte(`{"id":1,"error":{"code":7,"message":"no","data":{"why":"x"}}}`)
	m, err := Parse(line)
	assert.NilError(t, err)
	e := m.Err()
	clear(line)
	assert.Equal(t, string(e.Data), `{"why":"x"}`)
}

// What is kept of a message, or of one of a batch, does not change with the memory it was
// read from, if that is shared.
func TestWhatIsKeptOfSharedMemory(t *testing.T) {
	for _, batch := range []bool{false, true} {
		for _, shared := range []bool{false, true} {
			memory := []byte(`{"id":1,"result":"a"}`)
			if batch {
				memory = []byte(`[{"id":1,"result":"a"}]`)
			}
			m, err := Parse(memory)
			assert.NilError(t, err)
			if shared {
				m.Share()
			}
			if batch {
				m = m.Batch[0]
			}
			kept := m.Kept()
			copy(memory, bytes.Repeat([]byte("x"), len(memory)))
			assert.Equal(t, string(kept.Result) == `"a"`, shared)
		}
	}
}
