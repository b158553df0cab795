package protocol

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

func TestDefinitionsSurviveUnread(t *testing.T) {
	const raw = `{"name":"t","inputSchema":{"x":12345678901234567890,"$defs":{}},"x-vendor":[1.50],"annotations":{"readOnlyHint":true}}`
	var tool Tool
	assert.NilError(t, json.Unmarshal([]byte(raw), &tool))
	assert.Equal(t, tool.Name, "t")
	assert.Equal(t, string(tool.InputSchema), `{"x":12345678901234567890,"$defs":{}}`)
	again, err := json.Marshal(tool)
	assert.NilError(t, err)
	assert.Equal(t, string(again), raw)
}

func TestRawOutlivesItsSource(t *testing.T) {
	data := []byte(`{"name":"first"}`)
	var tool Tool
	assert.NilError(t, json.Unmarshal(data, &tool))
	copy(data, `{"name":"xxxxx"}`)
	assert.Equal(t, string(tool.Raw), `{"name":"first"}`)
}

func TestWrittenFromFields(t *testing.T) {
	for want, v := range map[string]any{
		`{"name":"t","inputSchema":{"type":"object"}}`:            Tool{Name: "t", InputSchema: json.RawMessage(`{"type":"object"}`)},
		`{"uri":"u","name":"n"}`:                                  Resource{URI: "u", Name: "n"},
		`{"uriTemplate":"u/{x}","name":"n"}`:                      ResourceTemplate{URITemplate: "u/{x}", Name: "n"},
		`{"name":"p","arguments":[{"name":"a","required":true}]}`: Prompt{Name: "p", Arguments: []PromptArgument{{Name: "a", Required: true}}},
		`{"type":"text","text":""}`:                               Content{Type: ContentText},
		`{"type":"image","data":"AA==","mimeType":"image/png"}`:   Content{Type: ContentImage, Data: "AA==", MIMEType: "image/png"},
		`{"cursor":""}`: ListParams{Cursor: new(string)},
		`{}`:            ListParams{},
		`{"protocolVersion":"2025-03-26","capabilities":{"roots":{"listChanged":false}},"clientInfo":{"name":"c","version":"1"}}`: InitializeParams{
			ProtocolVersion: Revision20250326,
			Capabilities:    ClientCapabilities{Roots: &RootsCapability{}},
			ClientInfo:      Implementation{Name: "c", Version: "1"},
		},
	} {
		got, err := json.Marshal(v)
		assert.NilError(t, err)
		assert.Equal(t, string(got), want)
	}
}

func TestWhatIsNoJSONIsNotWritten(t *testing.T) {
	broken := json.RawMessage(`{"type":`)
	for _, v := range []any{
		Tool{Name: "t", InputSchema: broken}, Tool{Raw: broken}, Resource{Raw: broken}, ResourceTemplate{Raw: broken}, Prompt{Raw: broken},
		Resource{Meta: broken}, ResourceTemplate{Meta: broken}, Prompt{Meta: broken},
		CallToolParams{Name: "t", Arguments: broken},
	} {
		_, err := json.Marshal(v)
		assert.Assert(t, err != nil, "%T", v)
	}
}

func TestOneBadDefinitionDoesNotCostTheOthers_FF_37(t *testing.T) {
	var page ToolPage
	assert.NilError(t, json.Unmarshal([]byte(`{"tools":[{"name":"a"},{"name":7},"x",null,{"name":"b"}],"nextCursor":""}`), &page))
	tools, bad := page.Decode()
	assert.Equal(t, len(tools), 2)
	assert.Equal(t, tools[1].Name, "b")
	assert.Equal(t, len(bad), 3)
	assert.ErrorContains(t, bad[0], "definition 1: reading a tool")
	assert.Equal(t, *page.NextCursor, "") // CLI-21: not the same as absent
}

func TestInitializeResult(t *testing.T) {
	var r InitializeResult
	assert.NilError(t, json.Unmarshal([]byte(`{"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"logging":{}},"serverInfo":{"name":"s","version":"1"}}`), &r))
	assert.Equal(t, r.ProtocolVersion, Revision(""))
	assert.Check(t, r.Capabilities.Tools.ListChanged && r.Capabilities.Resources.Subscribe)
	assert.Check(t, r.Capabilities.Prompts == nil && r.Capabilities.Logging != nil)
}

func TestContentBlocks(t *testing.T) {
	var r CallToolResult
	assert.NilError(t, json.Unmarshal([]byte(`{"content":[
		{"type":"text","text":"hi"},
		{"type":"resource","resource":{"uri":"u","blob":"AA=="}},
		{"type":"resource_link","uri":"v","name":"n"},
		{"type":"hologram","waves":3}],"structuredContent":{"n":1e400},"isError":true}`), &r))
	assert.Equal(t, r.Content[0].Text, "hi")
	assert.Equal(t, *r.Content[1].Resource.Blob, "AA==")
	assert.Equal(t, r.Content[2].URI, "v")
	assert.Equal(t, string(r.Content[3].Raw), `{"type":"hologram","waves":3}`)
	assert.Equal(t, string(r.StructuredContent), `{"n":1e400}`)
	assert.Check(t, r.IsError)
}

// FuzzTool: what can be read at all is written again as the same JSON value.
func FuzzTool(f *testing.F) {
	f.Add([]byte(`{"name":"a","inputSchema":{"type":"object"},"extra":[1,2]}`))
	f.Add([]byte(`{"name":7}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var tool Tool
		if json.Unmarshal(data, &tool) != nil {
			return
		}
		again, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		var second Tool
		if err := json.Unmarshal(again, &second); err != nil || second.Name != tool.Name {
			t.Fatalf("%q became %q: %v", data, again, err)
		}
	})
}

// What cannot be read is named, whoever decodes it.
func TestUnreadableShapesAreNamed(t *testing.T) {
	for want, v := range map[string]json.Unmarshaler{
		"tool": &Tool{}, "prompt": &Prompt{}, "resource": &Resource{}, "resource template": &ResourceTemplate{},
		"content block": &Content{}, "result": &CallToolResult{},
	} {
		assert.ErrorContains(t, json.Unmarshal([]byte("7"), v), "reading a "+want+": ")
	}
}
