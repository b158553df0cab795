package simplecall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// ParseSSE finds the one envelope in the whole text of an answer (OMP-TP-105): the
// JSON of the first line that begins with "data: ", space included, else the whole
// text as JSON. Data lines that hold nothing, "[DONE]" or a falsy value (null,
// false, 0, "") are passed over; if the whole text is falsy or no JSON there is no
// envelope and the result is nil. A data line with anything else that is no JSON
// is an error, whatever the other lines hold (F-57). The result shares memory with
// text.
func ParseSSE(text []byte) (json.RawMessage, error) {
	for line := range bytes.Lines(text) {
		data, found := bytes.CutPrefix(line, []byte("data: "))
		data = bytes.TrimSpace(data)
		if !found || len(data) == 0 || string(data) == "[DONE]" {
			continue
		}
		if err := check(data); err != nil {
			return nil, fmt.Errorf("parsing a data line: %w", err)
		}
		if truthy(data) {
			return data, nil
		}
	}
	whole := bytes.TrimSpace(text)
	if check(whole) != nil || !truthy(whole) {
		return nil, nil
	}
	return whole, nil
}

// check returns what is wrong with a JSON text.
func check(text []byte) error {
	if json.Valid(text) {
		return nil
	}
	var value json.RawMessage
	return json.Unmarshal(text, &value)
}

// truthy reports whether JavaScript takes a valid JSON text for true.
func truthy(text []byte) bool {
	switch text[0] {
	case 'n', 'f':
		return false
	case '"':
		return len(text) > len(`""`)
	case '{', '[', 't':
		return true
	}
	if digits := bytes.TrimPrefix(text, []byte("-")); digits[0] != '0' && !bytes.ContainsAny(digits, "eE") {
		return true // 1 or more, of any length
	}
	n, _ := strconv.ParseFloat(string(text), 64) // infinite if it is too large
	return n != 0
}
