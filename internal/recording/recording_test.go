package recording_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// written is the recording of some entries, as text.
func written(t *testing.T, entries []recording.Entry, secrets ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "r.jsonl")
	for range 2 { // two lives of a program
		w, err := recording.Append(t.Context(), name, "v0", secrets)
		assert.NilError(t, err)
		for _, e := range entries {
			w.Add(e)
		}
		assert.NilError(t, w.Close())
		w.Add(recording.Entry{}) // too late: it is not written
	}
	info, err := os.Stat(name)
	assert.NilError(t, err)
	assert.Equal(t, info.Mode().Perm(), os.FileMode(0o600))
	text, err := os.ReadFile(name)
	assert.NilError(t, err)
	return string(text)
}

// What is written is read again, bytes that are no text included.
func TestRecordingsAreReadAsTheyWereWritten(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	entries := []recording.Entry{
		{At: at, Kind: recording.Open, Conn: 1, Text: "./server"},
		{At: at, Kind: recording.Chunk, Conn: 1, From: recording.Client, Data: []byte("{\"a\":\"\u202e<\"}\r\n")},
		{At: at, Kind: recording.Chunk, Conn: 1, From: recording.Server, Data: []byte("\xff\x00\n")},
		{At: at, Kind: recording.Request, Conn: 2, Exchange: 3, Verb: "POST", URL: "http://h/p", Header: http.Header{"Accept": {"a", "b"}}},
		{At: at, Kind: recording.Response, Conn: 2, Exchange: 3, Status: 200},
		{At: at, Kind: recording.Exit, Conn: 1, Code: 0},
	}
	text := written(t, entries)
	got, err := recording.Read(strings.NewReader(text))
	assert.NilError(t, err)
	want := append(entries[:len(entries):len(entries)], entries...)
	for i := range entries { // connections of the second life are others
		want[len(entries)+i].Conn += 2
	}
	assert.DeepEqual(t, got, want)
	assert.Check(t, is.Contains(text, `"code":0`))
	assert.Check(t, !strings.Contains(text, "\u202e"), "nothing that a terminal obeys")
}

// No canary reaches the disk, wherever it stood and where it comes again.
func TestSecretsAreNotWritten(t *testing.T) {
	text := written(t, []recording.Entry{
		{Kind: recording.Request, URL: "http://u:canary-pass@h/p?k=canary-query&sessionId=s", Header: http.Header{
			"Authorization": {"Bearer canary-bearer"}, "Cookie": {"c=canary-cookie"}, "X-Api-Key": {"canary-key"}, "Referer": {"http://h/?q=canary-referer"},
		}},
		{Kind: recording.Chunk, Data: []byte(`{"access_token": "canary-access","x":1} canary-query canary-bearer canary-key canary-env Y2FuYXJ5LWVudg==`)},
		{Kind: recording.Chunk, Data: []byte("\xffcanary-env grant_type=x&refresh_token=canary-refresh")},
		{Kind: recording.Open, Text: "http://h/?token=canary-open"},
		{Kind: recording.Act, Text: "patch, to canary-env"},
	}, "canary-env")
	for _, canary := range []string{"canary", "Y2FuYXJ5"} {
		assert.Check(t, !strings.Contains(text, canary), text)
	}
	entries, err := recording.Read(strings.NewReader(text))
	assert.NilError(t, err)
	for _, e := range entries {
		assert.Check(t, !bytes.Contains(e.Data, []byte("canary")), "%q", e.Data)
	}
}

// A file that is none says where, and what came before is kept.
func TestBrokenRecordings(t *testing.T) {
	const header = `{"format":"mcpsim-recording","version":1,"pid":1}` + "\n"
	for text, want := range map[string]string{
		"":           "empty",
		"{}\n":       "line 1: there is no header",
		"x":          "line 1: ",
		header + "{": "line 2: ",
		`{"format":"mcpsim-recording","version":2}`: "line 1: \"mcpsim-recording\" of version 2, want",
		`{"format":"mcpsim-trace","version":1}`:     "line 1: \"mcpsim-trace\"",
		header + `{"kind":"chunk","base64":"?"}`:    "line 2: ",
	} {
		_, err := recording.Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
	marked, err := recording.Read(strings.NewReader("\ufeff" + strings.ReplaceAll(header+`{"kind":"open"}`+"\n", "\n", "\r\n"))) // as some editors write
	assert.NilError(t, err)
	assert.Equal(t, len(marked), 1)
	entries, err := recording.Read(strings.NewReader(header + `{"kind":"open"}` + "\n" + `{"kind`))
	assert.ErrorContains(t, err, "line 3")
	assert.Equal(t, len(entries), 1)
}

// What holds something else is no file to record to.
func TestOnlyRecordingsGoOn(t *testing.T) {
	const header = `{"format":"mcpsim-recording","version":1,"pid":1}`
	for text, want := range map[string]bool{
		"": true, header + "\n": true, header[:20]: true, "\ufeff" + header: true, `{"version":1,"format":"mcpsim-recording"}`: true,
		"Feature: x\n": false, `{"format":"mcpsim-results","version":3}`: false, "\n" + header: false, "{}": false,
	} {
		name := filepath.Join(t.TempDir(), "file")
		assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
		w, err := recording.Append(t.Context(), name, "v1", nil)
		assert.Equal(t, err == nil, want, "%q: %v", text, err)
		if err == nil {
			assert.NilError(t, w.Close())
			continue
		}
		left, err := os.ReadFile(name)
		assert.NilError(t, err)
		assert.Equal(t, string(left), text)
	}
}

// Names that say so hold secrets; the shell's names for directories do not.
func TestSecretNames(t *testing.T) {
	for name, want := range map[string]bool{"API_KEY": true, "DB_PWD": true, "pwd": true, "PWD": false, "OLDPWD": false, "HOME": false} {
		assert.Equal(t, recording.SecretName(name), want, name)
	}
}

// Two programs that write to one file at the same time keep their connections apart.
func TestProgramsShareAFile(t *testing.T) {
	text := `{"format":"mcpsim-recording","version":1,"pid":1}
{"pid":1,"kind":"open","conn":1,"text":"a"}
{"format":"mcpsim-recording","version":1,"pid":2}
{"pid":2,"kind":"open","conn":1,"text":"b"}
{"pid":1,"kind":"exit","conn":1}
{"kind":"exit","conn":1}
{"format":"mcpsim-recording","version":1,"pid":1}
{"pid":1,"kind":"open","conn":1,"text":"c"}
`
	entries, err := recording.Read(strings.NewReader(text))
	assert.NilError(t, err)
	var got []int
	for _, e := range entries {
		got = append(got, e.Conn)
	}
	assert.DeepEqual(t, got, []int{1, 2, 1, 2, 3})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"mcpsim-recording","version":1,"pid":1}` + "\n" + `{"kind":"chunk","conn":1,"base64":"AA=="}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, err := recording.Read(bytes.NewReader(text))
		if err == nil && len(entries) > bytes.Count(text, []byte("\n")) {
			t.Errorf("%d entries of %d lines", len(entries), bytes.Count(text, []byte("\n")))
		}
	})
}
