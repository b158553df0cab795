package recording

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// hurried is a clock on which each look takes some time.
type hurried struct {
	clock.Clock
	now  time.Time
	step time.Duration
}

func (h *hurried) Now() time.Time { h.now = h.now.Add(h.step); return h.now }

// What waits when a recording is closed is written as long as that does not take too long.
// Lines that are there are whole, and what is left out is told.
func TestTheEndOfARecordingIsBounded(t *testing.T) {
	for _, c := range []struct {
		step    time.Duration
		written int
		want    string
	}{
		{0, 9, ""},
		{time.Second, 5, "recording: 4 entries are left out, which were not written 5s after the end"},
		{time.Minute, 0, "recording: 9 entries are left out"},
	} {
		file, err := os.Create(filepath.Join(t.TempDir(), "r.jsonl"))
		assert.NilError(t, err)
		w := newWriter(file, &hurried{clock.Real(), time.Unix(0, 0), c.step}, nil)
		for range 9 {
			w.Add(Entry{Kind: Chunk, Conn: 1, From: Server, Data: []byte("{}\n")})
		}
		w.closed, w.until = true, time.Unix(0, 0).Add(closeWait) // as Close has it
		w.drain()
		if err = w.Close(); c.want == "" {
			assert.NilError(t, err)
		} else {
			assert.ErrorContains(t, err, c.want)
		}
		text, err := os.ReadFile(file.Name())
		assert.NilError(t, err)
		assert.Equal(t, bytes.Count(text, []byte("\n")), c.written)
		assert.Assert(t, len(text) == 0 || bytes.HasSuffix(text, []byte("}\n")))
	}
}
