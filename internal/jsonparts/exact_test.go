package jsonparts

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"
)

type told struct {
	TaskID  string
	TaskIDs []string
	URI     string
	Meta    map[string]json.RawMessage `json:"_meta"`
	Params  *struct{ ProtocolVersion json.RawMessage }
	Blocks  []struct{ Text *string }
	Named   map[string]struct{ Method string }
}

func TestNamesCountLetterByLetter(t *testing.T) {
	text := "x"
	for raw, want := range map[string]told{
		`{"taskId":"a","taskIds":["b"],"uri":"c","_meta":{"K":1}}`:           {TaskID: "a", TaskIDs: []string{"b"}, URI: "c", Meta: map[string]json.RawMessage{"K": json.RawMessage("1")}},
		`{"taskID":"a","TaskId":"a","TaskIDs":["b"],"URI":"c","_Meta":{}}`:   {},
		`{"taskId":"a","TaskID":"b"}`:                                        {TaskID: "a"},
		`{"taskId":"a","taskId":"b"}`:                                        {TaskID: "b"},
		`{"task\u0049d":"a"}`:                                                {TaskID: "a"},
		` {"params" : {"protocolVersion" : 1, "protocolversion" : 2} } `:     {Params: &struct{ ProtocolVersion json.RawMessage }{json.RawMessage("1")}},
		`{"blocks":[{"text":"x","TEXT":"y"}]}`:                               {Blocks: []struct{ Text *string }{{&text}}},
		`{"named":{"Method":{"Method":"a"},"method":{"method":"b"}}}`:        {Named: map[string]struct{ Method string }{"Method": {}, "method": {"b"}}},
		`{"params":null,"blocks":null,"named":null,"_meta":null,"uri":null}`: {},
	} {
		var got told
		assert.NilError(t, Unmarshal([]byte(raw), &got), raw)
		assert.DeepEqual(t, got, want)
	}
}

func TestWhatIsOfAnotherTypeIsAnError(t *testing.T) {
	for _, raw := range []string{`{"uri":1}`, `{"blocks":{}}`, `{"named":[]}`, `[]`, `{"taskIds":[1]}`, `{`, ``, `{"params":"x"}`} {
		assert.Check(t, Unmarshal([]byte(raw), &told{}) != nil, raw)
	}
	assert.Check(t, Unmarshal([]byte(`{}`), nil) != nil)
	assert.Check(t, Unmarshal([]byte(`{}`), told{}) != nil)
}

func FuzzUnmarshal(f *testing.F) {
	for _, seed := range []string{`{"taskId":"a","params":{"protocolVersion":[]}}`, `[1,{"a":null}]`, `{"named":{"a":{"method":"b"}}}`, `{"blocks":[null,{}]}`, "\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var ours, theirs any
		if err, other := Unmarshal(raw, &ours), json.Unmarshal(raw, &theirs); (err == nil) != (other == nil) {
			t.Fatal(err, other)
		}
		assert.Assert(t, cmp.Equal(ours, theirs))
		_ = Unmarshal(raw, &told{})
	})
}
