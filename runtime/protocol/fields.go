package protocol

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// field is a member of an object and a pointer to where its value goes, or the
// fields of the object that it is.
type field struct {
	name string
	to   any
}

// readFields reads an object of the expected form, faster than encoding/json
// does, and reports false for any other: then encoding/json decides what else is
// accepted, and says what is wrong. What stays raw shares memory with raw.
func readFields(raw json.RawMessage, fields []field) bool {
	if len(raw) == 0 || raw[0] != '{' || raw[len(raw)-1] != '}' {
		return false
	}
	ok := true
	err := jsonrpc.Members(raw, func(name []byte, value json.RawMessage) {
		ok = ok && readField(fields, name, value)
	})
	return ok && err == nil
}

// readField reads a member, or skips one that is none of the fields. A name that
// differs in case only is left to encoding/json.
func readField(fields []field, name []byte, value json.RawMessage) bool {
	for _, f := range fields {
		if f.name == string(name) {
			return readValue(value, f.to)
		}
	}
	for _, f := range fields {
		if strings.EqualFold(f.name, string(name)) {
			return false
		}
	}
	return true
}

func readValue(value json.RawMessage, to any) bool {
	switch to := to.(type) {
	case *json.RawMessage:
		*to = value
		return true
	case []field:
		return readFields(value, to)
	case *[]Content:
		return readContents(value, to)
	case **ListCapability:
		return readListCapability(value, to)
	case *bool:
		*to = value[0] == 't'
		return value[0] == 't' || value[0] == 'f'
	case *string:
		if value[0] == '"' && bytes.IndexByte(value, '\\') < 0 && utf8.Valid(value) {
			*to = string(value[1 : len(value)-1])
			return true
		}
	}
	return json.Unmarshal(value, to) == nil
}

func readContents(value json.RawMessage, to *[]Content) bool {
	blocks, err := jsonrpc.Elements(value)
	if err != nil || *to != nil {
		return false
	}
	*to = make([]Content, len(blocks))
	for i, block := range blocks {
		if !(*to)[i].read(block) {
			return false
		}
	}
	return true
}

func readListCapability(value json.RawMessage, to **ListCapability) bool {
	if *to != nil {
		return false
	}
	*to = new(ListCapability)
	return readFields(value, []field{{"listChanged", &(*to).ListChanged}})
}
