package jsonrpc

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"gotest.tools/v3/assert"
)

func TestFrames(t *testing.T) {
	for _, tt := range []struct {
		want  string
		write func(f *Frame) error
	}{
		{`{"jsonrpc":"2.0","id":"1","method":"ping"}`, func(f *Frame) error { return f.Request(`"1"`, "ping", nil) }},
		{`{"jsonrpc":"2.0","id":2,"method":"a\"b","params":{"x":"<é\u2028>"}}`,
			func(f *Frame) error { return f.Request(`2`, `a"b`, map[string]string{"x": "<é\u2028>"}) }},
		{`{"jsonrpc":"2.0","method":"n","params":{"big":12345678901234567890}}`,
			func(f *Frame) error {
				return f.Notification("n", json.RawMessage("{\n \"big\" : 12345678901234567890 }"))
			}},
		{`{"jsonrpc":"2.0","method":"n"}`, func(f *Frame) error { return f.Notification("n", json.RawMessage(nil)) }},
		{`{"jsonrpc":"2.0","id":7,"result":{}}`, func(f *Frame) error { return f.Result([]byte(`7`), struct{}{}) }},
		{`{"jsonrpc":"2.0","id":"s","error":{"code":-32601,"message":"Method not found"}}`,
			func(f *Frame) error {
				return f.Failure([]byte(`"s"`), &Error{Code: CodeMethodNotFound, Message: "Method not found"})
			}},
	} {
		var f Frame
		assert.NilError(t, tt.write(&f))
		assert.Equal(t, string(f.Bytes()), tt.want)
	}
}

func TestUnwritableValuesAreErrors(t *testing.T) {
	var f Frame
	assert.ErrorContains(t, f.Request("1", "x", math.NaN()), "unsupported value")
	f.Reset()
	assert.ErrorContains(t, f.Request("1", "x", json.RawMessage(`{"a":`)), "unexpected end")
}

// FuzzFrame: what is written is one line and reads back the same (OMP-TP-14).
func FuzzFrame(f *testing.F) {
	f.Add("tools/call", "plain")
	f.Add("a\nb\"\\", "\u2028\x00\xff")
	f.Fuzz(func(t *testing.T, method, text string) {
		var frame Frame
		if err := frame.Request(`"1"`, method, []string{text}); err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsAny(frame.Bytes(), "\r\n") {
			t.Fatalf("raw newline in %q", frame.Bytes())
		}
		m, err := Parse(frame.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		want := string(bytes.ToValidUTF8([]byte(method), []byte("\ufffd")))
		if m.Kind != Request || len(m.Method) < len(want) {
			t.Fatalf("got %v %q, want a request of %q", m.Kind, m.Method, want)
		}
	})
}

func BenchmarkFrame(b *testing.B) {
	params := map[string]any{"name": "echo", "arguments": map[string]string{"text": "hello"}}
	var f Frame
	b.ReportAllocs()
	for b.Loop() {
		f.Reset()
		if err := f.Request(`"1"`, "tools/call", params); err != nil {
			b.Fatal(err)
		}
	}
}
