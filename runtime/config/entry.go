package config

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/mcpsim/mcpsim/internal/words"
)

// entry reads the definition of one server.
type entry struct {
	Server
	decoder *decoder
	seen    map[string]int // field to the offset of its first key
	skipped bool

	// What is put together once all keys are read.
	argv      []string
	forwarded []string
	lookedUp  map[string]string
	bearer    string
}

func (e *entry) read(object *hujson.Object) {
	for _, m := range object.Members {
		name := text(m.Name)
		field, known := e.decoder.format.field(name)
		null := m.Value.Value.Kind() == 'n' // a way to write "not set"
		if known {
			e.repeated(m.Name.StartOffset, name, field)
		}
		switch {
		case null:
		case known:
			e.set(field, name, m.Value)
		default:
			e.unknown(m.Name.StartOffset, name)
		}
	}
	e.assemble()
	if e.Type == "websocket" {
		e.Type = WebSocket // the other name in use
	}
	if e.Type == "" && e.Command == "" && e.URL != "" {
		e.Type = byScheme(e.URL)
	} else if e.Type == "" {
		e.Type = Stdio
	}
}

// unknown reports a key that means nothing. Other programs have keys of their
// own, which are their business unless they look like a slip.
func (e *entry) unknown(offset int, name string) {
	f := e.decoder.format
	hint := words.DidYouMean(name, f.names())
	switch {
	case name == "disabled":
		e.decoder.report(offset, e.Name, `"disabled" is ignored, use "enabled": false`)
	case hint != "" || !f.foreign:
		e.decoder.report(offset, e.Name, "unknown key %q%s", name, hint)
	}
}

func (e *entry) repeated(offset int, name, field string) {
	if first, ok := e.seen[field]; ok {
		e.decoder.report(offset, e.Name, "%q is given again; this value replaces the one in line %d", name, e.decoder.line(first))
		return
	}
	e.seen[field] = offset
}

// set reads the value of a field, as name calls it.
func (e *entry) set(field, name string, v hujson.Value) {
	switch field {
	case "type":
		e.Type = e.text(name, v)
		if word, ok := e.decoder.format.types[e.Type]; ok {
			e.Type = word
		}
	case "command":
		e.Command = e.text(name, v)
	case "args":
		e.Args = e.list(name, v)
	case "env":
		e.Env = e.texts(name, v)
	case "cwd":
		e.Cwd = e.text(name, v)
	case "url":
		e.URL = e.text(name, v)
	case "headers":
		e.Headers = e.texts(name, v)
	case "timeout":
		e.setTimeout(name, v, 1)
	case "enabled":
		e.setEnabled(v)
	case "auth":
		e.Auth = e.object(name, v)
	case "oauth":
		e.OAuth = e.object(name, v)
	default:
		e.setSpecial(field, name, v)
	}
}

// setSpecial reads what only some formats have.
func (e *entry) setSpecial(field, name string, v hujson.Value) {
	switch field {
	case fieldArgv:
		if v.Value.Kind() == '"' {
			e.argv = []string{text(v)}
			return
		}
		e.argv = e.list(name, v)
	case fieldSeconds:
		e.setTimeout(name, v, 1000)
	case fieldForwarded:
		e.forwarded = e.list(name, v)
	case fieldLookedUp:
		e.lookedUp = e.texts(name, v)
	case fieldBearerName:
		e.bearer = e.text(name, v)
	}
}

// skip leaves the whole server out.
func (e *entry) skip(offset int, format string, args ...any) {
	e.skipped = true
	e.decoder.report(offset, e.Name, "left out: "+format, args...).Skipped = true
}

func (e *entry) wrongType(field, want string, v hujson.Value) {
	e.skip(v.StartOffset, "%q must be %s, not %s", field, want, kindName(v))
}

func (e *entry) text(field string, v hujson.Value) string {
	if v.Value.Kind() != '"' {
		e.wrongType(field, "a string", v)
		return ""
	}
	return text(v)
}

func (e *entry) list(field string, v hujson.Value) []string {
	array, ok := v.Value.(*hujson.Array)
	if !ok {
		e.wrongType(field, "a list of strings", v)
		return nil
	}
	out := make([]string, 0, len(array.Elements))
	for i, element := range array.Elements {
		out = append(out, e.text(fmt.Sprintf("%s[%d]", field, i), element))
	}
	return out
}

func (e *entry) texts(field string, v hujson.Value) map[string]string {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		e.wrongType(field, "an object of strings", v)
		return nil
	}
	out := make(map[string]string, len(object.Members))
	for _, m := range object.Members {
		key := text(m.Name)
		if _, ok := out[key]; ok {
			e.decoder.report(m.Name.StartOffset, e.Name, "%q is given again; this value is used", field+"."+key)
		}
		out[key] = e.text(field+"."+key, m.Value)
	}
	return out
}

// object keeps an object as it is written. false is a way to write "none".
func (e *entry) object(field string, v hujson.Value) json.RawMessage {
	if v.Value.Kind() == 'f' {
		return nil
	}
	if _, ok := v.Value.(*hujson.Object); !ok {
		e.wrongType(field, "an object", v)
		return nil
	}
	v = v.Clone()
	v.BeforeExtra, v.AfterExtra = nil, nil
	v.Minimize()
	return v.Pack()
}

// setTimeout takes whole and fractional numbers of units, which are so many
// milliseconds each.
func (e *entry) setTimeout(name string, v hujson.Value, unit float64) {
	n, ok := e.number(v)
	if !ok || n < 0 {
		unitName := "milliseconds"
		if unit == 1000 {
			unitName = "seconds"
		}
		e.decoder.report(v.StartOffset, e.Name, "%q is ignored: it must be a number of %s, at least 0", name, unitName)
		return
	}
	e.Timeout = new(milliseconds(n * unit))
}

func (e *entry) number(v hujson.Value) (n float64, ok bool) {
	switch v.Value.Kind() {
	case '0':
		return v.Value.(hujson.Literal).Float(), true
	case '"':
		if e.decoder.format.loose {
			return parseNumber(strings.TrimSpace(text(v)))
		}
	}
	return 0, false
}

func (e *entry) setEnabled(v hujson.Value) {
	switch kind := v.Value.Kind(); {
	case kind == 't' || kind == 'f':
		e.Enabled = new(kind == 't')
		return
	case kind == '"' && e.decoder.format.loose:
		if value, ok := truthWords[text(v)]; ok {
			e.Enabled = new(value)
			return
		}
	}
	e.decoder.report(v.StartOffset, e.Name, `"enabled" is ignored: it must be true or false, not %s`, kindName(v))
}

// truthWords are the strings that a loose format takes for a truth value (F-08).
var truthWords = map[string]bool{"true": true, "1": true, "false": false, "0": false}

// byScheme is the transport of a definition that has a URL and no type.
func byScheme(url string) string {
	if scheme, _, _ := strings.Cut(url, "://"); scheme == "ws" || scheme == "wss" {
		return WebSocket
	}
	return HTTP
}
