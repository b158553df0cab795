package proxy

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

const (
	// bodyWait is how long in all a client may be waited for while it sends the body of a
	// request, and bodyRate how many bytes earn it a second more: who sends less is slow on
	// purpose.
	bodyWait = 30 * time.Second
	bodyRate = 1 << 10
)

// ErrSlow says that a client was given up, as the body of its request did not come.
var ErrSlow = errors.New("a client was given up: the body of its request did not come within 30s, and 1s more for each KiB")

// timed is the body of a request. Only the waiting for the client counts: what the server
// does not take yet is not the client's fault.
type timed struct {
	io.ReadCloser
	to  *http.ResponseController
	clk clock.Clock

	mu    sync.Mutex
	left  time.Duration
	ended bool // the client has sent all
	late  bool
}

// bodyOf is the body of a request, of which is waited for so long. While the link has faults
// there is no limit: they may hold back what was sent in time.
func (p *Proxy) bodyOf(rw http.ResponseWriter, r *http.Request) *timed {
	if r.Body == nil || r.Body == http.NoBody || r.Header.Get("Upgrade") != "" || len(p.Link.List()) > 0 {
		return nil
	}
	return &timed{ReadCloser: r.Body, to: http.NewResponseController(rw), clk: p.clk, left: bodyWait}
}

func (b *timed) Read(p []byte) (int, error) {
	begin := b.bound()
	n, err := b.ReadCloser.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left += time.Duration(n)*time.Second/bodyRate - b.clk.Since(begin)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.late = true
		err = ErrSlow
	case errors.Is(err, io.EOF):
		b.ended = true
		_ = b.to.SetReadDeadline(time.Time{}) // the next bytes are a request that may come late
	}
	return n, err
}

// bound sets when the next bytes must have come.
func (b *timed) bound() (now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now = b.clk.Now()
	if !b.ended {
		_ = b.to.SetReadDeadline(now.Add(b.left))
	}
	return now
}

// Close leaves the rest to net/http, which reads it before the next request, in the time
// that is left.
func (b *timed) Close() error {
	b.bound()
	return b.ReadCloser.Close()
}

// slow reports whether a client was given up.
func (b *timed) slow() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.late
}
