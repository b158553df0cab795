package protocol

import (
	"bytes"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

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
