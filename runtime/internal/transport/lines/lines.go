// Package lines cuts what a server sends into lines of bounded length. It looks at every
// byte once, however the stream is cut into reads, and copies a long line once. It is the
// one place where memory for input is pooled. It knows neither JSON nor events.
package lines

import (
	"bytes"
	"errors"
	"io"
)

// idleSize is the memory in which a reader waits for the next line, in bytes.
const idleSize = 512

// ErrTooLong says that a line exceeds the limit. No more can be read.
var ErrTooLong = errors.New("line too long")

// Reader reads lines. Make it with [New]; one goroutine uses it.
type Reader struct {
	// Max is the longest line, in bytes without its end. It may change between lines.
	Max int

	r     io.Reader
	cr    bool // a carriage return ends a line too
	idle  [idleSize]byte
	lent  *chunk // nil while waiting for a line to begin
	buf   []byte // idle, or what is lent
	start int    // of the current line
	seen  int    // no end of a line before this
	end   int    // of what was read
	long  chain  // what comes before buf in the current line
	taken int
	half  bool  // the last line ended with a carriage return: a newline may belong to it
	err   error // of r, reported when everything has been returned
}

// Line is one line.
type Line struct {
	Text  []byte // without its end
	Ended bool   // false for a last line that has no end
	// Own says that nothing else uses the memory of Text. Otherwise it is valid until
	// the next line is asked for.
	Own bool
}

// New returns a reader of lines that end with a newline or, with cr, with a carriage
// return, a newline, or both.
func New(r io.Reader, limit int, cr bool) *Reader {
	l := &Reader{r: r, Max: limit, cr: cr}
	l.buf = l.idle[:]
	return l
}

// Next returns the next line, blank or not. After the last line it returns the error of
// the stream, io.EOF at its end.
func (l *Reader) Next() (Line, error) {
	for {
		if i := l.find(); i >= 0 {
			line := l.take(i)
			l.skip(1)
			l.half = l.cr && l.buf[l.start-1] == '\r'
			return l.bounded(line)
		}
		l.seen = l.end
		if held := l.held(); held > 0 && held > l.Max {
			return Line{}, ErrTooLong
		}
		if l.err != nil {
			return l.last()
		}
		l.fill()
	}
}

// find returns where the current line ends, negative if that has not been read.
func (l *Reader) find() int {
	if l.half && l.start < l.end {
		l.half = false
		if l.buf[l.start] == '\n' {
			l.skip(1)
		}
	}
	unseen := l.buf[l.seen:l.end]
	i := bytes.IndexByte(unseen, '\n')
	if l.cr {
		if i >= 0 {
			unseen = unseen[:i]
		}
		if cr := bytes.IndexByte(unseen, '\r'); cr >= 0 {
			i = cr
		}
	}
	if i < 0 {
		return i
	}
	return l.seen + i
}

// take steps over the text of the current line, which ends before end.
func (l *Reader) take(end int) Line {
	line := Line{Text: l.buf[l.start:end:end], Ended: true}
	if len(l.long) > 0 {
		line.Text, line.Own = l.long.join(line.Text), true
	}
	l.taken += len(line.Text)
	l.start = end
	return line
}

// skip steps over what is in the buffer and belongs to no line.
func (l *Reader) skip(n int) {
	l.start += n
	l.taken += n
	l.seen = l.start
}

func (l *Reader) bounded(line Line) (Line, error) {
	if len(line.Text) > l.Max {
		return Line{}, ErrTooLong
	}
	return line, nil
}

// last returns what is left when the stream has ended.
func (l *Reader) last() (Line, error) {
	if l.held() == 0 || !errors.Is(l.err, io.EOF) {
		l.release()
		return Line{}, l.err
	}
	line := l.take(l.end)
	line.Ended = false
	return line, nil
}

// held is how much of the current line has been read.
func (l *Reader) held() int { return len(l.long)*chunkSize + l.end - l.start }

// fill reads once, after making room.
func (l *Reader) fill() {
	l.makeRoom()
	n, err := l.r.Read(l.buf[l.end:])
	l.end += n
	l.err = err
}

// makeRoom borrows a chunk when a line has begun, and gives it back when none has. A line
// that fills a chunk goes on in another.
func (l *Reader) makeRoom() {
	rest := l.buf[l.start:l.end]
	switch {
	case len(rest) == 0 && len(l.long) == 0:
		l.release()
	case l.lent == nil:
		l.lent = lend()
		l.buf = l.lent[:]
	case l.end < len(l.buf):
		return
	case l.start == 0:
		l.long = append(l.long, l.lent)
		l.lent = lend()
		l.buf, rest = l.lent[:], nil
	}
	l.end = copy(l.buf, rest)
	l.start, l.seen = 0, l.end
}

// release gives everything back that is lent.
func (l *Reader) release() {
	if l.lent != nil {
		chunks.Put(l.lent)
		l.lent = nil
	}
	l.long.drop()
	l.buf = l.idle[:]
	l.start, l.seen, l.end = 0, 0, 0
}

// Close gives memory back. The last line becomes invalid unless it is Own.
func (l *Reader) Close() { l.release() }

// Buffered reports whether Next returns a line without reading.
func (l *Reader) Buffered() bool { return l.find() >= 0 }

// Taken is how many bytes the lines so far had, with their ends.
func (l *Reader) Taken() int { return l.taken }
