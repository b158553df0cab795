package config

import (
	"encoding/json"
	"fmt"

	"github.com/tailscale/hujson"
)

// entry reads the definition of one server.
type entry struct {
	Server
	decoder *decoder
	seen    map[string]int // field to the offset of its first key
	skipped bool
}

// knownKeys are offered when a key is misspelt.
var knownKeys = []string{"type", "transport", "command", "args", "env", "cwd", "url", "headers",
	"timeout", "enabled", "auth", "oauth"}

func (e *entry) read(object *hujson.Object) {
	for _, m := range object.Members {
		key := text(m.Name)
		e.repeated(m.Name.StartOffset, key)
		if m.Value.Value.Kind() != 'n' { // null is a way to write "not set"
			e.set(m.Name.StartOffset, key, m.Value)
		}
	}
	if e.Type == "" && e.Command == "" && e.URL != "" {
		e.Type = HTTP
	} else if e.Type == "" {
		e.Type = Stdio
	}
}

func (e *entry) repeated(offset int, key string) {
	field := key
	if key == "transport" { // VS Code's word for "type" (F-02)
		field = "type"
	}
	if first, ok := e.seen[field]; ok {
		e.decoder.report(offset, e.Name, "%q is given again; this value replaces the one in line %d", key, e.decoder.line(first))
		return
	}
	e.seen[field] = offset
}

func (e *entry) set(offset int, key string, v hujson.Value) {
	switch key {
	case "type", "transport":
		e.Type = e.text(key, v)
	case "command":
		e.Command = e.text(key, v)
	case "args":
		e.Args = e.list(key, v)
	case "env":
		e.Env = e.texts(key, v)
	case "cwd":
		e.Cwd = e.text(key, v)
	case "url":
		e.URL = e.text(key, v)
	case "headers":
		e.Headers = e.texts(key, v)
	case "timeout":
		e.setTimeout(v)
	case "enabled":
		e.setEnabled(v)
	case "auth":
		e.Auth = e.object(key, v)
	case "oauth":
		e.OAuth = e.object(key, v)
	case "disabled":
		e.decoder.report(offset, e.Name, `"disabled" is ignored, use "enabled": false`)
	default:
		e.decoder.report(offset, e.Name, "unknown key %q%s", key, didYouMean(key, knownKeys))
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

func (e *entry) object(field string, v hujson.Value) json.RawMessage {
	if _, ok := v.Value.(*hujson.Object); !ok {
		e.wrongType(field, "an object", v)
		return nil
	}
	v = v.Clone()
	v.BeforeExtra, v.AfterExtra = nil, nil
	v.Minimize()
	return v.Pack()
}

// setTimeout takes whole and fractional milliseconds.
func (e *entry) setTimeout(v hujson.Value) {
	if v.Value.Kind() == '0' {
		if ms := v.Value.(hujson.Literal).Float(); ms >= 0 {
			e.Timeout = new(milliseconds(ms))
			return
		}
	}
	e.decoder.report(v.StartOffset, e.Name, `"timeout" is ignored: it must be a number of milliseconds, at least 0`)
}

func (e *entry) setEnabled(v hujson.Value) {
	switch v.Value.Kind() {
	case 't', 'f':
		e.Enabled = new(v.Value.Kind() == 't')
	default:
		e.decoder.report(v.StartOffset, e.Name, `"enabled" is ignored: it must be true or false, not %s`, kindName(v))
	}
}
