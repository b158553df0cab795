package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/words"
)

// mended is what a call comes to whose headers were refused: the tools may have changed.
func (c *miniClient) mended(params string, result json.RawMessage, err error, timeout time.Duration) (json.RawMessage, error) {
	most := 1
	if c.is("M-CLI-25.again") {
		most = 200
	}
	for range most {
		var refused rpcError
		if !errors.As(err, &refused) || !c.modern.Load() || c.is("M-CLI-25") {
			break
		}
		code, _ := refused.code()
		if code == -32022 && c.is("M-CLI-41.late") {
			_ = c.goBack()
		}
		if code != -32020 {
			break
		}
		if !c.is("M-CLI-25.blind") {
			if err := c.list(); err != nil {
				return nil, err
			}
		}
		result, err = c.request("tools/call", params, timeout)
	}
	return result, err
}

// deaf reports whether a mutant reads nothing again although the server has told it of a change.
func (c *miniClient) deaf() bool {
	return c.modern.Load() && (c.is("M-CLI-156") && c.lasting.Load() || c.is("M-CLI-156.never"))
}

// filter is what a subscription asks for.
func (c *miniClient) filter() string {
	switch c.mutant {
	case "M-CLI-70.all":
		return `{"notifications":{"toolsListChanged":true,"promptsListChanged":true}}`
	case "M-CLI-130.filter":
		return `{"notifications":{"toolsListChanged":"true"}}`
	case "M-CLI-70.empty":
		return `{}`
	}
	return `{"notifications":{"toolsListChanged":true}}`
}

// saysOld sends what there is in sessions alone.
func (c *miniClient) saysOld() {
	switch c.mutant {
	case "M-CLI-61.get":
		c.link.listen()
	case "M-CLI-119.tasks":
		_, _ = c.request("tasks/list", `{}`, time.Second)
	case "M-CLI-119.progress":
		c.notify("notifications/progress", `{"progressToken":1,"progress":1}`)
	case "M-CLI-119.initialized":
		c.notify("notifications/initialized", `{}`)
	case "M-CLI-133":
		_, _ = c.request("prompts/list", `{}`, time.Second)
	case "M-CLI-119.ping":
		_, _ = c.request("ping", `{}`, time.Second)
	}
}

// state is the requestState that goes back for one that was given; "" = none does.
func (c *miniClient) state(given json.RawMessage) string {
	var text string
	_ = json.Unmarshal(given, &text)
	if given != nil {
		c.lastState = string(given)
	}
	switch {
	case c.is("M-CLI-27"):
		return ""
	case c.is("M-CLI-27.invented") && given == nil:
		return `""`
	case c.is("M-CLI-27.null") && given == nil:
		return `null`
	case c.is("M-CLI-27.trim") && given != nil:
		return fmt.Sprintf("%q", strings.TrimSpace(text))
	case c.is("M-CLI-27.falsy") && text == "":
		return ""
	case c.is("M-CLI-27.composed") && given != nil:
		return strings.ReplaceAll(string(given), "e\u0301", "é")
	case c.is("M-CLI-27.earlier"):
		return c.lastState
	}
	return string(given)
}

// listFits says why a page of a list is none.
func (c *miniClient) listFits(resultType string) error {
	switch {
	case !c.modern.Load() || resultType == "complete":
		return nil
	case resultType == "" && !c.is("M-CLI-26.old"), resultType != "" && c.is("M-CLI-26.list"):
		return nil
	}
	return fmt.Errorf("a list of the type %q", resultType)
}

// concerns reports whether a notification is for this client: without a handshake that is
// what names one of its subscriptions.
func (c *miniClient) concerns(params json.RawMessage) bool {
	var p struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	_ = json.Unmarshal(params, &p)
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.modern.Load() || c.is("M-CLI-75") || slices.Contains(c.subscribed, string(p.Meta[newestKey+"subscriptionId"]))
}

// mirrors collects the headers that a schema asks for, by the paths of their arguments, and
// reports whether all of them are such as there can be.
func (c *miniClient) mirrors(schema map[string]any, path string, seen map[string]bool, into map[string]string) bool {
	properties, _ := schema["properties"].(map[string]any)
	valid := true
	for argument, one := range properties {
		property, _ := one.(map[string]any)
		if !c.is("M-CLI-65", "M-CLI-65.beside") {
			valid = c.mirrors(property, path+argument+"/", seen, into) && valid
		}
		valid = valid && (!asksBelow(property) || c.is("M-CLI-24.deep") || c.is("M-CLI-24.definitions") && property["$defs"] != nil)
		named, asked := property["x-mcp-header"]
		header, isText := named.(string)
		if !isText {
			valid = valid && (!asked || c.is("M-CLI-24.any"))
			continue
		}
		low := strings.ToLower(header)
		plain := slices.Contains([]any{"string", "integer", "boolean"}, property["type"]) || property["type"] == "number" && c.is("M-CLI-24.number") ||
			property["type"] == "array" && c.is("M-CLI-24.array")
		valid = valid && (words.IsToken(header) || c.is("M-CLI-24.colon") && header == "my:a") && !seen[low] && plain
		seen[low], into[path+argument] = true, header
	}
	return valid
}

// valueAt is the text of an argument at a path; ok = it is there, and not null.
func valueAt(arguments json.RawMessage, path string) (text string, ok bool) {
	for name := range strings.SplitSeq(path, "/") {
		var members map[string]json.RawMessage
		_ = json.Unmarshal(arguments, &members)
		arguments = members[name]
	}
	if json.Unmarshal(arguments, &text) != nil {
		text = string(arguments)
	}
	return text, arguments != nil && string(arguments) != "null"
}

// asksBelow reports whether a header is asked for where no value of the property itself is.
func asksBelow(property map[string]any) bool {
	rest := maps.Clone(property)
	delete(rest, "x-mcp-header")
	delete(rest, "properties")
	raw, _ := json.Marshal(rest)
	return strings.Contains(string(raw), `"x-mcp-header"`)
}

// asNumber is a number as some languages write what is large.
func (c *miniClient) asNumber(value string) string {
	if number, err := strconv.ParseFloat(value, 64); err == nil && c.is("M-CLI-64.exponent") {
		return strconv.FormatFloat(number, 'g', 6, 64)
	}
	return value
}

// nameInHeader is the name of what is called.
func (l *webLink) nameInHeader(name string) string {
	if l.c.is("M-CLI-63.name", "M-CLI-65.beside") {
		return name
	}
	return l.inHeader(name)
}

// adorn adds to _meta what a request may say beside what it must.
func (c *miniClient) adorn(meta message, method string) {
	switch {
	case c.is("M-CLI-129"):
		meta.set("com..example/trace", "1")
	case c.is("M-CLI-22.flag"):
		meta.set(newestKey+"clientCapabilities", `{"elicitation":true}`)
	case c.is("M-CLI-22.extension"):
		meta.set(newestKey+"clientCapabilities", `{"elicitation":{},"extensions":{"tasks":{}}}`)
	case c.is("M-CLI-129.baggage"):
		meta.set("baggage", "17")
	case c.is("M-CLI-129.zero"):
		meta.set("traceparent", `"00-00000000000000000000000000000000-00f067aa0ba902b7-01"`)
	case c.is("M-CLI-129.level"):
		meta.set(newestKey+"logLevel", `"verbose"`)
	case c.is("M-CLI-129.trace") && method == "tools/call":
		meta.set("traceparent", `"17"`)
	case c.is("ok.text"):
		meta.set("com.example/a.b_c-1", "1")
		meta.set("traceparent", `"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"`)
		meta.set(newestKey+"logLevel", `"info"`)
	}
}

// inHeader is a value as a header can hold it.
func (l *webLink) inHeader(text string) string {
	if l.c.is("M-CLI-63.break") {
		text = strings.ReplaceAll(text, "\n", " ")
	}
	plain := !strings.HasPrefix(text, "=?base64?") && (strings.TrimSpace(text) == text || l.c.is("M-CLI-63.end") && strings.TrimLeft(text, " ") == text)
	for _, r := range text {
		plain = plain && r >= ' ' && r <= '~'
	}
	if plain || l.c.is("M-CLI-63") && !strings.Contains(text, "\n") || l.c.is("M-CLI-63.sentinel") && strings.HasPrefix(text, "=?") {
		return text
	}
	switch l.c.mutant {
	case "M-CLI-63.alphabet":
		return "=?base64?" + base64.URLEncoding.EncodeToString([]byte(text)) + "?="
	case "M-CLI-63.lines":
		return "=?base64?" + strings.Join(slices.Collect(folded(base64.StdEncoding.EncodeToString([]byte(text)), 76)), " ") + "?="
	}
	return "=?base64?" + base64.StdEncoding.EncodeToString([]byte(text)) + "?="
}

// folded cuts a text as encoders of mail do.
func folded(text string, length int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for ; len(text) > length; text = text[length:] {
			if !yield(text[:length]) {
				return
			}
		}
		yield(text)
	}
}
