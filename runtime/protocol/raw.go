package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// decodeKeeping decodes data into shape, a view without methods on the value
// that is being decoded, and returns a copy of data to be kept as its raw form.
func decodeKeeping(data []byte, what string, shape any) (json.RawMessage, error) {
	if data[0] != '{' { // null would decode without an error
		return nil, fmt.Errorf("reading a %s: not an object", what)
	}
	if err := json.Unmarshal(data, shape); err != nil {
		return nil, fmt.Errorf("reading a %s: %w", what, err)
	}
	return bytes.Clone(data), nil
}

// encodeKept writes the raw form if there is one, else the shape.
func encodeKept(raw json.RawMessage, shape any) ([]byte, error) {
	if raw != nil {
		return raw, nil
	}
	return json.Marshal(shape)
}

// decodeEach decodes every definition on its own, so that one bad definition
// does not cost the others (FF-37). The errors name the position, from 0.
func decodeEach[T any](raws []json.RawMessage) (good []T, bad []error) {
	for i, raw := range raws {
		var v T
		if err := json.Unmarshal(raw, &v); err != nil {
			bad = append(bad, fmt.Errorf("definition %d: %w", i, err))
			continue
		}
		good = append(good, v)
	}
	return good, bad
}
