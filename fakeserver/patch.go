package fakeserver

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// mergePatch applies a JSON merge patch (RFC 7396). Numbers keep their digits;
// members of changed objects come out in alphabetical order.
func mergePatch(target, patch json.RawMessage) json.RawMessage {
	var change map[string]json.RawMessage
	if json.Unmarshal(patch, &change) != nil || change == nil {
		return patch
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(target, &members) != nil || members == nil {
		members = map[string]json.RawMessage{}
	}
	for name, value := range change {
		if bytes.Equal(bytes.TrimSpace(value), []byte("null")) {
			delete(members, name)
			continue
		}
		members[name] = mergePatch(members[name], value)
	}
	return encode(members)
}

// pointer are the parts of a JSON pointer (RFC 6901).
func pointer(path string) []string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	return parts
}

// setAt is a value in which another one is set at a path, or removed if it is nil; false if
// the path leads nowhere.
func setAt(in json.RawMessage, path []string, value json.RawMessage) (json.RawMessage, bool) {
	in = bytes.TrimSpace(in)
	switch {
	case len(path) == 0:
		return value, true
	case len(in) > 0 && in[0] == '[':
		return setElement(in, path, value)
	case len(in) == 0 || in[0] != '{':
		return nil, false
	}
	old := member(in, path[0])
	if old == nil && (len(path) > 1 || value == nil) {
		return nil, false
	}
	set, ok := setAt(old, path[1:], value)
	if old == nil {
		return withNewMember(in, path[0], set), ok
	}
	return withMember(in, path[0], set), ok
}

func setElement(in json.RawMessage, path []string, value json.RawMessage) (json.RawMessage, bool) {
	var list []json.RawMessage
	if json.Unmarshal(in, &list) != nil {
		return nil, false
	}
	at, err := strconv.Atoi(path[0])
	if path[0] == "-" {
		at, err = len(list), nil
	}
	switch {
	case err != nil || at < 0 || at > len(list):
		return nil, false
	case at == len(list) && (len(path) > 1 || value == nil):
		return nil, false
	case at == len(list):
		return encode(append(list, value)), true
	case len(path) == 1 && value == nil:
		return encode(append(list[:at], list[at+1:]...)), true
	}
	set, ok := setAt(list[at], path[1:], value)
	if !ok {
		return nil, false
	}
	list[at] = set
	return encode(list), true
}

// withNewMember is an object with another member at its end.
func withNewMember(object json.RawMessage, name string, value json.RawMessage) json.RawMessage {
	out := slices.Clip(bytes.TrimRight(object[:len(object)-1], " \t\r\n")) // the object is not ours to write into
	if len(out) > 1 {
		out = append(out, ',')
	}
	return append(append(append(append(out, encode(name)...), ':'), value...), '}')
}
