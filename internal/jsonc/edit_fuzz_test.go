package jsonc_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

// FuzzEdit changes files that people wrote: what was set is read back, what was removed
// is gone, and all else means what it meant before. A file that cannot be read is refused.
func FuzzEdit(f *testing.F) {
	for _, file := range []string{
		``, `{}`, "{\n  // mine\n  \"a\": {\"b\": 1,}, /* x */\n}\n", `{"a": 1, "a": {"b": 2}}`, `{"a": {"b": 1}, "a": {"b": 2, "b": 3}}`,
		`{"a": [1, {"b": 2}]}`, `{"a": null}`, `[]`, `{"a": "\ud800"}`, "\ufeff{}", `{"\u0061": {"b": 1}}`, `{"a/b": {"~": 1}}`, "{\"a\xff\": 1}",
		strings.Repeat(`{"a":`, 300) + "1" + strings.Repeat("}", 300),
	} {
		for _, path := range []string{"a", "a.b", "a.0", "c.d.e", "", "a/b.~", "a\xff"} {
			f.Add([]byte(file), path, "new")
		}
	}
	f.Fuzz(func(t *testing.T, file []byte, dotted, value string) {
		if !utf8.ValidString(dotted) || !utf8.ValidString(value) || strings.Count(dotted, ".") > 20 {
			return
		}
		path := strings.Split(dotted, ".")
		before, err := source(string(file)).Parse()
		after, setErr := source(string(file)).Set(path, value)
		if err != nil && len(file) > 0 {
			assert.Assert(t, setErr != nil, "%q was changed, although: %v", file, err)
			_, err = source(string(file)).Remove(path)
			assert.Assert(t, err != nil)
			return
		}
		if setErr == nil {
			doc := reparse(t, after)
			assert.Equal(t, find(doc.Root, path).Text(), value)
			if before != nil {
				sameBut(t, before.Root, doc.Root, path)
			}
		}
		if before == nil {
			return
		}
		if less, err := source(string(file)).Remove(path); err == nil {
			doc := reparse(t, less)
			assert.Check(t, find(doc.Root, path).Kind() == jsonc.Absent, "%q is still in %q", path, less)
			sameBut(t, before.Root, doc.Root, path)
		}
	})
}

func reparse(t *testing.T, data []byte) *jsonc.Document {
	t.Helper()
	doc, err := jsonc.Source{File: "f", Data: data}.Parse()
	assert.NilError(t, err)
	return doc
}

func find(v jsonc.Value, path []string) jsonc.Value {
	for _, name := range path {
		if v.Kind() != jsonc.Object {
			return jsonc.Value{}
		}
		v = v.Get(name)
	}
	return v
}

// sameBut compares two objects but for what is at a path.
func sameBut(t *testing.T, before, after jsonc.Value, path []string) {
	t.Helper()
	was, is := before.Map(), after.Map()
	for len(was)+len(is) > 0 {
		nextWas, _ := was[path[0]].(map[string]any)
		nextIs, _ := is[path[0]].(map[string]any)
		delete(was, path[0])
		delete(is, path[0])
		if len(was)+len(is) > 0 {
			assert.DeepEqual(t, is, was)
		}
		if path = path[1:]; len(path) == 0 {
			return
		}
		was, is = nextWas, nextIs
	}
}
