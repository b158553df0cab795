package relay

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// splicer is a writer that copies in a way of its own, as files do.
type splicer struct{ bytes.Buffer }

func (*splicer) ReadFrom(io.Reader) (int64, error) { panic("spliced") }

// A reader that stops reading costs nothing: what is written waits in a write, and is not
// tried again and again.
func TestPouringWaitsInWrites(t *testing.T) {
	var to splicer
	done := make(chan struct{}, 1)
	pour(&to, struct{ io.Reader }{strings.NewReader("text")}, done)
	<-done
	assert.Equal(t, to.String(), "text")
}
