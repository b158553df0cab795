package recording

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// inPieces records what a server says in chunks of so many bytes, and returns what of it was
// written.
func inPieces(t *testing.T, text string, size int, secrets ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "r.jsonl")
	file, err := os.Create(name)
	assert.NilError(t, err)
	w := newWriter(file, clock.Real(), secrets)
	for at := 0; at < len(text); at += size {
		w.put(Entry{Kind: Chunk, Conn: 1, From: Server, Data: []byte(text[at:min(at+size, len(text))])})
	}
	w.release(func(source) bool { return true })
	assert.NilError(t, w.err)
	assert.NilError(t, file.Close())
	lines, err := os.ReadFile(name)
	assert.NilError(t, err)
	written := ""
	for one := range bytes.Lines(lines) {
		var l line
		assert.NilError(t, json.Unmarshal(one, &l))
		written += *l.Data
	}
	return written
}

// A member that is said byte by byte, and that never ends, is not looked at from its beginning
// with each byte.
func TestOpenMembersAreLookedAtAFewTimes(t *testing.T) {
	for _, c := range []struct{ begin, more string }{
		{`"api_key":"`, "a"}, {`"api_key":"`, `\"`}, {`"api_key":"`, "& "}, {`"api_key"`, " "}, {`&password=`, "a"}, {`&password=`, `"`},
	} {
		var before, after goruntime.MemStats
		goruntime.ReadMemStats(&before)
		inPieces(t, c.begin+strings.Repeat(c.more, 16_000/len(c.more)), 1)
		goruntime.ReadMemStats(&after)
		used := (after.TotalAlloc - before.TotalAlloc) >> 20
		assert.Check(t, used < 40, "%s%s: %d MiB", c.begin, c.more, used)
	}
}

// However a secret is cut, it is known as soon as its member has ended, and none of it is
// written.
func TestSecretsInPiecesOfAnySize(t *testing.T) {
	const secret = "s3cr3tValue-of-the-login"
	long := strings.Repeat("x", 3*cheap)
	for _, text := range []string{
		`{"access_token":"` + secret + `"} ` + secret, `a=1&password=` + secret + ` ` + secret, `{"api_key" : "` + long + secret + `"} ` + long + secret,
		`{"api_key":"` + long + `\\` + secret, `&password=` + long + secret, long + secret[:12],
	} {
		for _, size := range []int{1, 2, 3, 5, 7, 9, 11, 12, 20, 39} {
			written := inPieces(t, text, size, long+secret)
			assert.Check(t, !strings.Contains(written, secret[:8]) && !strings.Contains(written, secret[16:]), "%d of %s: %s", size, text, written)
		}
	}
}
