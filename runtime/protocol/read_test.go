package protocol

import (
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
)

// The shapes as encoding/json reads them: without the methods of the real ones. A
// definition must be an object.
type (
	plainTool     Tool
	plainContent  Content
	plainResource Resource
	plainPrompt   Prompt

	plainResult struct {
		Content           []stdContent    `json:"content"`
		StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
		IsError           bool            `json:"isError,omitempty"`
		Meta              json.RawMessage `json:"_meta,omitempty"`
	}
	plainMessages struct {
		Description string `json:"description,omitempty"`
		Messages    []struct {
			Role    string     `json:"role"`
			Content stdContent `json:"content"`
		} `json:"messages"`
		Meta json.RawMessage `json:"_meta,omitempty"`
	}
)

// stdContent is a block that is read by encoding/json.
type stdContent struct{ plainContent }

func (c *stdContent) UnmarshalJSON(data []byte) error {
	err := std(data, &c.plainContent)
	c.Raw = append(json.RawMessage(nil), data...)
	return err
}

// std reads a definition with encoding/json.
func std(data []byte, to any) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil || object == nil {
		return json.Unmarshal([]byte(`"no object"`), &object)
	}
	return json.Unmarshal(data, to)
}

// FuzzRead: shapes are what encoding/json makes of them, and it refuses the same.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"name":"a","inputSchema":{"type":"object"},"extra":[1,2],"title":null}`, `{"name":7}`, `{"Name":"a","name":"b"}`,
		`{"name":"\u0061é","description":"x","name":null}`, ` {"name":"a"} `, `{"name":"a"`, `null`, ``, "{\"name\":\"\xff\"}",
		`{"content":[{"type":"text","text":"hi"},{"type":"x","y":1}],"isError":true,"structuredContent":null}`,
		`{"content":[{"type":"text","text":"a"}],"content":[{"type":"text"}]}`, `{"content":[7]}`, `{"content":null,"isError":null}`,
		`{"content":[{"type":"resource","resource":{"uri":"u","text":"t"},"annotations":{}}],"_meta":{}}`, `{"isError":"yes"}`,
		`{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true},"Prompts":{},"resources":{"subscribe":true},"logging":{}},"serverInfo":{"name":"n","version":null},"instructions":"i","_meta":1}`,
		`{"capabilities":null,"serverInfo":{},"serverInfo":{"title":"t"}}`, `{"tools":[{},7,null],"nextCursor":""}`, `{"tools":null,"nextcursor":null}`, `{"nextCursor":1}`,
		`{"uri":"u","size":12,"mimeType":"m"}`, `{"size":1.5}`, `{"contents":[{"uri":"u","blob":null},{"text":"t","TEXT":"u"}]}`,
		`{"arguments":[{"name":"a","required":true},{"name":"b"}],"arguments":[{"title":"x"}]}`,
		`{"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user","content":null}]}`, `{"mode":"form","message":"m","requestedSchema":{}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tool, err := ReadTool(data)
		compare(t, "tool", tool, err, data, func(want *plainTool) (Tool, error) {
			err := std(data, want)
			return Tool(*want), err
		}, func(t *Tool) { t.Raw = nil })
		resource, err := Read[Resource](data)
		compare(t, "resource", resource, err, data, func(want *plainResource) (Resource, error) {
			err := std(data, want)
			return Resource(*want), err
		}, func(r *Resource) { r.Raw = nil })
		prompt, err := Read[Prompt](data)
		compare(t, "prompt", prompt, err, data, func(want *plainPrompt) (Prompt, error) {
			err := std(data, want)
			return Prompt(*want), err
		}, func(p *Prompt) { p.Raw = nil })
		result, err := ReadCallToolResult(data)
		compare(t, "result", result, err, data, func(want *plainResult) (CallToolResult, error) {
			err := json.Unmarshal(data, want)
			return CallToolResult{blocks(want.Content), want.StructuredContent, want.IsError, want.Meta}, err
		}, nil)
		messages, err := Read[GetPromptResult](data)
		compare(t, "messages", messages, err, data, func(want *plainMessages) (r GetPromptResult, err error) {
			err = json.Unmarshal(data, want)
			r.Description, r.Meta = want.Description, want.Meta
			if want.Messages != nil {
				r.Messages = []PromptMessage{}
			}
			for _, m := range want.Messages {
				r.Messages = append(r.Messages, PromptMessage{m.Role, Content(m.Content.plainContent)})
			}
			return r, err
		}, nil)
		same[InitializeResult](t, data)
		same[ReadResourceResult](t, data)
		same[ResourceParams](t, data)
		same[ElicitParams](t, data)
	})
}

func blocks(from []stdContent) (all []Content) {
	if from != nil {
		all = []Content{}
	}
	for _, c := range from {
		all = append(all, Content(c.plainContent))
	}
	return all
}

// same compares for shapes without methods of their own.
func same[T any, P shape[T]](t *testing.T, data []byte) {
	got, err := Read[T, P](data)
	compare(t, "shape", got, err, data, func(want *T) (T, error) {
		err := json.Unmarshal(data, want)
		return *want, err
	}, nil)
}

// compare holds a value that was read against what encoding/json makes of the data.
func compare[T, S any](t *testing.T, what string, got T, gotErr error, data []byte, read func(*S) (T, error), strip func(*T)) {
	t.Helper()
	want, err := read(new(S))
	assert.Equal(t, gotErr == nil, err == nil, "%s of %q: %v and %v", what, data, gotErr, err)
	if err != nil {
		return
	}
	if strip != nil {
		strip(&got)
	}
	assert.DeepEqual(t, got, want)
}

// TestReadingThroughEncodingJSON: through encoding/json the same comes out, and it does
// not share memory with the data.
func TestReadingThroughEncodingJSON(t *testing.T) {
	data := []byte(`{"content":[{"type":"text","text":"hi","_meta":{"a":1}}],"structuredContent":{"b":2}}`)
	want, err := ReadCallToolResult(append(json.RawMessage(nil), data...))
	assert.NilError(t, err)
	var got CallToolResult
	assert.NilError(t, json.Unmarshal(data, &got))
	clear(data)
	assert.DeepEqual(t, got, want)
	assert.ErrorContains(t, json.Unmarshal([]byte(`{"content":7}`), &got), `reading a result: "content" is a number`)
}

func TestReadingSharesMemory(t *testing.T) {
	definition := json.RawMessage(`{"name":"one","title":"two","description":"three","inputSchema":{"type":"object"},"annotations":{}}`)
	assert.Equal(t, testing.AllocsPerRun(100, func() {
		if _, err := ReadTool(definition); err != nil {
			t.Fatal(err)
		}
	}), 3.0) // the strings
	result := json.RawMessage(`{"content":[{"type":"text","text":"hello"}],"structuredContent":{}}`)
	assert.Equal(t, testing.AllocsPerRun(100, func() {
		if _, err := ReadCallToolResult(result); err != nil {
			t.Fatal(err)
		}
	}), 2.0) // the blocks and a text
}
