package jsonc

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Set puts a value into a file, with the objects above it, and returns the new text.
// Everything else stays as it was written, comments included. An empty file is an empty
// object; one that [Source.Parse] refuses is that error. Of several members with one
// name it changes the last, which is the one that counts.
func (s Source) Set(path []string, value any) ([]byte, error) {
	if len(s.Data) == 0 {
		s.Data = []byte("{}\n")
	}
	doc, err := s.Parse()
	if err != nil {
		return nil, err
	}
	at := doc.Root
	for i, name := range path {
		next := at.Get(name)
		switch last := i == len(path)-1; {
		case last && next.Kind() != Absent:
			return s.replace(doc, next, value)
		case last || next.Kind() == Absent:
			return s.add(doc, at, path[i:], value)
		case next.Kind() == Null:
			return s.replace(doc, next, within(path[i+1:], value))
		case next.Kind() != Object:
			return nil, s.Error(next.node.StartOffset, "expecting an object, not "+string(next.Kind()))
		}
		at = next
	}
	return s.Data, nil
}

// Remove takes a member out of a file, all of that name, and returns the new text.
// Everything else stays. A member that is not there is no error.
func (s Source) Remove(path []string) ([]byte, error) {
	doc, err := s.Parse()
	if err != nil {
		return nil, err
	}
	at := doc.Root
	for _, name := range path[:len(path)-1] {
		if at = at.Get(name); at.Kind() != Object {
			return s.Data, nil
		}
	}
	name := path[len(path)-1]
	if at.Get(name).Kind() == Absent {
		return s.Data, nil
	}
	for at.Get(name).Kind() != Absent {
		if err := at.patch("remove", name, nil); err != nil {
			return nil, err
		}
	}
	return s.pack(doc), nil
}

// within is a value inside of objects with the names of a path.
func within(path []string, value any) any {
	for _, name := range slices.Backward(path) {
		value = map[string]any{name: value}
	}
	return value
}

func (s Source) replace(doc *Document, at Value, value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	tree, err := hujson.Parse(text)
	if err != nil {
		return nil, err
	}
	at.node.Value = tree.Value
	return s.pack(doc), nil
}

func (s Source) add(doc *Document, object Value, path []string, value any) ([]byte, error) {
	if err := object.patch("add", path[0], within(path[1:], value)); err != nil {
		return nil, err
	}
	return s.pack(doc), nil
}

// patch applies an operation of RFC 6902 to a member of an object.
func (v Value) patch(op, name string, value any) error {
	pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
	text, err := json.Marshal([]any{map[string]any{"op": op, "path": pointer, "value": value}})
	if err != nil {
		return err
	}
	return v.node.Patch(text)
}

// pack is the text of a changed tree, which has what [parsable] made of the file.
func (s Source) pack(doc *Document) []byte {
	text := bytes.TrimSuffix(doc.Root.node.Pack(), []byte("\n"))
	if rest, ok := bytes.CutPrefix(text, []byte("   ")); ok && bytes.HasPrefix(s.Data, mark) {
		return slices.Concat(mark, rest)
	}
	return text
}
