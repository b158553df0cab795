package streamhttp

import (
	"bytes"
	"io"
)

const (
	minBuffer = 4 << 10
	// busyBuffer is the size up to which a buffer grows that reads fill.
	busyBuffer = 64 << 10
	// bigBuffer is the size above which an empty buffer is given back.
	bigBuffer = 1 << 20
)

// wholeEvents hands an event stream on only up to the end of an event. go-sse
// looks at everything it holds again after each read: an event that comes in
// many small chunks would cost quadratic time. Here every byte is looked at
// once, and an event above the limit ends the stream before it is held.
type wholeEvents struct {
	r     io.Reader
	limit int
	buf   []byte
	start int   // handed on before this
	ready int   // may be handed on before this: the end of the last whole event
	err   error // of r, reported when everything is handed on

	full   bool // the last read has filled the buffer
	inLine bool // the current line has bytes
	cr     bool // the last byte was CR: an LF now belongs to it
}

func (w *wholeEvents) Read(p []byte) (int, error) {
	for w.start == w.ready {
		if w.err != nil {
			return 0, w.err
		}
		w.fill()
	}
	n := copy(p, w.buf[w.start:w.ready])
	w.start += n
	return n, nil
}

// fill reads once and looks for ends of events in what it has read. When the
// stream ends, what is left is handed on too.
func (w *wholeEvents) fill() {
	w.makeRoom()
	held := len(w.buf)
	n, err := w.r.Read(w.buf[held:cap(w.buf)])
	w.buf = w.buf[:held+n]
	w.full = len(w.buf) == cap(w.buf)
	if !w.scan(held) {
		err = &TooLargeError{What: "event", Limit: w.limit}
	}
	if w.err = err; err == io.EOF { //nolint:errorlint // readers return it unwrapped
		w.ready = len(w.buf)
	}
}

// scan looks for ends of events from the offset on. It reports false for an
// event above the limit; those before it are handed on.
func (w *wholeEvents) scan(from int) bool {
	plain := bytes.IndexByte(w.buf[from:], '\r') < 0 // nearly always
	for i := from; i < len(w.buf); i++ {
		if plain && w.inLine {
			i += toNewline(w.buf[i:])
		}
		if i-w.ready >= w.limit {
			return false
		}
		if w.endsEvent(w.buf[i]) {
			w.ready = i + 1
		}
	}
	return true
}

// toNewline is the distance to the next newline, or to the last byte.
func toNewline(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i
	}
	return len(b) - 1
}

// endsEvent takes the next byte and reports whether it ends a blank line. Lines
// end with LF, CR or CRLF.
func (w *wholeEvents) endsEvent(c byte) bool {
	afterCR := w.cr
	w.cr = c == '\r'
	switch {
	case c == '\n' && afterCR:
		return false
	case c != '\n' && c != '\r':
		w.inLine = true
		return false
	}
	blank := !w.inLine
	w.inLine = false
	return blank
}

// makeRoom moves what is held to the front. It doubles a buffer that is full of
// one event, or that the last read has filled.
func (w *wholeEvents) makeRoom() {
	rest := w.buf[w.start:]
	switch {
	case len(rest) == 0 && cap(w.buf) > bigBuffer, cap(w.buf) == 0:
		w.buf = make([]byte, 0, minBuffer)
	case len(rest) == cap(w.buf), w.full && cap(w.buf) < busyBuffer:
		w.buf = append(make([]byte, 0, 2*cap(w.buf)), rest...)
	default:
		w.buf = append(w.buf[:0], rest...)
	}
	w.start, w.ready = 0, 0
}
