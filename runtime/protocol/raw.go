package protocol

import "encoding/json"

// encodeKept writes the raw form if there is one, else the shape.
func encodeKept(raw json.RawMessage, shape any) ([]byte, error) {
	if raw != nil {
		return raw, nil
	}
	return json.Marshal(shape)
}
