package server

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
)

// tampered is a state that was changed; false = it cannot be in this way.
func tampered(state, how string) (string, bool) {
	switch n := len(state); how {
	case "cut":
		return state[:n/2], n > 1
	case "made up":
		return "mcpsim-no-such-state", true
	case "changed at the end":
		return state[:n-1] + otherByte(state[n-1]), n > 0
	case "changed in the middle":
		return state[:n/2] + otherByte(state[n/2]) + state[n/2+1:], n > 1
	}
	return changedValue(state)
}

// otherByte is another character of the same kind.
func otherByte(b byte) string {
	switch {
	case b == 'A' || b == 'a' || b == '0':
		return string(b + 1)
	case b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= '0' && b <= '9':
		return string(b - 1)
	}
	return "A"
}

// changedValue changes a value in a state that is JSON, as it is or in base64, whole or in
// one of the pieces between dots.
func changedValue(state string) (string, bool) {
	pieces := strings.Split(state, ".")
	for i, piece := range pieces {
		if changed, ok := otherJSON([]byte(piece)); ok {
			pieces[i] = string(changed)
			return strings.Join(pieces, "."), true
		}
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
			text, err := encoding.DecodeString(piece)
			if err != nil {
				continue
			}
			if changed, ok := otherJSON(text); ok {
				pieces[i] = encoding.EncodeToString(changed)
				return strings.Join(pieces, "."), true
			}
		}
	}
	return "", false
}

// otherJSON changes each string and number in JSON.
func otherJSON(text []byte) ([]byte, bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value any
	if d.Decode(&value) != nil || d.More() {
		return nil, false
	}
	if _, plain := value.(json.Number); plain {
		return nil, false
	}
	out, err := json.Marshal(otherValue(value))
	return out, err == nil && !bytes.Equal(bytes.TrimSpace(text), out)
}

func otherValue(value any) any {
	switch v := value.(type) {
	case string:
		return v + "x"
	case json.Number:
		return json.Number(v.String() + "1")
	case bool:
		return !v
	case []any:
		for i := range v {
			v[i] = otherValue(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = otherValue(v[key])
		}
	}
	return value
}
