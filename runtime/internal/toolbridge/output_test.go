package toolbridge_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

var read = toolbridge.Tool{Name: "mcp__docs_read_it", Server: "docs", Original: "Read It", Provider: "Claude Code"}

func TestArguments(t *testing.T) { // F-27: what is no object is sent as {}
	for in, want := range map[string]string{
		``: `{}`, `null`: `{}`, `[1]`: `{}`, `"x"`: `{}`, `{`: `{}`, `{}x`: `{}`, ` {"a": 1.0} `: `{"a": 1.0}`,
	} {
		assert.Equal(t, string(toolbridge.Arguments(json.RawMessage(in))), want, in)
	}
}

func TestResults(t *testing.T) { // OMP-LC-82, F-27
	for _, c := range []struct{ name, result, text, structured string }{
		{"text", `{"content":[{"type":"text","text":"fine"}]}`, "fine", ""},
		{"blocks are joined by a blank line", `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b\n"},{"type":"text","text":"c"}]}`, "a\n\nb\n\n\nc", ""},
		{"image", `{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}`, "[Image: image/png]", ""},
		{"audio", `{"content":[{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]}`, "[Audio: audio/wav]", ""},
		{"resource", `{"content":[{"type":"resource","resource":{"uri":"file:///a","text":"A"}}]}`, "[Resource: file:///a]\nA", ""},
		{"resource without text", `{"content":[{"type":"resource","resource":{"uri":"file:///a","blob":"AA"}}]}`, "[Resource: file:///a]", ""},
		{"resource without resource", `{"content":[{"type":"resource"}]}`, "[Resource: ]", ""},
		{"link", `{"content":[{"type":"resource_link","uri":"file:///a","name":"a"}]}`, "[Resource: file:///a]", ""},
		{"another type", `{"content":[{"type":"hologram"}]}`, `[Content of type "hologram"]`, ""},
		{"structured beside text", `{"content":[{"type":"text","text":"t"}],"structuredContent":{"a": 1}}`, "t", `{"a": 1}`},
		{"structured only", `{"structuredContent":{"a": 1}}`, `{"a": 1}`, `{"a": 1}`},
		{"no structure", `{"content":[],"structuredContent":null}`, "", ""},
		{"nothing", `{}`, "", ""},
		{"marked as an error", `{"isError":true,"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, "Error: a\n\nb", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := toolbridge.Convert(read, json.RawMessage(c.result))
			assert.NilError(t, out.Err)
			assert.Equal(t, out.Text, c.text)
			assert.Equal(t, string(out.Structured), c.structured)
			assert.Equal(t, out.IsError, strings.HasPrefix(c.text, "Error: "))
		})
	}
	t.Run("blocks are kept as sent", func(t *testing.T) {
		const block = `{"type":"image", "data":"AAAA","x":1}`
		out := toolbridge.Convert(read, json.RawMessage(`{"content":[`+block+`]}`))
		assert.Equal(t, string(out.Content[0].Raw), block)
	})
	for _, bad := range []string{``, `null`, `"x"`, `{"content":{}}`, `{"content":[1]}`, `{"isError":"yes"}`, `{`} {
		out := toolbridge.Convert(read, json.RawMessage(bad))
		assert.Assert(t, strings.HasPrefix(out.Text, "MCP error: reading the result of docs/Read It: "), out.Text)
		assert.Assert(t, out.IsError && out.Err != nil)
	}
}

func TestFailures(t *testing.T) { // OMP-LC-83
	failed, reconnect := errors.New("MCP error: x"), errors.New("all attempts failed")
	out := toolbridge.Failure(read, failed, reconnect)
	assert.Equal(t, out.Text, "MCP error: x", "the prefix is not doubled")
	assert.Equal(t, out.Server+"|"+out.Tool+"|"+out.Provider, "docs|Read It|Claude Code")
	assert.Assert(t, out.IsError && out.Err == failed && out.ReconnectErr == reconnect)
}
