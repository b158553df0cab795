package client

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/clientcheck"
)

// A busy machine may keep an answer from a client until its patience is at an end: that the
// client leaves then is right, and that it leaves sooner is not.
func TestWhoLeavesAsLateAsToldHasWaited(t *testing.T) {
	for _, c := range []struct {
		told  string
		after time.Duration
		want  bool
	}{
		{`{"timeoutMs": 500}`, 499 * time.Millisecond, false},
		{`{"timeoutMs": 500}`, 500 * time.Millisecond, true},
		{`{}`, time.Hour, false},
	} {
		begin := time.Now()
		r := clientcheck.Recorded([]fakeserver.Entry{{Kind: fakeserver.KindMessage, Direction: fakeserver.Received, ID: "1", Method: "server/discover", At: begin}}, nil)
		r.Stop = begin.Add(c.after)
		w := &World{situation: clientcheck.Situation{Context: c.told}}
		assert.Equal(t, w.outwaited(r), c.want, "%+v", c)
	}
}
