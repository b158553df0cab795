package stdio

import (
	"bytes"
	"errors"
	"io"
)

const (
	minBuffer = 512
	// busyBuffer is the size up to which a buffer grows that reads fill: most
	// connections never need it.
	busyBuffer = 64 << 10
	// bigBuffer is the size above which an empty buffer is given back.
	bigBuffer = 1 << 20
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// lines cuts a stream into lines of bounded length. It looks at every byte
// once, however the stream is cut.
type lines struct {
	r       io.Reader
	max     int
	buf     []byte
	start   int // of the current line
	scanned int // no newline before this
	end     int // of what was read
	begun   bool
	full    bool  // the last read has filled the buffer
	err     error // of the reader, reported when the buffer is used up
}

func newLines(r io.Reader, limit int) *lines { return &lines{r: r, max: limit} }

// next returns the next line that is not blank, without its end. The line is
// valid until the next call. complete is false for a last line without newline.
// After the last line it returns the reader's error, io.EOF at the end.
func (l *lines) next() (line []byte, complete bool, err error) {
	for {
		line, complete, err = l.any()
		if err != nil {
			return nil, false, err
		}
		if !l.begun {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		l.begun = true
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, complete, nil
		}
	}
}

// any returns the next line, blank or not.
func (l *lines) any() (line []byte, complete bool, err error) {
	for {
		if i := bytes.IndexByte(l.buf[l.scanned:l.end], '\n'); i >= 0 {
			line = l.buf[l.start : l.scanned+i]
			l.start = l.scanned + i + 1
			l.scanned = l.start
			return l.checked(line, true)
		}
		l.scanned = l.end
		if l.end-l.start > l.max {
			return nil, false, &LineTooLongError{Limit: l.max}
		}
		if l.err != nil {
			return l.last()
		}
		l.fill()
	}
}

// last returns what is left when the reader has ended.
func (l *lines) last() ([]byte, bool, error) {
	line := l.buf[l.start:l.end]
	l.start = l.end
	if len(line) == 0 || !errors.Is(l.err, io.EOF) {
		return nil, false, l.err
	}
	return l.checked(line, false)
}

func (l *lines) checked(line []byte, complete bool) ([]byte, bool, error) {
	if len(line) > l.max {
		return nil, false, &LineTooLongError{Limit: l.max}
	}
	return line, complete, nil
}

// fill reads once, after making room.
func (l *lines) fill() {
	l.makeRoom()
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	l.full = l.end == len(l.buf)
	l.err = err
}

// makeRoom moves the current line to the front, and doubles a buffer up to the
// limit that the line fills, or that the last read has filled. It gives a big
// buffer back when nothing is in it.
func (l *lines) makeRoom() {
	rest := l.buf[l.start:l.end]
	switch {
	case len(rest) == 0 && len(l.buf) > bigBuffer, len(l.buf) == 0:
		l.buf = make([]byte, minBuffer)
	case len(rest) == len(l.buf), l.full && len(l.buf) < busyBuffer:
		bigger := make([]byte, min(2*len(l.buf), max(l.max+1, minBuffer)))
		copy(bigger, rest)
		l.buf = bigger
	default:
		copy(l.buf, rest)
	}
	l.scanned -= l.start
	l.end -= l.start
	l.start = 0
}

// buffered reports whether next returns a line, blank or not, without reading.
func (l *lines) buffered() bool { return bytes.IndexByte(l.buf[l.scanned:l.end], '\n') >= 0 }
