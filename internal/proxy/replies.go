package proxy

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/budget"
	"github.com/mcpsim/mcpsim/internal/recording"
)

// pass is the life of an answer: it ends with the server's, or with the client.
func (x *exchange) pass(a *answer, body io.ReadCloser) {
	defer body.Close()
	var err error
	if a.stream {
		err = x.passStream(a, body)
	} else {
		err = x.passWhole(a, body)
	}
	x.note(recording.Entry{Kind: recording.End, From: recording.Server, Text: textOf(err)})
	if x.kept {
		a.end(endNone)
	}
	a.finish(err)
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// passStream passes an event stream on, event by event. Its head goes at once unless what
// is to be done to it may change that. If too much waits, for that or for the end of an event,
// it goes on as it is.
func (x *exchange) passStream(a *answer, body io.Reader) error {
	x.c.join(a)
	defer x.c.leave(a)
	x.about(a, nil)
	if !x.changesHead() {
		a.open()
	}
	var e events
	held := x.bodies.Part()
	defer held.Hold(0)
	opens := x.request.Method == http.MethodGet // the first event may name an endpoint
	whole := func(block []byte) {
		if opens && isEndpoint(block) {
			block = x.endpoint(block)
		}
		opens = opens && dataOf(block) == nil
		x.event(a, block)
	}
	buf := make([]byte, chunkSize)
	for {
		n, err := body.Read(buf)
		x.note(recording.Entry{Kind: recording.Chunk, From: recording.Server, Data: buf[:n]})
		if x.c.idle() && len(e.block) == 0 && a.cutEvent == 0 && !opens {
			a.write(buf[:n])
		} else {
			e.feed(buf[:n], whole, a.write)
		}
		if opens && e.comment() {
			e.rest(a.write)
		}
		if waits := len(e.block) + a.waits(); waits > mostLine || !held.Hold(waits) {
			a.open()
			e.giveUp(a.write)
		}
		if err != nil || a.isOver() {
			e.rest(a.write)
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
	}
}

// changesHead reports whether an action for the answer to the request may change its head.
func (x *exchange) changesHead() bool {
	x.c.mu.Lock()
	defer x.c.mu.Unlock()
	acts := x.acts
	for _, asked := range x.c.calls {
		acts = slices.Concat(acts, asked.acts)
	}
	return slices.ContainsFunc(acts, func(a fakeserver.Act) bool { return a.Name == "status" || a.Name == "headers" || a.Name == "encode" })
}

// about does what is to be done to the answer as a whole: to that of a GET or a DELETE.
func (x *exchange) about(a *answer, text []byte) {
	if len(x.acts) > 0 {
		m := &passage{c: x.c, from: "the answer to " + x.request.Method, whole: text, carrier: answerEnd{x, a, nil}}
		if text != nil {
			m.text = text
		}
		m.run(x.acts)
	}
}

// event passes on an event, by the program of the rules that meet its message.
func (x *exchange) event(a *answer, block []byte) {
	m := &passage{c: x.c, whole: block, text: dataOf(block), carrier: answerEnd{x, a, block}}
	what, ok := read(m.text)
	m.what = what
	if !ok {
		a.event(block)
		return
	}
	m.run(m.meet("", nil))
	if m.answers && m.what.method == "initialize" {
		x.c.happen("after-init-reply", answerEnd{x, a, nil}, "the moment after", &sync.WaitGroup{})
	}
	if m.answers {
		a.open()
		x.kept = x.kept || !m.sent
	}
}

// passWhole passes on an answer that is one message, or none.
func (x *exchange) passWhole(a *answer, body io.Reader) error {
	counted := x.bodies.Reader(body)
	defer counted.Close()
	text, err := budget.ReadAll(io.LimitReader(counted, mostLine))
	more := len(text) == mostLine
	if errors.Is(err, budget.ErrSpent) {
		more, err = true, nil
	}
	x.note(recording.Entry{Kind: recording.Chunk, From: recording.Server, Data: text})
	m := &passage{c: x.c, whole: text, text: bytes.TrimSpace(text), carrier: answerEnd{x, a, nil}}
	what, ok := read(m.text)
	switch ok = ok && !more; {
	case len(x.acts) > 0:
		x.about(a, text)
	case !ok:
		a.write(text)
	default:
		m.what = what
		m.run(m.meet("", nil))
		if m.answers && m.what.method == "initialize" {
			x.c.happen("after-init-reply", answerEnd{x, a, nil}, "the moment after", &sync.WaitGroup{})
		}
		x.kept = !m.sent
	}
	if err == nil && more {
		a.open()
		_, err = io.Copy(writerFunc(a.write), body)
	}
	return err
}

type writerFunc func([]byte)

func (f writerFunc) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}

// answerEnd carries messages to the client, in an HTTP answer.
type answerEnd struct {
	*exchange
	a     *answer
	block []byte // of the event that the message came in; nil = it is no event
}

func (e answerEnd) carry(m *passage) {
	b := m.whole
	switch {
	case e.block == nil:
		b = m.bytes(m.style.Body)
	case m.edited:
		b = withData(e.block, m.text)
	}
	if e.block != nil && m.style.Framed() {
		b = withData(e.block, m.style.Body(m.text))
	}
	pieces, gap := m.style.Pieces(e.a.encoded(b))
	for i, piece := range pieces {
		if i > 0 {
			e.a.open()
			if !e.c.wait(gap) {
				return
			}
		}
		if e.block != nil && i == len(pieces)-1 {
			e.a.putEvent(piece)
		} else {
			e.a.put(piece)
		}
	}
}

func (e answerEnd) raw(b []byte)       { e.a.write(b) }
func (e answerEnd) stderr([]byte) bool { return false }
func (e answerEnd) exit(int) bool      { return false }
func (e answerEnd) tears() bool        { return false }
func (e answerEnd) web() *answer       { return e.a }

// emit writes to the same stream, or else to one that the client listens to.
func (e answerEnd) emit(text []byte) {
	if e.a.stream {
		e.a.event(append(eventData(text), '\n'))
		return
	}
	e.c.push(text)
}

// join makes a stream one on which the client can be sent something.
func (c *conn) join(a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams = append(c.streams, a)
}

func (c *conn) leave(a *answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.streams = slices.DeleteFunc(c.streams, func(o *answer) bool { return o == a })
}

// push sends the client a message on the stream that has been open for longest, if any is.
func (c *conn) push(text []byte) {
	c.mu.Lock()
	var a *answer
	if len(c.streams) > 0 {
		a = c.streams[0]
	}
	c.mu.Unlock()
	if a != nil {
		a.event(append(eventData(text), '\n'))
	}
}
