package probe

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"
)

func TestShapes(t *testing.T) {
	for raw, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`:                       "",
		`{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}`: "",
		`{"jsonrpc":"2.0","method":"m"}`:                             "",
		`{"jsonrpc":"2.0","id":1,"result":null}`:                     "its result is no object",
		`{"jsonrpc":"2.0","id":1,"result":[]}`:                       "its result is no object",
		`{"jsonrpc":"2.0","id":1,"error":"no"}`:                      "its error is no object",
		`{"jsonrpc":"2.0","method":"m","result":{}}`:                 "it has a method, and a result or an error",
		`{}`: "it has no method, and not exactly one of result and error",
		`{"id":1,"result":{},"error":{"code":-1,"message":"m"}}`: "it has no method, and not exactly one of result and error",
		`{"id":1,"error":{"code":"x","message":"m"}}`:            `its error code "x" is no integer`,
		`{"id":1,"error":{"code":1.5,"message":"m"}}`:            "its error code 1.5 is no integer",
		`{"id":1,"error":{"message":"m"}}`:                       "its error code absent is no integer",
		`{"id":1,"error":{"code":1}}`:                            "its error message is no string",
		`listening`:                                              "it is no JSON object",
	} {
		err := ParseFrame([]byte(raw)).CheckShape()
		if want == "" {
			assert.NilError(t, err, raw)
			continue
		}
		assert.Error(t, err, want)
	}
}

func TestAlikeIgnoresTheTypeOnly(t *testing.T) {
	assert.Assert(t, Alike(`1`, `"1"`) && Alike(`"a"`, `"a"`) && !Alike(`1`, `2`) && !Alike(`1`, ``))
}

func TestIDsAreValuesNotSpellings(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`"a-\u00fc"`, `"a-ü"`, true},
		{`"\ud83d\ude80"`, `"🚀"`, true},
		{`"a\/b"`, `"a/b"`, true},
		{`"a\u000ab"`, `"a\nb"`, true},
		{`"a\"b"`, `"a\u0022b"`, true},
		{`"a"`, `"\u0061"`, true},
		{`"a"`, `"b"`, false},
		{`1`, `1.0`, false},
		{`1`, `"1"`, false},
		{`1`, `1`, true},
	} {
		assert.Equal(t, SameJSON([]byte(c.a)) == SameJSON([]byte(c.b)), c.same, c.a+" "+c.b)
	}
}

func FuzzParseFrames(f *testing.F) {
	for _, seed := range []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, `[{},1,"x"]`, `[`, "", "\ufeff{}", `{"error":[]}`, `{"method":3}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, frame := range parseFrames(raw) {
			_, _, _ = frame.CheckShape(), frame.CheckVersion(), frame.Failure()
			if frame.IsResponse() && frame.Method() != "" {
				t.Errorf("%q is a response and a request", raw)
			}
		}
	})
}

func FuzzReadEvents(f *testing.F) {
	for _, seed := range []string{"data: a\n\n", "data:a\r\ndata:b\r\n\r\n", ": c\n\n", "id: 1\ndata\n\n", "event: x\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		n := 0
		err := readEvents(bytes.NewReader(raw), func(Event) bool { n++; return true })
		assert.Equal(t, err, io.EOF)
		if n > len(raw) {
			t.Errorf("%d events in %d bytes", n, len(raw))
		}
	})
}

func TestEventsAsWritten(t *testing.T) {
	var got []Event
	err := readEvents(bytes.NewReader([]byte("event: message\nid: 7\ndata: a\ndata: b\n\n: comment\n\ndata\n\nunterminated: x")), func(e Event) bool {
		got = append(got, e)
		return true
	})
	assert.Equal(t, err, io.EOF)
	assert.Equal(t, len(got), 2)
	assert.Equal(t, string(got[0].Data), "a\nb")
	assert.Equal(t, got[0].Name+got[0].ID, "message7")
	assert.Assert(t, got[1].Data != nil && len(got[1].Data) == 0)
}

func FuzzMembersAreThoseOfTheStandardLibrary(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1}`, ` {"a" : [1,{"b":"}"}] , "a":"\\"" ,"c":null}`, `{"\u0061":-1e5,"b":true}`, `[]`, `null`, `{"a":1`, "{\"\xff\":1}", ""} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want map[string]json.RawMessage
		if json.Unmarshal(raw, &want) != nil {
			want = nil
		}
		assert.DeepEqual(t, membersOf(raw), want, cmpopts.EquateEmpty())
	})
}
