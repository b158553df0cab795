package proxy

import (
	"bytes"
	"iter"
)

// events puts the events of a stream together, however their lines end.
type events struct {
	block   []byte // of the event, as it came
	line    int    // where its last line begins
	through bool   // it is too long: it is passed on as it comes
	afterCR bool   // a line feed belongs to the line end before it
}

// feed takes what was read. whole is called for each event with its blank line, which it
// may keep, and part for bytes that cannot be put together.
func (e *events) feed(chunk []byte, whole, part func([]byte)) {
	if e.afterCR && len(chunk) > 0 && chunk[0] == '\n' { // the rest of a line end
		if len(e.block) == 0 {
			part(chunk[:1])
		} else {
			e.block = append(e.block, '\n')
			e.line = len(e.block)
		}
		chunk = chunk[1:]
	}
	for len(chunk) > 0 {
		at := bytes.IndexAny(chunk, "\r\n")
		if at < 0 {
			e.block, chunk, e.afterCR = append(e.block, chunk...), nil, false
			break
		}
		end := at + 1
		if chunk[at] == '\r' && end < len(chunk) && chunk[end] == '\n' {
			end++
		}
		blank := at == 0 && e.line == len(e.block)
		e.block = append(e.block, chunk[:end]...)
		e.line = len(e.block)
		e.afterCR = chunk[end-1] == '\r'
		chunk = chunk[end:]
		if blank {
			e.done(whole, part)
		}
	}
	if e.through || len(e.block) > mostLine {
		e.giveUp(part)
	}
}

func (e *events) done(whole, part func([]byte)) {
	block := e.block
	e.block, e.line = nil, 0
	if e.through {
		e.through = false
		part(block)
		return
	}
	whole(block)
}

// rest passes on an event that has no end.
func (e *events) rest(part func([]byte)) {
	if len(e.block) > 0 {
		part(e.block)
		e.block, e.line = nil, 0
	}
}

// giveUp passes on an event that is not complete, and what is left of it as it comes.
func (e *events) giveUp(part func([]byte)) {
	e.through = e.through || len(e.block) > 0
	e.rest(part)
}

// comment reports whether all that waits are whole lines of comments, which need not.
func (e *events) comment() bool {
	return len(e.block) > 0 && e.line == len(e.block) && bytes.HasPrefix(e.block, []byte(":")) && dataOf(e.block) == nil && !bytes.Contains(e.block, []byte("event:"))
}

// dataOf is the data of an event.
func dataOf(block []byte) []byte {
	var data []byte
	found := false
	for line := range linesOf(block) {
		value, ok := bytes.CutPrefix(line, []byte("data:"))
		if !ok {
			continue
		}
		if found {
			data = append(data, '\n')
		}
		found = true
		data = append(data, bytes.TrimPrefix(value, []byte(" "))...)
	}
	return data
}

// isEndpoint reports whether an event is the first one of HTTP+SSE.
func isEndpoint(block []byte) bool {
	for line := range linesOf(block) {
		if name, ok := bytes.CutPrefix(line, []byte("event:")); ok {
			return string(bytes.TrimSpace(name)) == "endpoint"
		}
	}
	return false
}

// withData is an event with other data, whose other fields stay.
func withData(block, data []byte) []byte {
	var out []byte
	put := false
	for line := range linesOf(block) {
		if !bytes.HasPrefix(line, []byte("data:")) {
			if len(line) > 0 {
				out = append(append(out, line...), '\n')
			}
			continue
		}
		if !put {
			out = append(out, eventData(data)...)
		}
		put = true
	}
	return append(out, '\n')
}

// eventData are the data lines of an event.
func eventData(data []byte) (out []byte) {
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		out = append(append(append(out, "data: "...), line...), '\n')
	}
	return out
}

// linesOf are the lines of an event, without their ends.
func linesOf(block []byte) iter.Seq[[]byte] {
	block = bytes.ReplaceAll(block, []byte("\r\n"), []byte("\n"))
	return bytes.SplitSeq(bytes.ReplaceAll(block, []byte("\r"), []byte("\n")), []byte("\n"))
}
