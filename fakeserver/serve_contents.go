package fakeserver

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/jsonparts"
)

type contentsShape struct {
	URI      string  `json:"uri"`
	MIMEType string  `json:"mimeType"`
	Text     *string `json:"text,omitempty"`
	Blob     string  `json:"blob,omitempty"`
}

func (x *exec) readResource() {
	r := x.resource()
	if r == nil {
		return
	}
	if x.question("resource "+r.URI, r.Rounds) {
		return
	}
	out := contentsShape{URI: r.URI, MIMEType: r.mimeType(), Blob: r.Blob}
	if r.Blob == "" {
		out.Text = &r.Text
	}
	x.ok(map[string]any{"contents": []contentsShape{out}})
}

// subscribe and unsubscribe accept any resource there is; updates are scripted.
func (x *exec) subscribe() {
	if x.resource() != nil {
		x.ok(struct{}{})
	}
}

// resource is the one that the request names, on offer or made from a template.
// If there is none, the request has been answered.
func (x *exec) resource() *Resource {
	uri, offer := textMember(x.msg.params, "uri"), x.c.offer()
	for i := range offer.Resources {
		if offer.Resources[i].URI == uri {
			return &offer.Resources[i]
		}
	}
	for _, t := range offer.Templates {
		if r := t.resource(uri); r != nil {
			return r
		}
	}
	x.failWith(codeNoResource, "Resource not found", map[string]string{"uri": uri})
	return nil
}

// resource is the one with this URI, or nil.
func (t *Template) resource(uri string) *Resource {
	if t.Text == "" {
		return nil
	}
	variables, fits := match(t.URITemplate, uri)
	if !fits {
		return nil
	}
	return &Resource{URI: uri, MIMEType: t.MIMEType, Text: strings.NewReplacer(variables...).Replace(t.Text)}
}

// match reads the variables of a template from a URI, as pairs "{name}", value. A
// variable stands for one or more characters other than /, as few as will do.
func match(template, uri string) (variables []string, fits bool) {
	for {
		literal, rest, more := strings.Cut(template, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !more || !closed {
			return variables, uri == template
		}
		tail, ok := strings.CutPrefix(uri, literal)
		if !ok {
			return nil, false
		}
		next, _, _ := strings.Cut(after, "{")
		end := len(tail)
		if next != "" {
			end = strings.Index(tail, next)
		}
		if end < 1 || strings.Contains(tail[:end], "/") {
			return nil, false
		}
		variables = append(variables, "{"+name+"}", tail[:end])
		template, uri = after, tail[end:]
	}
}

func (x *exec) getPrompt() {
	var name string
	var arguments map[string]string
	if !x.param("name", &name) || !x.param("arguments", &arguments) {
		return
	}
	p := x.prompt(name)
	if p == nil {
		return
	}
	if x.question("prompt "+name, p.Rounds) {
		return
	}
	var plain, quoted []string // pairs "{name}", value
	for _, a := range p.Arguments {
		value, given := arguments[a.Name]
		if a.Required && !given {
			x.fail(codeInvalidParams, fmt.Sprintf("Missing argument: %s", a.Name))
			return
		}
		plain = append(plain, "{"+a.Name+"}", value)
		quoted = append(quoted, "{"+a.Name+"}", quotedText(value))
	}
	messages := filled(p.Messages, strings.NewReplacer(quoted...))
	if messages == nil {
		messages = encode([]promptMessage{{"user", textBlock{"text", strings.NewReplacer(plain...).Replace(p.Text)}}})
	}
	x.ok(promptResult{p.Description, messages})
}

// prompt is the one of that name on offer. If there is none, the request has been
// answered.
func (x *exec) prompt(name string) *Prompt {
	prompts := x.c.offer().Prompts
	i := slices.IndexFunc(prompts, func(p Prompt) bool { return p.Name == name })
	if i < 0 {
		x.fail(codeInvalidParams, "Unknown prompt: "+name)
		return nil
	}
	return &prompts[i]
}

type promptResult struct {
	Description string          `json:"description,omitempty"`
	Messages    json.RawMessage `json:"messages"`
}

type promptMessage struct {
	Role    string    `json:"role"`
	Content textBlock `json:"content"`
}

type textBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// filled replaces what stands for values in the strings of a JSON value. The
// values are quoted texts, so the value stays valid; what begins with { outside of
// strings is no name.
func filled(raw json.RawMessage, values *strings.Replacer) json.RawMessage {
	if raw == nil {
		return nil
	}
	return json.RawMessage(values.Replace(string(raw)))
}

// namesIn are the names that stand in braces in a text, without braces of their own: a replacer
// of all that a client sends would take more memory than its message.
func namesIn(text string) map[string]bool {
	names := map[string]bool{}
	for {
		before, rest, closed := strings.Cut(text, "}")
		if !closed {
			return names
		}
		if i := strings.LastIndexByte(before, '{'); i >= 0 {
			names[before[i+1:]] = true
		}
		text = rest
	}
}

// quotable are the members of an object that are strings and that a text names, as pairs
// "{name}" and value, for filled.
func quotable(object, text json.RawMessage) (pairs []string) {
	names := namesIn(string(text))
	for name, value := range jsonparts.Members(object) {
		if value[0] == '"' && names[string(name)] {
			pairs = append(pairs, "{"+string(name)+"}", string(value[1:len(value)-1]))
		}
	}
	return pairs
}

// quotedText is how text stands in a JSON string.
func quotedText(text string) string {
	token := encode(text)
	return string(token[1 : len(token)-1])
}
