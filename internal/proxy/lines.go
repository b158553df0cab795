package proxy

import "bytes"

// mostLine bounds a line that rules can meet, in bytes. A longer one is passed on as it
// comes and met by none.
const mostLine = 64 << 20

// lines puts the lines of a stream together.
type lines struct {
	partial []byte
	midLine bool // what was passed on last is not the end of a line
}

// feed takes what was read. whole is called for each line, which it may keep, and part for
// bytes of those that cannot be put together.
func (l *lines) feed(chunk []byte, whole, part func([]byte)) {
	for len(chunk) > 0 {
		end := bytes.IndexByte(chunk, '\n') + 1
		complete := end > 0
		if !complete {
			end = len(chunk)
		}
		piece := chunk[:end]
		chunk = chunk[end:]
		switch {
		case l.midLine:
			l.pass(piece, part)
		case complete:
			line := append(l.partial, piece...)
			l.partial = nil
			whole(line)
		case len(l.partial)+len(piece) > mostLine:
			part(l.partial)
			l.partial = nil
			l.pass(piece, part)
		default:
			l.partial = append(l.partial, piece...)
		}
	}
}

// pass passes bytes on as they are.
func (l *lines) pass(piece []byte, part func([]byte)) {
	l.midLine = !bytes.HasSuffix(piece, []byte("\n"))
	part(piece)
}

// rest passes on a line that has no end.
func (l *lines) rest(part func([]byte)) {
	if len(l.partial) > 0 {
		part(l.partial)
		l.partial = nil
	}
}
