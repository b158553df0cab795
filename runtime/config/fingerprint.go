package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Fingerprint is the identity of a definition: the SHA-256, in hex, of its
// unresolved fields as JSON with sorted keys (F-22). Rotating a secret that is
// looked up does not change it; changing any written field does. Name and source
// are not part of it, and neither is spelling: an empty list counts as an absent
// one, no type as stdio, no "enabled" as true.
func Fingerprint(s Server) string {
	fields := map[string]any{"type": s.Transport(), "enabled": s.IsEnabled()}
	putText(fields, "command", s.Command)
	putText(fields, "cwd", s.Cwd)
	putText(fields, "url", s.URL)
	putText(fields, "era", s.Era)
	if len(s.Args) > 0 {
		fields["args"] = s.Args
	}
	if len(s.Env) > 0 {
		fields["env"] = s.Env
	}
	if len(s.Headers) > 0 {
		fields["headers"] = s.Headers
	}
	if s.Timeout != nil {
		fields["timeout"] = s.Timeout.Nanoseconds()
	}
	putRaw(fields, "auth", s.Auth)
	putRaw(fields, "oauth", s.OAuth)
	return hashJSON(fields)
}

func putText(fields map[string]any, key, value string) {
	if value != "" {
		fields[key] = value
	}
}

// putRaw stores raw JSON in decoded form, so that key order and white space do
// not count. What is no JSON counts as null.
func putRaw(fields map[string]any, key string, raw json.RawMessage) {
	if raw != nil {
		fields[key] = decodeAny(raw)
	}
}

// decodeAny decodes JSON and keeps numbers as they are written; nil if it is none.
func decodeAny(raw []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_ = d.Decode(&v)
	return v
}

// hashJSON relies on encoding/json sorting the keys of maps. It cannot fail: all
// values are strings, numbers, booleans, lists and maps of these.
func hashJSON(v any) string {
	data, _ := json.Marshal(v)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
