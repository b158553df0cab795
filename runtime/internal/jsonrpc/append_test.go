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
		got, err := AppendString(nil, s)
		assert.NilError(t, err)
		want, err := viaStd(s)
		assert.NilError(t, err)
		assert.Equal(t, string(got), want)
	}
}

// FuzzPlainLen compares with looking at one byte after the other.
func FuzzPlainLen(f *testing.F) {
	f.Add([]byte("all of it, and more than eight bytes"))
	f.Add([]byte("\x20\x1f\x21\x22\x23\x5b\x5c\x5d\x7f\x80\xff"))
	f.Add([]byte("1234567\""))
	f.Fuzz(func(t *testing.T, b []byte) {
		want := 0
		for want < len(b) && b[want] >= 0x20 && b[want] != '"' && b[want] != '\\' {
			want++
		}
		if got := plainLen(b); got != want {
			t.Fatalf("plainLen(%q) = %d, want %d", b, got, want)
		}
	})
}

func TestMembersAndElements(t *testing.T) {
	var got []string
	err := Members([]byte(` {"a" : [1, "x"],"\u0061":{"b":null} } `), func(name []byte, value json.RawMessage) {
		got = append(got, string(name)+"="+string(value))
	})
	assert.NilError(t, err)
	assert.DeepEqual(t, got, []string{`a=[1, "x"]`, `a={"b":null}`})

	elements, err := Elements([]byte(` [1 , "x",{"b":[]}] `))
	assert.NilError(t, err)
	assert.DeepEqual(t, elements, []json.RawMessage{json.RawMessage(`1`), json.RawMessage(`"x"`), json.RawMessage(`{"b":[]}`)})
	elements, err = Elements([]byte(`[]`))
	assert.NilError(t, err)
	assert.Check(t, elements != nil && len(elements) == 0)
}

func TestMembersAndElementsWantTheirKind(t *testing.T) {
	visit := func([]byte, json.RawMessage) {}
	for in, want := range map[string]string{
		`[]`: "at byte 0: { expected", ``: "at byte 0: { expected", `{"a":1} x`: "at byte 8: text after", `{"a":}`: "at byte 5: value expected",
	} {
		assert.ErrorContains(t, Members([]byte(in), visit), want)
	}
	for in, want := range map[string]string{
		`{}`: "at byte 0: [ expected", `null`: "at byte 0: [ expected", `[1]]`: "at byte 3: text after", `[1`: "at byte 2: comma or end",
	} {
		_, err := Elements([]byte(in))
		assert.ErrorContains(t, err, want)
	}
}
