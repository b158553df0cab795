package recording_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/internal/recording"
)

// said is what one side has said in a recording, put together.
func said(t *testing.T, text, from string) string {
	t.Helper()
	entries, err := recording.Read(strings.NewReader(text))
	assert.NilError(t, err)
	var out bytes.Buffer
	for _, e := range entries {
		if e.From == from {
			out.Write(e.Data)
		}
	}
	return out.String()
}

// A server that says a secret byte by byte, in whatever form, gets it through no more than one
// that says it at once; what is no secret comes through whole.
func TestSecretsInPiecesAreNotWritten(t *testing.T) {
	const canary = "canary-9/secret+value"
	escaped := ""
	for _, r := range canary {
		escaped += fmt.Sprintf(`\u%04x`, r)
	}
	text := "begin " + canary + " " + escaped + " " + url.QueryEscape(canary) + " " + hex.EncodeToString([]byte(canary)) + " " +
		base64.StdEncoding.EncodeToString([]byte("xy:"+canary)) + ` {"access_token" : "tokencanary"} tokencanary can end`
	for _, size := range []int{1, 2, 7, 100} {
		var entries []recording.Entry
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			entries = append(entries, recording.Entry{Kind: recording.Chunk, Conn: 1, From: recording.Server, Data: []byte(rest[:n])})
			rest = rest[n:]
		}
		entries = append(entries, recording.Entry{Kind: recording.Exit, Conn: 1})
		got := said(t, written(t, entries, canary), recording.Server)
		for _, leak := range []string{"canary", escaped, hex.EncodeToString([]byte("canary")), "Y2FuYXJ5"} {
			assert.Check(t, !strings.Contains(got, leak), "%d: %s", size, got)
		}
		assert.Check(t, is.Equal(strings.Count(got, "begin "), 2))
		assert.Check(t, is.Equal(strings.Count(got, " can end"), 2), got)
	}
}

// A server that says a thousand things which look like secrets makes none of the real ones
// forgotten: neither those that were given nor those of the client.
func TestNoFloodMakesSecretsForgotten(t *testing.T) {
	entries := []recording.Entry{{Kind: recording.Request, Conn: 1, Exchange: 1, From: recording.Client, Header: http.Header{"Authorization": {"Bearer canary-client"}}}}
	var flood bytes.Buffer
	for i := range 1200 {
		fmt.Fprintf(&flood, `{"access_token":"token-%d"}`, i)
	}
	entries = append(entries,
		recording.Entry{Kind: recording.Chunk, Conn: 1, Exchange: 1, From: recording.Server, Data: flood.Bytes()},
		recording.Entry{Kind: recording.Chunk, Conn: 1, Exchange: 1, From: recording.Server, Data: []byte("canary-given canary-client\n")})
	assert.Check(t, !strings.Contains(written(t, entries, "canary-given"), "canary"))
}

// What was read at once is written in pieces, and no character is cut.
func TestLongChunksAreWrittenInPieces(t *testing.T) {
	long := strings.Repeat("aé", 30_000)
	text := written(t, []recording.Entry{{Kind: recording.Chunk, Conn: 1, From: recording.Server, Data: []byte(long)}})
	assert.Check(t, !strings.Contains(text, "base64"))
	assert.Equal(t, said(t, text, recording.Server), long+long)
	for line := range strings.Lines(text) {
		assert.Check(t, len(line) < 70<<10)
	}
}

// many is a text that repeats a part between two others. It is not in memory.
func many(before, part string, times int, after string) io.Reader {
	readers := []io.Reader{strings.NewReader(before)}
	block := strings.Repeat(part, 1000)
	for range times / 1000 {
		readers = append(readers, strings.NewReader(block))
	}
	return io.MultiReader(append(readers, strings.NewReader(after))...)
}

// A file whose entries are small on the disk and large in memory is refused before it takes
// much of that, whatever program is said to have written it.
func TestFilesOfManyEntriesAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads much: the race detector has nothing to see")
	}
	const header = `{"format":"mcpsim-recording","version":1,"pid":1}` + "\n"
	for name, c := range map[string]struct {
		text io.Reader
		want string
	}{
		"entries":           {many(header, "{\"kind\":\"act\"}\n", 400_000, ""), "more than 300000 entries and headers"},
		"headers":           {many(header+`{"kind":"request","header":{"a":[""`, `,""`, 400_000, "]}}\n"), "headers of one message are longer"},
		"headers together":  {many(header, `{"kind":"request","header":{"a":[`+strings.Repeat(`"",`, 999)+"\"\"]}}\n", 1000, ""), "more than 300000 entries and headers"},
		"archive":           {many(`{"log":{"entries":[{}`, ",{}", 600_000, "]}}"), ""},
		"archive, requests": {many(`{"log":{"entries":[{}`, `,{"request":{"method":"GET"}}`, 100_000, "]}}"), "more than 300000 entries and headers"},
		"archive, headers":  {many(`{"log":{"entries":[{"request":{"method":"POST","postData":{"text":"{\"jsonrpc\":1}"},"headers":[{}`, ",{}", 400_000, "]}}]}}"), "headers of one message are longer"},
		"cassette":          {many(`{"format_version":3,"messages":[{"sender":"client","payload":1}`, `,{"sender":"client","payload":1}`, 400_000, "]}"), "more than 300000 entries and headers"},
		"snoop":             {many("", `{"session_id":"s","ts":"2026-01-02T03:04:05Z","direction":"c2s","raw":1}`+"\n", 400_000, ""), "more than 300000 entries and headers"},
	} {
		entries, err := recording.ReadAny(c.text)
		if c.want == "" {
			assert.Check(t, err == nil && len(entries) == 0, name)
		} else {
			assert.Check(t, is.ErrorContains(err, c.want), name)
		}
	}
	var used goruntime.MemStats
	goruntime.ReadMemStats(&used)
	assert.Check(t, used.HeapSys < 600<<20, "%d MB were needed", used.HeapSys>>20)
}

// A line that no program writes is not held: 60 MB took 450 to 930.
func TestLongLinesTakeLittle(t *testing.T) {
	const header = `{"format":"mcpsim-recording","version":1,"mcpsim":"v0","pid":7}` + "\n"
	const opened = `{"at":"2026-01-02T03:04:00Z","pid":7,"kind":"open","conn":1,"text":"srv"}` + "\n"
	for name, begin := range map[string]string{
		"mcpsim":   header + opened + `{"at":"2026-01-02T03:04:00Z","pid":7,"kind":"chunk","conn":1,"from":"client","data":"`,
		"mcpsnoop": `{"session_id":"s","connection_id":"c","direction":"c2s","timestamp":"2026-01-02T03:04:00Z","raw":"`,
	} {
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		_, err := recording.ReadAny(io.MultiReader(strings.NewReader(begin), &letters{60 << 20}, strings.NewReader("\"}\n")))
		goruntime.ReadMemStats(&after)
		assert.ErrorContains(t, err, "it is longer than 16777216 bytes", name)
		assert.Check(t, after.TotalAlloc-before.TotalAlloc < 48<<20, "%s: %d bytes", name, after.TotalAlloc-before.TotalAlloc)
	}
}

// letters are so many.
type letters struct{ left int }

func (l *letters) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), l.left)
	for i := range p[:n] {
		p[i] = 'm'
	}
	l.left -= n
	return n, nil
}
