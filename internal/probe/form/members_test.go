package form_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/judgetest"
	"github.com/mcpsim/mcpsim/internal/probe/form"
)

// whole are correct texts with many members, by what they are.
var whole = map[string]struct {
	text  string
	judge func(json.RawMessage) error
}{
	"a tool":               {`{"name":"a","title":"A","description":"d","inputSchema":{"type":"object"},"outputSchema":{"type":"object"},"annotations":{"title":"A","readOnlyHint":true,"destructiveHint":true,"idempotentHint":true,"openWorldHint":true},"icons":[{"src":"https://a/b","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}],"execution":{"taskSupport":"optional"},"_meta":{}}`, listed("tools/list")},
	"a resource":           {`{"uri":"mem://a","name":"a","title":"A","description":"d","mimeType":"text/plain","size":3,"annotations":{"audience":["user"],"priority":0.5,"lastModified":"2025-01-12T15:00:58Z"}}`, listed("resources/list")},
	"a template":           {`{"uriTemplate":"mem://{a}","name":"a","title":"A","description":"d","mimeType":"text/plain"}`, listed("resources/templates/list")},
	"a prompt":             {`{"name":"a","title":"A","description":"d","arguments":[{"name":"b","title":"B","description":"d","required":true}]}`, listed("prompts/list")},
	"a result of a tool":   {`{"content":[{"type":"text","text":"a"},{"type":"image","data":"aGE=","mimeType":"image/png"},{"type":"resource_link","uri":"mem://a","name":"a"},{"type":"resource","resource":{"uri":"mem://a","text":"t"}}],"structuredContent":{},"isError":true}`, resulting("tools/call")},
	"what is read":         {`{"contents":[{"uri":"mem://a","text":"t","mimeType":"text/plain"},{"uri":"mem://b","blob":"aGE="}]}`, resulting("resources/read")},
	"a prompt's messages":  {`{"description":"d","messages":[{"role":"user","content":{"type":"text","text":"t"}}]}`, resulting("prompts/get")},
	"a completion":         {`{"completion":{"values":["a"],"total":1,"hasMore":false}}`, resulting("completion/complete")},
	"a welcome":            {`{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"logging":{}},"serverInfo":{"name":"s","version":"1","title":"S"},"instructions":"i"}`, resulting("initialize")},
	"a discovery":          {`{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"instructions":"i","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}`, func(raw json.RawMessage) error { return form.Result(true, "server/discover", raw) }},
	"a form":               {`{"mode":"form","message":"?","requestedSchema":{"type":"object","required":["a"],"properties":{"a":{"type":"string","title":"A","description":"d","minLength":1,"maxLength":9,"format":"email","default":"a@b.c"},"b":{"type":"integer","minimum":1,"maximum":9,"default":2},"c":{"type":"boolean","default":true},"d":{"type":"string","enum":["x"],"default":"x"}}}}`, asked("elicitation/create")},
	"a page to visit":      {`{"mode":"url","message":"?","url":"https://a","elicitationId":"e"}`, asked("elicitation/create")},
	"a request for a text": {`{"messages":[{"role":"user","content":{"type":"text","text":"t"}}],"maxTokens":9,"temperature":0.5,"systemPrompt":"s","stopSequences":["x"],"modelPreferences":{"costPriority":1,"hints":[{"name":"m"}]},"toolChoice":{"mode":"auto"},"includeContext":"none"}`, asked("sampling/createMessage")},
}

func listed(method string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		var item map[string]json.RawMessage
		if err := json.Unmarshal(raw, &item); err != nil {
			return err
		}
		return form.Item(false, method, item)
	}
}

func resulting(method string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error { return form.Result(false, method, raw) }
}

func asked(method string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error { return form.Request(method, raw) }
}

// others are what each value is replaced by; the first one removes it.
var others = []any{nil, json.RawMessage("null"), true, -1, 2.5, "a b", []any{}, map[string]any{}}

// What is said where one value is missing or another is a page, for every value.
func TestEveryMemberIsJudged(t *testing.T) {
	said := judgetest.OpenPage(t, "members.golden", slices.Collect(maps.Keys(whole)))
	for name, c := range whole {
		assert.NilError(t, c.judge(json.RawMessage(c.text)), name)
		var tree any
		assert.NilError(t, json.Unmarshal([]byte(c.text), &tree))
		var out strings.Builder
		for _, path := range paths(tree, "") {
			for _, other := range others {
				raw, err := json.Marshal(replaced(tree, path, other))
				assert.NilError(t, err)
				shown, _ := json.Marshal(other)
				if other == nil {
					shown = []byte("missing")
				}
				fmt.Fprintf(&out, "%s %s: %v\n", path, shown, c.judge(raw))
			}
		}
		said.Says(name, out.String(), t.Errorf)
	}
}

// replaced is a copy with another value at a path; nil removes a member.
func replaced(v any, path string, other any) any {
	if path == "" {
		return other
	}
	name, rest, _ := strings.Cut(path[1:], ">")
	if rest != "" {
		rest = ">" + rest
	}
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		if out[name] = replaced(v[name], rest, other); out[name] == nil {
			delete(out, name)
		}
		return out
	case []any:
		out := slices.Clone(v)
		for i := range out {
			if fmt.Sprint(i) == name {
				out[i] = replaced(v[i], rest, other)
			}
		}
		return out
	}
	return v
}

// paths are those of all values below one, such as ">a>0>b".
func paths(v any, at string) (out []string) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			path := at + ">" + name
			out = append(append(out, path), paths(v[name], path)...)
		}
	case []any:
		for i := range v {
			path := fmt.Sprintf("%s>%d", at, i)
			out = append(append(out, path), paths(v[i], path)...)
		}
	}
	return out
}
