package recording_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// A program that was killed while it wrote, or whose disk was full, leaves half a line. The next
// recording in the same file begins on a line of its own, and both are read.
func TestHalfALineIsLeftOut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	life := func() {
		w, err := recording.Append(t.Context(), name, "v", nil)
		assert.NilError(t, err)
		w.Add(recording.Entry{Kind: recording.Open, Conn: 1, Text: "x"})
		w.Add(recording.Entry{Kind: recording.Exit, Conn: 1})
		assert.NilError(t, w.Close())
	}
	read := func() (int, error) {
		entries, err := recording.ReadFile(t.Context(), name)
		return len(entries), err
	}
	life()
	whole, err := os.ReadFile(name)
	assert.NilError(t, err)
	last := strings.LastIndex(strings.TrimSuffix(string(whole), "\n"), "\n") + 1
	for size, entries := range map[int]int{10: 0, last: 1, last + 1: 1, len(whole) - 2: 1, len(whole) - 1: 2, len(whole): 2} {
		assert.NilError(t, os.WriteFile(name, whole[:size], 0o600))
		_, broken := read()
		assert.Equal(t, broken == nil, size == last || size >= len(whole)-1, "%d: %v", size, broken)
		life()
		n, err := read()
		assert.NilError(t, err, size)
		assert.Equal(t, n, entries+2, size)
	}
}

// Of two programs that write to one file, one is killed in the middle of a line: nothing that
// the other one writes is lost.
func TestHalfALineOfAnotherProgram(t *testing.T) {
	name := filepath.Join(t.TempDir(), "r.jsonl")
	w, err := recording.Append(t.Context(), name, "v", nil)
	assert.NilError(t, err)
	const other = `{"format":"mcpsim-recording","version":1,"mcpsim":"v","pid":1}` + "\n" + `{"at":"2026-01-01T00:00:00Z","pid":1,"kind":"act","text":"first"}` + "\n"
	appendTo(t, name, other+`{"at":"2026-01-01T00:00:01Z","pid":1,"kind":"act","te`)
	w.Add(recording.Entry{Kind: recording.Open, Conn: 1, Text: "x"})
	w.Add(recording.Entry{Kind: recording.Exit, Conn: 1})
	assert.NilError(t, w.Close())
	entries, err := recording.ReadFile(t.Context(), name)
	assert.NilError(t, err)
	assert.Equal(t, len(entries), 3)
	assert.Equal(t, entries[2].Kind, recording.Exit)
}

func appendTo(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	assert.NilError(t, err)
	_, err = f.WriteString(text)
	assert.NilError(t, err)
	assert.NilError(t, f.Close())
}

// What is broken in the middle of a recording is an error, at its line.
func TestBrokenLines(t *testing.T) {
	const header, entry = `{"format":"mcpsim-recording","version":1,"pid":1}` + "\n", `{"kind":"act"}` + "\n"
	const ours, theirs = `{"kind":"act","pid":1}` + "\n", `{"kind":"act","pid":2}` + "\n"
	for text, c := range map[string]struct {
		entries int
		want    string
	}{
		header + entry + "{\n" + entry:                     {1, "line 3: "},
		header + ours + "{\n" + ours:                       {1, "line 3: "},
		header + header + "{\n" + ours:                     {1, ""},
		header + header + "{\n" + theirs:                   {0, "line 3: "},
		header + entry + "{\n{\n" + header:                 {1, "line 3: "},
		header + entry + "{\n":                             {1, "line 3: "},
		header + entry + "{\n" + header + entry:            {2, ""},
		"{\n" + header + entry:                             {1, ""},
		header + entry + "{\"kind\":1}\n" + header + entry: {1, "line 3: json: cannot unmarshal number"},
	} {
		entries, err := recording.Read(strings.NewReader(text))
		assert.Equal(t, len(entries), c.entries, text)
		if c.want == "" {
			assert.NilError(t, err, text)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
	}
}
