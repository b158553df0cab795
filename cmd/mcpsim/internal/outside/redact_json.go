package outside

import (
	"bytes"
	"encoding/json"
)

// JSON is a JSON text without secrets, each of its strings as [Redactor.Text] returns it.
// A name of a member may be one of mcpsim's own and is redacted as [Redactor.Own] does. It
// is nil if in is none.
func (h *Redactor) JSON(in json.RawMessage) json.RawMessage {
	return jsonWith(in, h.Text, func(name string) string { return h.Own(name) })
}

// Whole is JSON with strings of their whole length, for answers of a server. What holds no
// secret stays as it is, byte for byte.
func (h *Redactor) Whole(in json.RawMessage) json.RawMessage {
	changed, r := false, h.current()
	noting := func(hide func(string) string) func(string) string {
		return func(s string) string {
			hidden := hide(s)
			changed = changed || hidden != s
			return hidden
		}
	}
	if out := jsonWith(in, noting(r.Text), noting(r.Own)); changed {
		return out
	}
	return in
}

// jsonWith is a JSON text with other strings and other names of members.
func jsonWith(in json.RawMessage, text, name func(string) string) json.RawMessage {
	if len(in) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(in))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(valueWith(v, text, name)) != nil {
		return nil
	}
	return bytes.TrimSpace(out.Bytes())
}

func valueWith(v any, text, name func(string) string) any {
	switch v := v.(type) {
	case string:
		return text(v)
	case []any:
		for i := range v {
			v[i] = valueWith(v[i], text, name)
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for member, one := range v {
			out[name(member)] = valueWith(one, text, name)
		}
		return out
	case json.Number:
		if hidden := text(v.String()); hidden != v.String() {
			return hidden
		}
	}
	return v
}
