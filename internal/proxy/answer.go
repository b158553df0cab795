package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/mcpsim/mcpsim/internal/coding"
)

// errReset is the end of an answer that is cut before its head. Behind that it is
// context.Canceled, which net/http/httputil does not write into our stderr.
var errReset = errors.New("the connection is cut")

// answer is an HTTP answer on its way to the client. Until it is open its head can be
// changed, and what is written to its body waits.
type answer struct {
	ctx   context.Context // of the request
	ready chan struct{}   // closed when it is open, or has failed
	body  *io.PipeWriter

	mu       sync.Mutex
	resp     *http.Response
	opened   bool
	over     bool   // nothing is written any more
	err      error  // it has failed before it was opened
	buf      []byte // written before that
	stream   bool   // it is an event stream
	sent     int    // bytes of the body
	events   int
	cutAt    int    // bytes; 0 = not
	cutEvent int    // events; 0 = not
	cutHow   string // how the answer ends then
	coder    *coding.Encoder
}

// newAnswer returns an answer with the head of another one.
func newAnswer(r *http.Request, head *http.Response) *answer {
	a := &answer{ctx: r.Context(), ready: make(chan struct{})}
	pr, pw := io.Pipe()
	a.body = pw
	copied := *head
	a.resp = &copied
	a.resp.Header = head.Header.Clone()
	a.resp.Body = pr
	return a
}

// made is the head of an answer that no server has given.
func made(r *http.Request, code int) *http.Response {
	return &http.Response{StatusCode: code, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Request: r}
}

// open lets the head go, and then what waits. The length is not known then.
func (a *answer) open() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.openLocked()
}

func (a *answer) openLocked() {
	if a.opened || a.err != nil {
		return
	}
	a.opened = true
	a.resp.ContentLength = -1
	a.resp.Header.Del("Content-Length")
	close(a.ready)
	if len(a.buf) > 0 {
		_, _ = a.body.Write(a.buf)
		a.buf = nil
	}
}

// encode sends the body in a content coding from here on, unless its head has gone.
func (a *answer) encode(as, declare string, cut int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.opened || a.over {
		return false
	}
	a.coder = coding.New(as)
	a.buf = a.coder.Encode(a.buf)
	if a.resp.Header.Del("Content-Encoding"); declare != "" {
		a.resp.Header.Set("Content-Encoding", declare)
		a.resp.Header.Add("Vary", "Accept-Encoding")
	}
	if cut > 0 {
		a.cutAt, a.cutHow = cut, endEOF
	}
	return true
}

// encoded is b as it goes into the body.
func (a *answer) encoded(b []byte) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.coder == nil {
		return b
	}
	return a.coder.Encode(b)
}

// write puts bytes of the body.
func (a *answer) write(b []byte) { a.put(a.encoded(b)) }

// put is write for what is encoded already.
func (a *answer) put(b []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.putLocked(b)
}

func (a *answer) putLocked(b []byte) {
	if a.over || len(b) == 0 {
		return
	}
	over := a.cutAt > 0 && a.sent+len(b) >= a.cutAt
	if over {
		b = b[:a.cutAt-a.sent]
	}
	a.sent += len(b)
	if a.opened {
		_, _ = a.body.Write(b) // a client that has gone reads nothing more
	} else {
		a.buf = append(a.buf, b...)
	}
	if over {
		a.coder = nil // what is left of it is cut off, too
		a.openLocked()
		a.endLocked(a.cutHow)
	}
}

// event puts a whole event, and ends the stream if that was the last one.
func (a *answer) event(b []byte) { a.putEvent(a.encoded(b)) }

func (a *answer) putEvent(b []byte) {
	a.put(b)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.events++; a.cutEvent > 0 && a.events >= a.cutEvent && !a.over {
		a.openLocked()
		a.endLocked(a.cutHow)
	}
}

// The ways in which an answer ends.
const (
	endEOF   = "eof"
	endReset = "reset"
	endNone  = "none"
)

// end ends the answer: as it should, by a reset, or never.
func (a *answer) end(how string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.endLocked(how)
}

func (a *answer) endLocked(how string) {
	switch {
	case a.over:
		return
	case how == endReset && !a.opened:
		a.err = errReset
		close(a.ready)
	case how == endReset:
		_ = a.body.CloseWithError(context.Canceled)
	case how == endNone:
		a.openLocked()
		context.AfterFunc(a.ctx, func() { _ = a.body.CloseWithError(context.Canceled) })
	default:
		a.finishLocked(nil)
	}
	a.over = true
}

// finish ends the answer as the server has ended it.
func (a *answer) finish(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.over {
		a.finishLocked(err)
		a.over = true
	}
}

func (a *answer) finishLocked(err error) {
	if coder := a.coder; coder != nil && err == nil {
		a.coder = nil
		a.putLocked(coder.End())
	}
	if !a.opened && err == nil { // all of it is known
		a.opened = true
		a.resp.ContentLength = int64(len(a.buf))
		a.resp.Header.Set("Content-Length", strconv.Itoa(len(a.buf)))
		a.resp.Body = io.NopCloser(bytes.NewReader(a.buf))
		close(a.ready)
	}
	if !a.opened {
		a.openLocked()
	}
	if err != nil {
		err = context.Canceled
	}
	_ = a.body.CloseWithError(err)
}

// status changes the status. Without the real answer the body is another one, and nothing
// follows it.
func (a *answer) status(m *passage, code int, set map[string]string, body []byte, withAnswer bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.opened || a.over {
		return false
	}
	header := a.resp.Header
	header.Del("Content-Type")
	if withAnswer {
		header.Set("Content-Type", "application/json")
	} else if len(body) > 0 {
		header.Set("Content-Type", "text/plain; charset=utf-8")
	}
	for name, value := range set {
		header.Set(name, value)
	}
	a.resp.StatusCode, a.resp.Status, a.stream = code, "", false
	if !withAnswer {
		m.settled, m.sent = true, true
		if a.buf, a.sent = nil, 0; a.coder != nil {
			body = a.coder.Encode(body)
		}
		a.putLocked(body)
		a.finishLocked(nil)
		a.over = true
	}
	return true
}

// headers replaces headers, unless the head has gone.
func (a *answer) headers(set map[string]string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for name, value := range set {
		if !a.opened {
			a.resp.Header.Set(name, value)
		}
	}
	return !a.opened
}

// limit says behind how many bytes or events the answer is cut.
func (a *answer) limit(bytes, events int, how string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if bytes > 0 {
		a.cutAt, a.cutHow = bytes, endReset
	} else {
		a.cutEvent, a.cutHow = events, how
	}
	return true
}

// waits is how many bytes wait for the head.
func (a *answer) waits() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.buf)
}

// isOver reports whether nothing is written any more.
func (a *answer) isOver() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.over
}

// result waits for the head.
func (a *answer) result() (*http.Response, error) {
	select {
	case <-a.ready:
	case <-a.ctx.Done():
		return nil, a.ctx.Err()
	}
	return a.resp, a.err // neither changes any more; the lock may be held until the body is read
}
