package jsonc_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/jsonc"
)

func parse(t *testing.T, text string) *jsonc.Document {
	t.Helper()
	doc, err := jsonc.Source{File: "f", Data: []byte(text)}.Parse()
	assert.NilError(t, err)
	return doc
}

func texts(doc *jsonc.Document) string {
	var all []string
	for _, p := range doc.Problems() {
		all = append(all, p.String())
	}
	return strings.Join(all, "\n")
}

func TestFilesThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                `f:1:1: expecting an object, not a list`,
		"{\n  \"a\" 1}":     "f:2:7: ",
		`{"a": `:            "f:1:6: the file ends too early, parsing value",
		"{\"a\": \"x\ny\"}": "f:1:7: a string here has a line break",
		`{"a": nope}`:       "f:1:7: expecting a string in double quotes",
		strings.Repeat(`{"a":`, jsonc.MaxNesting+1): "nested more than 100 levels deep",
	} {
		_, err := jsonc.Source{File: "f", Data: []byte(text)}.Parse()
		_, ok := errors.AsType[*jsonc.SyntaxError](err)
		assert.Check(t, ok, text)
		assert.Check(t, cmp.ErrorContains(err, want), text)
	}
	_, err := jsonc.Source{File: "f", Data: make([]byte, jsonc.MaxSize+1)}.Parse()
	assert.Error(t, err, "f: too large, 16777217 bytes where at most 16777216 are allowed")
	for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
		_, err := jsonc.Source{File: "f", Data: []byte(mark + "{\x00}\x00")}.Parse()
		assert.Error(t, err, "f: UTF-16: save it as UTF-8")
	}
}

func TestAnErrorShowsTheWordsOfTheFormatOnly(t *testing.T) {
	source := jsonc.Source{File: "f", Data: []byte("{\n\t\"url\": \"token\" x}"), Shown: map[string]bool{"url": true}}
	_, err := source.Parse()
	assert.Error(t, err, "f:2:17: invalid character 'x' after object value (expecting ',' or '}')\n   2 |  \"url\": \"•••••\" •}\n     |                 ^")
}

func TestValuesAreReadAsWhatTheyMustBe(t *testing.T) {
	doc := parse(t, "\ufeff"+`{ // a comment
		"text": "é", "list": ["a", "b",], "none": [], "map": {"K": "v"}, "yes": true, "whole": 7,
		"millis": 1.5, "seconds": 2, "long": 1e300, "object": { /* x */ "a" : 1 }, "false": false, "null": null}`)
	get := doc.Root.Get
	assert.Equal(t, get("text").Text(), "é")
	assert.DeepEqual(t, get("list").Texts(), []string{"a", "b"})
	assert.DeepEqual(t, get("none").Names(), []string{})
	assert.DeepEqual(t, get("map").TextMap(), map[string]string{"K": "v"})
	assert.Equal(t, *get("yes").Bool(), true)
	assert.Equal(t, *get("whole").Whole(), 7)
	assert.Equal(t, *get("millis").Duration(time.Millisecond), 1500*time.Microsecond)
	assert.Equal(t, *get("seconds").Duration(time.Second), 2*time.Second)
	assert.Equal(t, *get("long").Duration(time.Second), time.Duration(1<<63-1))
	assert.Equal(t, string(get("object").RawObject()), `{"a":1}`)
	assert.DeepEqual(t, get("object").Map(), map[string]any{"a": 1.0})
	assert.Assert(t, get("false").RawObject() == nil)
	for _, name := range []string{"null", "absent"} {
		v := get(name)
		assert.Assert(t, !v.IsSet() && v.Text() == "" && v.Texts() == nil && v.TextMap() == nil && v.Bool() == nil && v.Whole() == nil &&
			v.Duration(time.Second) == nil && v.RawObject() == nil && v.Get("x").Kind() == jsonc.Absent, name)
	}
	assert.Equal(t, len(doc.Mistakes()), 0)
	assert.Equal(t, doc.Root.Depth(), 2)
}

func TestMistakesKnowPathAndPlace(t *testing.T) {
	doc := parse(t, `{"a": {"text": 1, "list": ["x", null],
"map": {"é": "", "K": {}}, "yes": "true", "whole": 1.5, "millis": -1, "names": [2], "object": []}}`)
	a := doc.Root.Get("a")
	a.Get("text").Text()
	a.Get("list").Texts()
	a.Get("map").TextMap()
	a.Get("yes").Bool()
	a.Get("whole").Whole()
	a.Get("millis").Duration(time.Millisecond)
	a.Of("server").Get("names").Names()
	a.Get("object").Map()
	for _, m := range doc.Mistakes() {
		m.Value.Report("%s: %s", m.Value.Path(), m)
	}
	assert.Equal(t, texts(doc), strings.Join([]string{
		`f:1:16: a.text: must be a string, not a number`,
		`f:1:33: a.list[1]: must be a string, not null`,
		`f:2:23: a.map.K: must be a string, not an object`,
		`f:2:35: a.yes: must be true or false, not a string`,
		`f:2:52: a.whole: must be a whole number, 0 or more`,
		`f:2:67: a.millis: must be a number of milliseconds, at least 0`,
		`f:2:81: server "server": names[0]: must be a name, not a number`,
		`f:2:95: a.object: must be an object, not a list`,
	}, "\n"))
	assert.NilError(t, doc.Err(), "they are taken")
	a.Get("text").Text()
	assert.ErrorContains(t, doc.Err(), "f:1:16: \"a.text\" must be a string, not a number\n   1 | ")
}

func TestMembersKeepOrderAndRepetition(t *testing.T) {
	doc := parse(t, `{"b": 1, "a": {"x": "1", "x": "2"}, "b": 2, "B": 3}`)
	var names []string
	for m := range doc.Root.Members() {
		names = append(names, m.Name)
	}
	assert.DeepEqual(t, names, []string{"b", "a", "b", "B"})
	assert.Equal(t, *doc.Root.Get("b").Whole(), 2)
	doc.FoldCase = true
	assert.Equal(t, *doc.Root.Get("b").Whole(), 3)
	assert.DeepEqual(t, doc.Root.Get("a").TextMap(), map[string]string{"x": "2"})
	doc.Root.CheckKeys(true, "b", "other")
	assert.Equal(t, texts(doc), "f:1:10: unknown key \"a\", did you mean \"b\"?\nf:1:26: \"a.x\" is given again; this value is used")
}

func TestProblemsAreBoundedAndInOrder(t *testing.T) {
	doc := parse(t, "{"+strings.Repeat("\"x\": 1,\n", 200)+"}")
	for m := range doc.Root.Members() {
		m.Report("no")
	}
	problems := doc.Problems()
	assert.Equal(t, len(problems), jsonc.MaxProblems+1)
	assert.Equal(t, problems[99].String(), "f:100:6: no")
	assert.Equal(t, problems[100].String(), "f: there may be more problems than are listed here")
}

func TestPutReplacesAllMembersOfAName(t *testing.T) {
	doc := parse(t, `{"a": 1, "b": 2, /* two */ "a": 3}`)
	doc.Root.Put(jsonc.Member{Name: "a", Value: jsonc.FromMap(map[string]any{"z": []any{nil, true, 1.5}, "y": "é"}).Root})
	doc.Root.Put(jsonc.Member{Name: "c", Value: jsonc.FromMap(map[string]any{"x": 1.0}).Root}, jsonc.Member{Name: "c", Value: jsonc.FromMap(nil).Root})
	assert.Equal(t, string(doc.Root.RawObject()), `{"a":{"y":"é","z":[null,true,1.5]},"b":2,"c":{}}`)
}

// FuzzDocument: no input crashes the reader, every member has a place in the file,
// and what is decoded is the same after it was written.
func FuzzDocument(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `[]`, `{"a": {"b": [1, "x", null, true, {"c": 1e999}]}, "a": "é"} // end`, "\ufeff{\"\\u0061\": \"\\ud800\"}", "{\"a\": \"\xff\"}", `{"a": /*`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := jsonc.Source{File: "f", Data: data}.Parse()
		if err != nil {
			assert.Assert(t, doc == nil && err.Error() != "")
			return
		}
		for m := range doc.Root.Members() {
			line, column := m.Place()
			assert.Assert(t, line >= 1 && line <= 1+strings.Count(string(data), "\n") && column >= 1)
			_, _, _, _, _ = m.Text(), m.Texts(), m.TextMap(), m.Bool(), m.Whole()
			_, _, _ = m.Duration(time.Second), m.RawObject(), m.Depth()
		}
		assert.Assert(t, len(doc.Mistakes()) <= jsonc.MaxProblems && len(doc.Problems()) <= jsonc.MaxProblems+1)
		decoded := doc.Root.Map()
		again := jsonc.FromMap(decoded).Root
		reread, err := jsonc.Source{Data: again.RawObject()}.Parse()
		assert.NilError(t, err)
		assert.DeepEqual(t, reread.Root.Map(), decoded)
	})
}
