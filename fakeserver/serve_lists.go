package fakeserver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// page answers a list request: the items from the cursor on, as many as fit.
func (x *exec) page(name string, items list) {
	var cursor *string
	if !x.param("cursor", &cursor) {
		return
	}
	from := 0
	if cursor != nil && !x.s.cursors.has[*cursor] {
		var ok bool
		if from, ok = readCursor(name, *cursor); !ok || from > items.length {
			x.fail(codeInvalidParams, "Invalid params: unknown cursor")
			return
		}
	}
	to := items.length
	if size := x.s.script.PageSize; size > 0 {
		to = min(to, from+size)
	}
	result := append(appendText([]byte(`{`), name), ":["...)
	for i := from; i < to; i++ {
		if i > from {
			result = append(result, ',')
		}
		result = append(result, items.item(i)...)
	}
	result = append(result, ']')
	if to < items.length {
		result = fmt.Appendf(result, `,"nextCursor":%q`, writeCursor(name, to))
	}
	x.reply.result = append(result, '}')
}

// writeCursor is opaque to clients: base64 of the list's name and a position.
func writeCursor(name string, from int) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%s:%d", name, from))
}

func readCursor(name, cursor string) (from int, ok bool) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	number, found := strings.CutPrefix(string(text), name+":")
	if err != nil || !found {
		return 0, false
	}
	from, err = strconv.Atoi(number)
	return from, err == nil && from > 0
}

// toolShape is a tool on the wire.
type toolShape struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  json.RawMessage `json:"annotations,omitempty"`
}

var anyObject = json.RawMessage(`{"type":"object"}`)

func (t *Tool) shape() json.RawMessage {
	if t.Raw != nil {
		return encode(t.Raw)
	}
	out := toolShape{t.Name, t.Title, t.Description, t.InputSchema, t.OutputSchema, t.Annotations}
	if out.InputSchema == nil {
		out.InputSchema = anyObject
	}
	return encode(out)
}

type resourceShape struct {
	URI         string `json:"uri"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	MIMEType    string `json:"mimeType,omitempty"`
}

type templateShape struct {
	URITemplate string `json:"uriTemplate"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	MIMEType    string `json:"mimeType,omitempty"`
}

type argumentShape struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

type promptShape struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Arguments   []argumentShape `json:"arguments,omitempty"`
}

func (x *exec) listTools() {
	x.page("tools", shapes(x.c.offer().Tools, (*Tool).shape))
}

func (x *exec) listResources() {
	x.page("resources", shapes(x.c.offer().Resources, func(r *Resource) json.RawMessage {
		return encode(resourceShape{r.URI, either(r.Name, r.URI), r.Description, r.mimeType()})
	}))
}

func (x *exec) listTemplates() {
	x.page("resourceTemplates", shapes(x.c.offer().Templates, func(t *Template) json.RawMessage {
		return encode(templateShape{t.URITemplate, either(t.Name, t.URITemplate), t.Description, t.MIMEType})
	}))
}

func (x *exec) listPrompts() {
	x.page("prompts", shapes(x.c.offer().Prompts, func(p *Prompt) json.RawMessage {
		out := promptShape{Name: p.Name, Description: p.Description}
		for _, a := range p.Arguments {
			out.Arguments = append(out.Arguments, argumentShape{a.Name, a.Description, a.Required})
		}
		return encode(out)
	}))
}

// list is a list whose items are encoded when their page is asked for: a list of many
// pages costs no more than its items.
type list struct {
	length int
	item   func(i int) json.RawMessage // as one line of JSON
}

func shapes[T any](all []T, shape func(*T) json.RawMessage) list {
	return list{len(all), func(i int) json.RawMessage { return shape(&all[i]) }}
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (r *Resource) mimeType() string { return either(r.MIMEType, "text/plain") }
