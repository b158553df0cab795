package protocol

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// FuzzReadToolPage: the short way reads what encoding/json reads. Names that
// differ in case only are left out: it takes them for the same.
func FuzzReadToolPage(f *testing.F) {
	for _, s := range []string{
		`{"tools":[{"name":"a"},{"name": "b"}],"nextCursor":"x"}`, `{"tools":[]}`, `{"tools":null}`, `{}`, `null`, `[]`, `{"tools":{}}`,
		`{"tools":[1],"nextCursor":null}`, `{"tools":[1],"nextCursor":5}`, `{"Tools":[1]}`, `{"tools":[1],"tools":[2]}`, `{"tools":[}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var want ToolPage
		wantErr := json.Unmarshal(raw, &want)
		got, err := ReadToolPage(raw)
		if lower := bytes.ToLower(raw); bytes.Count(lower, []byte("tools")) > 1 || bytes.Count(lower, []byte("nextcursor")) > 1 || bytes.ContainsRune(raw, '\\') {
			return
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("got error %v, want %v", err, wantErr)
		}
		if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestReadToolPageSharesMemory(t *testing.T) {
	raw := json.RawMessage(`{"nextCursor":"2","tools":[{"name":"a"}]}`)
	page, err := ReadToolPage(raw)
	assert.NilError(t, err)
	assert.Equal(t, *page.NextCursor, "2")
	assert.Equal(t, &page.Tools[0][0], &raw[27])
}

// Params that write themselves must not differ from what encoding/json writes.
func TestCallToolParamsAreWrittenAsByEncodingJSON(t *testing.T) {
	for _, p := range []CallToolParams{
		{}, {Name: "a\"<b>"}, {Name: "a", Arguments: json.RawMessage("{ \"x\" : \"<\\n>\" }\n")},
		{Name: "a", Arguments: json.RawMessage(`{}`), Meta: json.RawMessage(`{"progressToken":1}`)},
	} {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		assert.NilError(t, enc.Encode(p))
		got, err := p.AppendJSON(nil)
		assert.NilError(t, err)
		assert.Equal(t, string(got)+"\n", want.String())
	}
	var f jsonrpc.Frame
	err := f.Request("1", MethodCallTool, CallToolParams{Name: "a", Arguments: json.RawMessage(`{"x":`)})
	assert.ErrorContains(t, err, "unexpected end")
}
