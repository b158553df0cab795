package fakeserver

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// sseAction answers with an event stream and says how it looks. Without events the
// stream carries what it would carry anyway. With events it carries them and
// nothing else, and the server's own checks are left out.
type sseAction struct {
	// EOL ends the lines; empty = lf.
	EOL lineEnd `yaml:"eol"`
	// BOM puts a UTF-8 byte order mark first.
	BOM bool `yaml:"bom"`
	// NoSpace leaves out the space after the colon.
	NoSpace bool `yaml:"noSpace"`
	// Multiline spreads the JSON of a message over several data lines.
	Multiline bool `yaml:"multiline"`
	// Event is the event name of messages; empty = none.
	Event string `yaml:"event"`
	// Number gives events the ids 1, 2, 3 …
	Number bool `yaml:"number"`
	// Unterminated leaves out the blank line after the last scripted event.
	Unterminated bool `yaml:"unterminated"`
	// Cut ends the stream after this many events; 0 = never.
	Cut int `yaml:"cut"`
	// End of the stream; empty = eof for POST (reset if cut), none for GET.
	End ending `yaml:"end"`
	// Events of the stream.
	Events []sseEvent `yaml:"events"`
}

// lineEnd is a line end of event streams.
type lineEnd string

// The line ends.
const (
	lineLF   lineEnd = "lf"
	lineCRLF lineEnd = "crlf"
	lineCR   lineEnd = "cr"
)

func (lineEnd) words() []string { return []string{string(lineLF), string(lineCRLF), string(lineCR)} }

func (e lineEnd) text() string {
	switch e {
	case lineCRLF:
		return "\r\n"
	case lineCR:
		return "\r"
	default:
		return "\n"
	}
}

// sseEvent is one scripted event. Its fields are written in the order given here.
type sseEvent struct {
	// Delay before the event.
	Delay time.Duration `yaml:"delay"`
	// Raw bytes instead of all below, with no line end added.
	Raw string `yaml:"raw"`
	// Comment line.
	Comment string `yaml:"comment"`
	// Event name.
	Event string `yaml:"event"`
	// ID of the event.
	ID *string `yaml:"id"`
	// Retry time for the client.
	Retry time.Duration `yaml:"retry"`
	// Data, one line for each of its lines; "" is an empty data field. "<id>"
	// with its quotes stands for the id of the request.
	Data *string `yaml:"data"`
	// Answer makes the data the answer to the request.
	Answer bool `yaml:"answer"`
}

func (a sseAction) apply(x *exec) bool {
	h := x.exchange("sse")
	if h == nil {
		return true
	}
	h.form, h.style = formSSE, a
	h.keep = h.verb == "GET" && (a.End == "" || a.End == endNone)
	if len(a.Events) > 0 {
		x.script(h, a)
	}
	return true
}

// script replaces what the program would answer by the events.
func (x *exec) script(h *exchange, a sseAction) {
	var steps []Action
	if h.verb == "GET" {
		steps = x.conclusion()
	} else {
		steps = append(steps, step(func(*exec) bool { h.begin(); return true }))
	}
	for i, e := range a.Events {
		steps = append(steps, pause(e.Delay))
		if e.Answer {
			steps = append(steps, step((*exec).handle))
		}
		last := i == len(a.Events)-1
		steps = append(steps, step(func(x *exec) bool { h.scripted(x, e, last); return true }))
	}
	if !h.keep {
		steps = append(steps, step(func(*exec) bool { h.end(a.End); return true }))
	}
	x.mute()
	x.steps = append(steps, x.steps...)
}

// scripted writes one event.
func (h *exchange) scripted(x *exec, e sseEvent, last bool) {
	if e.Raw != "" {
		h.count++
		h.write([]byte(e.Raw))
		h.cutByCount()
		return
	}
	switch {
	case e.Answer:
		text := string(x.answerText())
		e.Data = &text
		h.c.noteFrame(frame{method: x.msg.method, id: x.reply.id}, x.reply.text(), string(h.verb))
	case e.Data != nil && x.msg.id != nil:
		text := strings.ReplaceAll(*e.Data, `"<id>"`, string(x.msg.id))
		e.Data = &text
	}
	h.count++
	h.write(h.style.encode(e, !(last && h.style.Unterminated)))
	h.cutByCount()
}

// encode writes the event with its blank line.
func (a sseAction) encode(e sseEvent, terminated bool) []byte {
	var b bytes.Buffer
	eol, space := a.EOL.text(), " "
	if a.NoSpace {
		space = ""
	}
	field := func(name, value string) { b.WriteString(name + ":" + space + value + eol) }
	if e.Comment != "" {
		field("", e.Comment)
	}
	if e.Event != "" {
		field("event", e.Event)
	}
	if e.ID != nil {
		field("id", *e.ID)
	}
	if e.Retry > 0 {
		field("retry", fmt.Sprint(e.Retry.Milliseconds()))
	}
	if e.Data != nil {
		for line := range strings.SplitSeq(*e.Data, "\n") {
			field("data", line)
		}
	}
	if terminated {
		b.WriteString(eol)
	}
	return b.Bytes()
}
