package fakeserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// frame is one message on its way out, with all that is done to its bytes.
type frame struct {
	text   []byte
	method string // for the journal
	id     json.RawMessage

	decor frameAction
	pad   int
	split splitAction
	torn  int // bytes before the next message; 0 = all
}

var bom = []byte("\xef\xbb\xbf")

// body is the message as decorated, without line end.
func (f frame) body() []byte {
	text := f.text
	if f.decor.Indent {
		var b bytes.Buffer
		if json.Indent(&b, text, "", "  ") == nil {
			text = b.Bytes()
		}
	}
	return padded(text, f.pad)
}

// line is what goes to stdout.
func (f frame) line() []byte {
	text := f.body()
	end := "\n"
	switch {
	case f.decor.NoNewline || f.decor.ContentLength:
		end = ""
	case f.decor.CRLF:
		end = "\r\n"
	}
	if f.decor.Indent && f.decor.CRLF {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if f.decor.ContentLength {
		text = append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(text)), text...)
	}
	return f.finish(append(slices.Clip(text), end...))
}

// finish adds what belongs around any encoding of the message.
func (f frame) finish(b []byte) []byte {
	if f.decor.BOM {
		b = append(slices.Clone(bom), b...)
	}
	if n := f.decor.Truncate; n > 0 && n < len(b) {
		b = b[:n]
	}
	return b
}

// padded adds spaces before the closing brace, up to size bytes in all.
func padded(text []byte, size int) []byte {
	if size <= len(text) || len(text) == 0 {
		return text
	}
	out := bytes.Repeat([]byte(" "), size)
	last := copy(out, text) - 1
	out[last], out[size-1] = ' ', text[last]
	return out
}

// mostPieces bounds the pieces of one answer.
const mostPieces = 1_000_000

// pieces cuts b as the split says.
func (s splitAction) pieces(b []byte) [][]byte {
	var out [][]byte
	last := 0
	cut := func(at int) {
		if at > last && at < len(b) {
			out = append(out, b[last:at])
			last = at
		}
	}
	for _, at := range slices.Sorted(slices.Values(s.At)) {
		cut(at)
	}
	if s.Every > 0 {
		for len(b)-last > s.Every && len(out) < mostPieces {
			cut(last + s.Every)
		}
	}
	return append(out, b[last:])
}

// items are the pieces with the pauses between them.
func (s splitAction) items(b []byte) []item {
	if len(s.At) == 0 && s.Every == 0 {
		return []item{{kind: itemData, data: b}}
	}
	var out []item
	for i, p := range s.pieces(b) {
		if i > 0 && s.Gap > 0 {
			out = append(out, item{kind: itemGap, wait: s.Gap})
		}
		out = append(out, item{kind: itemData, data: p})
	}
	return out
}

// item is one thing for the owner of an output to do, in order.
type item struct {
	kind itemKind
	data []byte
	wait time.Duration
	code int // exit code or HTTP status
	head map[string]string
}

type itemKind int

const (
	itemData      itemKind = iota // write data
	itemStderr                    // write data to stderr
	itemStderrEnd                 // close stderr
	itemGap                       // wait
	itemHead                      // status and headers of an HTTP answer
	itemEnd                       // the exchange ends as it should
	itemReset                     // the connection is cut
	itemExit                      // the process exits
	itemUpgrade                   // the exchange becomes a WebSocket
)
