package probe

import (
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestEveryLineEndEndsLines(t *testing.T) {
	for _, eol := range []string{"\n", "\r\n", "\r"} {
		text := "\ufeffid: 7\ndata: a\ndata: b\n\nretry: 30\n\nevent: cut"
		var got []Event
		err := readEvents(strings.NewReader(strings.ReplaceAll(text, "\n", eol)), func(e Event) bool {
			got = append(got, e)
			return true
		})
		assert.Equal(t, err, io.EOF)
		assert.Equal(t, len(got), 2, "%q", eol)
		assert.Equal(t, got[0].ID+string(got[0].Data), "7a\nb")
		wait, asked := RetryOf(got)
		assert.Assert(t, asked && wait == 30*time.Millisecond)
		assert.Equal(t, LastID(got), "7")
	}
}

// An event that ends with CR is there before the next byte has come.
func TestCRNeedsNoNextByte(t *testing.T) {
	r, w := io.Pipe()
	events := make(chan Event)
	go func() { _ = readEvents(r, func(e Event) bool { events <- e; return true }); close(events) }()
	_, err := io.WriteString(w, "data: x\r\r")
	assert.NilError(t, err)
	assert.Equal(t, string((<-events).Data), "x")
	assert.NilError(t, w.Close())
	_, more := <-events
	assert.Assert(t, !more)
}

func TestRetryMustBeANumber(t *testing.T) {
	for _, retry := range []string{"", "x", "-1", "1.5", "99999999999"} {
		_, asked := RetryOf([]Event{{retry: retry}})
		assert.Assert(t, !asked, retry)
	}
}
