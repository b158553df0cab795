package fakeserver

import (
	"bytes"
	"encoding/base64"
	"time"
)

// rawAction writes bytes as they are: to stdout, or into the body of the HTTP answer. It
// adds no line end.
type rawAction struct {
	// Text to write. In it "<id>" stands for the id of the message that is answered,
	// "<token>" for its progress token, "<cursor>" for the cursor that it asks for, "<n>"
	// for which time the rule acts, "<now>" for the time, "<origin>" over HTTP for the
	// scheme and the host that were asked: each as JSON. "<lt>" is a less-than sign: "<lt>id>"
	// is the text "<id>".
	Text string `yaml:"text" short:"true"`
	// Base64 is written instead of text, decoded: for bytes that are no UTF-8.
	Base64 string `yaml:"base64"`
	// Size repeats what is written until it has this many bytes; 0 = once.
	Size Size `yaml:"size"`
}

func (a rawAction) apply(x *exec) bool {
	text := x.fill(a.Text)
	if a.Base64 != "" {
		decoded, _ := base64.StdEncoding.DecodeString(a.Base64) // it was checked when it was read
		text = string(decoded)
	}
	x.w.raw(repeated(text, a.Size))
	return true
}

// stderrAction writes text to stderr as it is. The process waits until it is taken.
type stderrAction struct {
	// Text to write.
	Text string `yaml:"text" short:"true"`
	// Size repeats the text until it has this many bytes; 0 = once.
	Size Size `yaml:"size"`
	// Close closes stderr behind it, and nothing else. A proxy writes the text alone.
	Close bool `yaml:"close"`
}

func (a stderrAction) apply(x *exec) bool {
	p := x.process("stderr")
	if p == nil {
		return true
	}
	text := repeated(a.Text, a.Size)
	x.c.note(Entry{Kind: KindStderr, Direction: Sent, Raw: bounded(text), Size: len(text)})
	p.out.put(item{kind: itemStderr, data: text})
	if a.Close {
		p.out.put(item{kind: itemStderrEnd})
	}
	return true
}

// repeated is text, cut or repeated to size if that is set.
func repeated(text string, size Size) []byte {
	if size == 0 || text == "" {
		return []byte(text)
	}
	n := int(size)
	return bytes.Repeat([]byte(text), n/len(text)+1)[:n]
}

// interleaveAction tears the answer: its first bytes are written, then the next message of
// the connection, then the rest. It has a meaning over stdio only.
type interleaveAction struct {
	// At is how many bytes come before the next message.
	At int `yaml:"at" short:"true"`
}

func (a interleaveAction) apply(x *exec) bool {
	if x.c.transport != "stdio" {
		x.ignored("interleave")
		return true
	}
	x.style.torn = a.At
	return true
}

// splitAction writes the answer in pieces.
type splitAction struct {
	// At are byte positions in what is written.
	At []int `yaml:"at" short:"true"`
	// Every cuts what is left into pieces of this many bytes, a million of them at most.
	Every int `yaml:"every"`
	// Gap between two pieces.
	Gap time.Duration `yaml:"gap"`
}

func (a splitAction) apply(x *exec) bool {
	x.style.split = a
	return true
}

// frameAction changes the bytes around the answer. Over HTTP only bom, indent and
// truncate have a meaning.
type frameAction struct {
	// BOM puts a UTF-8 byte order mark first.
	BOM bool `yaml:"bom"`
	// CRLF ends the line with \r\n.
	CRLF bool `yaml:"crlf"`
	// NoNewline leaves the line end out.
	NoNewline bool `yaml:"noNewline"`
	// Indent writes the JSON on several lines.
	Indent bool `yaml:"indent"`
	// ContentLength writes a header as the language server protocol does, and
	// no line end.
	ContentLength bool `yaml:"contentLength"`
	// Truncate keeps only the first bytes; 0 = all.
	Truncate int `yaml:"truncate"`
}

func (a frameAction) apply(x *exec) bool {
	x.style.decor = a
	return true
}

// padAction makes the answer this long by spaces inside the JSON.
type padAction struct {
	// To is the length in bytes, without line end.
	To Size `yaml:"to" short:"true"`
}

func (a padAction) apply(x *exec) bool {
	x.style.pad = int(a.To)
	return true
}
