package streamhttp

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"gotest.tools/v3/assert"
)

// told is the wait that the server of a stream asks for.
func told(r io.Reader) (time.Duration, bool) {
	in := newEventReader(r, 1000)
	for {
		if _, err := in.next(); err != nil {
			return in.retry, in.told
		}
	}
}

func TestWaitsThatServersAskFor(t *testing.T) {
	for in, want := range map[string]int{ // ms; -1 = nothing
		"retry: 5\n\n":                   5,
		"retry:7\r\rdata: x\n\n":         7,
		"retry: 1\r\nretry: 2\r\n\r\n":   2,
		"data: retry: 5\n\n":             -1,
		"retry: 5":                       -1, // the line is not over
		"retry: x\n\n":                   -1,
		"retry: -5\n\n":                  -1,
		"retry:  5\n\n":                  -1, // only one space belongs to the field
		"retry: \n\n":                    -1,
		"retry: 99999999999999999999\n":  -1,
		"retry: 0\n\n":                   0,
		"retry: 5\nretry: five\n\n":      5,
		strings.Repeat("x", 40) + "\n\n": -1,
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			retry, ok := told(r)
			assert.Equal(t, ok, want >= 0, in)
			assert.Equal(t, retry.Milliseconds(), int64(max(want, 0)), in)
		}
	}
}

// A server that ends every stream at once and asks for no wait is polled, not
// hammered: a millisecond passes each time, and it must bring something new.
func TestResumptionDoesNotSpin(t *testing.T) {
	poll := func(w *world, rw http.ResponseWriter, r *exchangeSeen, n int) {
		events(rw)
		send(rw, "retry: 0\nid: "+strings.Repeat("i", n)+"\ndata:\n\n")
		if n == 6 {
			send(rw, event(result(w.exchanges()[0].msg, "6")))
		}
	}
	simulate(t, Options{Resume: true}, poll, func(w *world) {
		p := w.background(background, "slow")
		w.sleep(time.Hour)
		assert.NilError(t, p.err)
		assert.Equal(t, string(p.result), "6")
		assert.Equal(t, p.after, 5*time.Millisecond)
		assert.Equal(t, w.last().header.Get("Last-Event-Id"), "iiiii")
	})
}

func TestCloseEndsAWaitingResumption(t *testing.T) {
	primed := func(_ *world, rw http.ResponseWriter, _ *exchangeSeen, _ int) {
		events(rw)
		send(rw, "retry: 60000\nid: 1\ndata:\n\n")
	}
	simulate(t, Options{Resume: true, Timeout: -1}, primed, func(w *world) {
		p := w.background(background, "slow")
		w.sleep(time.Second)
		assert.Check(t, !p.finished())
		assert.NilError(t, w.Close())
		w.sleep(0)
		assert.Error(t, p.err, "Transport closed")
	})
}
