package fakeserver

import (
	"bytes"
	"encoding/json"
	"math"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

func FuzzReadMessages(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}`, `[{"jsonrpc":"2.0","id":"a","result":{}}]`, `{"jsonrpc":"2.0","method":"n"}`,
		`{"id":null}`, `[]`, `{`, `"x"`, `{"jsonrpc":"2.0","id":1e3,"method":"m","method":"n"}`, "\xff", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		messages, _, err := readMessages(data)
		for _, m := range messages {
			if err == nil && m.kind != noMessage && !json.Valid(m.raw) {
				t.Fatalf("%q is no JSON", m.raw)
			}
			if m.id != nil && !json.Valid(reply{id: m.id, result: anyObject}.text()) {
				t.Fatalf("id %q breaks the answer", m.id)
			}
		}
		if err != nil && !json.Valid(refusal(messages, err).text()) {
			t.Fatal("the refusal is no JSON")
		}
	})
}

func FuzzMergePatch(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":{"c":2}}`), []byte(`{"a":null,"b":{"d":[1]}}`))
	f.Add([]byte(`[]`), []byte(`{"a":{"b":null}}`))
	f.Fuzz(func(t *testing.T, target, patch []byte) {
		if !json.Valid(target) || !json.Valid(patch) {
			return
		}
		once := mergePatch(target, patch)
		if !json.Valid(once) || !bytes.Equal(mergePatch(once, patch), once) {
			t.Fatalf("%s patched by %s is %s", target, patch, once)
		}
	})
}

func TestMergePatch(t *testing.T) { // examples of RFC 7396, appendix A
	for _, c := range [][3]string{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"e":null}`, `{"a":1}`, `{"a":1,"e":null}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
	} {
		assert.Equal(t, string(mergePatch([]byte(c[0]), []byte(c[1]))), c[2], c[0])
	}
}

func FuzzMangle(f *testing.F) {
	for _, seed := range []string{"7", `"7"`, `"a"`, "-1", "99999999999999999999", `"é"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, token []byte) {
		messages, _, err := readMessages(append(append([]byte(`{"jsonrpc":"2.0","method":"m","id":`), token...), '}'))
		if err != nil || messages[0].id == nil {
			return
		}
		m := messages[0]
		for _, form := range idForm("").words() {
			if got := mangle(m.id, idForm(form)); !json.Valid(got) {
				t.Fatalf("%s of %s is %s", form, m.id, got)
			}
		}
	})
}

// TestPieces: positions count once, in order, and those beyond the text not at all.
func TestPieces(t *testing.T) {
	for want, s := range map[string]splitAction{
		"hel|lo":    {At: []int{3, 99, 0, 3}},
		"h|el|lo":   {At: []int{3, 1}},
		"h|el|lo| ": {At: []int{1}, Every: 2},
		"hello":     {At: []int{5}},
		"he|ll|o":   {Every: 2},
		"hello|  ":  {Every: 5},
		"hel|lo|  ": {At: []int{3}, Every: 2},
	} {
		text := strings.ReplaceAll(want, "|", "")
		assert.Equal(t, string(bytes.Join(s.pieces([]byte(text)), []byte("|"))), want)
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte("hello"), 1, 3, 2)
	f.Fuzz(func(t *testing.T, data []byte, a, b, every int) {
		if every < 0 {
			return
		}
		pieces := splitAction{At: []int{a, b}, Every: every}.pieces(data)
		if !bytes.Equal(bytes.Join(pieces, nil), data) {
			t.Fatalf("%q", pieces)
		}
	})
}

// A split makes no more pieces than are worth their while, whatever its numbers are.
func TestPiecesAreBounded(t *testing.T) {
	pieces := splitAction{Every: 1}.pieces(make([]byte, 2*mostPieces))
	assert.Equal(t, len(pieces), mostPieces+1)
	assert.Equal(t, len(pieces[mostPieces]), mostPieces)
	pieces = splitAction{At: []int{10}, Every: math.MaxInt}.pieces(make([]byte, 100))
	assert.Equal(t, len(pieces), 2)
}

func FuzzScalars(f *testing.F) {
	for _, seed := range []string{"5", "5KiB", "5s", "-1", "9223372036854775807GiB", "1 MiB", "B"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s Size
		if s.setScalar(text) == nil && s < 0 {
			t.Fatalf("%q is %d", text, s)
		}
		var b Bound
		if b.setScalar(text) == nil && (b.Count <= 0) == (b.Time <= 0) {
			t.Fatalf("%q is %+v", text, b)
		}
	})
}

func FuzzCursors(f *testing.F) {
	f.Add("tools", 3)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if from, ok := readCursor("tools", text); ok && from <= 0 {
			t.Fatalf("%q is %d", text, from)
		}
		if from, ok := readCursor("tools", writeCursor("tools", n)); ok != (n > 0) || ok && from != n {
			t.Fatalf("%d became %d", n, from)
		}
		c := &conn{n: 1}
		if h, _ := c.broken(text); h != nil {
			t.Fatal("there are no streams")
		}
	})
}

// A batch of millions is a few bytes each as it is sent, and hundreds when it is read.
func TestABatchIsBounded(t *testing.T) {
	for n, ok := range map[int]bool{1: true, 10_000: true, 10_001: false, 3_000_000: false} {
		raw := []byte(" [ {}" + strings.Repeat(",{}", n-1) + "]")
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		messages, batch, err := readMessages(raw)
		goruntime.ReadMemStats(&after)
		used := after.TotalAlloc - before.TotalAlloc
		assert.Check(t, used < 50<<20, "%d: %d bytes", n, used)
		assert.Check(t, batch)
		assert.Equal(t, err == nil, ok, "%d", n)
		assert.Equal(t, len(messages) == n, ok, "%d", n)
	}
	_, batch, err := readMessages([]byte("[]"))
	assert.Check(t, batch)
	assert.ErrorIs(t, err, errNotMessage)
}
