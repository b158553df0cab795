package jsonrpc

import (
	"bytes"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

// viaStd is what encoding/json writes, without escaping for HTML.
func viaStd(v any) (string, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return string(bytes.TrimSuffix(buf.Bytes(), []byte("\n"))), err
}

// FuzzAppendRaw: the short way writes what encoding/json writes, and fails when
// it fails.
func FuzzAppendRaw(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"a":"<b>\u2028 é"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := AppendRaw([]byte("before "), raw)
		want, wantErr := viaStd(json.RawMessage(raw))
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("got error %v, want %v", err, wantErr)
		}
		if err == nil && string(got) != "before "+want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func TestAppendString(t *testing.T) {
	for _, s := range []string{"", "plain", `a"b`, "<&>", "line\nbreak", "\xff", "é\u2028"} {
		got := AppendString(nil, s)
		want, err := viaStd(s)
		assert.NilError(t, err)
		assert.Equal(t, string(got), want)
	}
}

func TestAppendMembers(t *testing.T) {
	more := func(b []byte) ([]byte, error) { return append(b, `"z":1`...), nil }
	for _, row := range []struct {
		object any
		want   string
	}{
		{nil, `{"z":1}`},
		{struct{}{}, `{"z":1}`},
		{json.RawMessage(` { } `), `{"z":1}`},
		{json.RawMessage(`{"a": {"b": []}}`), `{"a":{"b":[]},"z":1}`},
		{map[string]string{"a": "<b>"}, `{"a":"<b>","z":1}`},
	} {
		got, err := AppendMembers([]byte("before "), row.object, more)
		assert.NilError(t, err)
		assert.Equal(t, string(got), "before "+row.want)
	}
	_, err := AppendMembers(nil, json.RawMessage(`{`), more)
	assert.Assert(t, err != nil)
	_, err = AppendMembers(nil, nil, func([]byte) ([]byte, error) { return AppendRaw(nil, json.RawMessage(`{`)) })
	assert.Assert(t, err != nil)
}
