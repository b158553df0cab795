package probe

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/event"
)

// conn is one life of the server as a client sees it: a process, or one HTTP
// session. It has one user at a time.
type conn struct {
	bench   *Bench
	process *process // nil over HTTP
	inbox   *inbox
	first   bool // nothing was answered yet

	session  string // HTTP: session id
	revision string // negotiated; "" before
	edits    map[string]*string
	reply    *reply // HTTP: the last one
	ids      map[string]bool

	init     frame // the answer to initialize
	declared map[string]bool
}

// hear keeps and shows a message.
func (c *conn) hear(l line) {
	c.bench.note("server", "received", l.raw)
	c.inbox.add(l)
}

// patience is how long to wait for an answer.
func (c *conn) patience() time.Duration {
	if c.first {
		return 3 * c.bench.target.Timeout
	}
	return c.bench.patience()
}

// send writes one message as it is. Over HTTP the answer has been read when it
// returns, up to where enough is satisfied.
func (c *conn) send(raw []byte, enough func([]frame) bool) error {
	c.bench.note("client", "sent", raw)
	if c.process != nil {
		return c.process.send(append(raw[:len(raw):len(raw)], '\n'))
	}
	c.reply = c.exchange(http.MethodPost, raw, enough)
	c.bench.noteReply(c.reply)
	return nil
}

// answers are the responses to one request among frames: those with its id, or
// else those whose id nobody used.
func (c *conn) answers(frames []frame, id string) []frame {
	var exact, foreign []frame
	for _, f := range frames {
		switch {
		case !f.isResponse():
		case alike(f.id(), id):
			exact = append(exact, f)
		case !c.used(f.id()):
			foreign = append(foreign, f)
		}
	}
	if exact != nil {
		return exact
	}
	return foreign
}

func (c *conn) used(id string) bool { return c.ids[strings.Trim(id, `"`)] }

// request sends a request and waits for its answer.
func (c *conn) request(raw []byte, id string) (frame, error) {
	begin := c.inbox.size()
	c.ids[strings.Trim(id, `"`)] = true
	begun := c.bench.target.Clock.Now()
	found := func(frames []frame) bool { return len(c.answers(frames, id)) > 0 }
	if err := c.send(raw, found); err != nil {
		return frame{}, err
	}
	if c.process != nil {
		err := c.inbox.await(c.bench.ctx, begin, c.patience(), found)
		if err == nil {
			c.awaitExact(begin, id)
		}
		if errors.Is(err, errSilent) {
			c.bench.silent()
		}
		if err != nil {
			return frame{}, c.explain(err)
		}
	}
	answers := c.answers(c.inbox.since(begin), id)
	if len(answers) == 0 {
		return frame{}, c.missing()
	}
	c.first = false
	c.bench.took(c.bench.target.Clock.Since(begun))
	return answers[0], nil
}

// foreignGrace is how long the right answer may still come after one with an id
// that nobody used.
const foreignGrace = 250 * time.Millisecond

func (c *conn) awaitExact(begin int, id string) {
	_ = c.inbox.await(c.bench.ctx, begin, foreignGrace, func(frames []frame) bool {
		return slices.ContainsFunc(frames, func(f frame) bool { return f.isResponse() && alike(f.id(), id) })
	})
}

// missing says why there is no answer over HTTP.
func (c *conn) missing() error {
	r := c.reply
	switch {
	case errors.Is(r.err, errSilent):
		c.bench.silent()
		return r.err
	case r.err != nil:
		return fmt.Errorf("%w: %w", errEnded, r.err)
	}
	return fmt.Errorf("%w: HTTP %d %s with the body %s", errSilent, r.status, r.contentType, quote(r.body))
}

// explain adds what the process said last.
func (c *conn) explain(err error) error {
	if errors.Is(err, errSilent) {
		return fmt.Errorf("%w within %s", err, c.patience())
	}
	if errors.Is(err, errEnded) && c.process.exited(time.Second) {
		err = fmt.Errorf("%w with code %d", err, c.process.code)
	}
	if said := c.process.stderrEnd(); said != "" {
		return fmt.Errorf("%w; its stderr ends with %s", err, quote([]byte(said)))
	}
	return err
}

// call sends a request with an id of its own. params may be "".
func (c *conn) call(method, params string) (frame, error) {
	id := c.bench.nextID()
	return c.request(message(method, params, id), id)
}

// notify sends a notification.
func (c *conn) notify(method, params string) error {
	return c.send(message(method, params, ""), func([]frame) bool { return true })
}

// message is the text of a request, or of a notification if id is "".
func message(method, params, id string) []byte {
	text := fmt.Sprintf(`{"jsonrpc":"2.0","method":%q`, method)
	if id != "" {
		text = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q`, id, method)
	}
	if params != "" {
		text += `,"params":` + params
	}
	return []byte(text + "}")
}

// end gives the connection up: the process is ended, the session deleted.
func (c *conn) end() {
	if c.process != nil {
		c.process.end()
		return
	}
	if c.session != "" {
		c.edits = nil
		c.exchange(http.MethodDelete, nil, nil)
	}
}

// alive reports whether the connection can serve another check.
func (c *conn) alive() bool {
	return c.process == nil || c.process.alive()
}

func (s *process) alive() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.gone:
		return false
	default:
		return !s.closed
	}
}

// note shows an event in the excerpt of the check that runs.
func (b *Bench) note(actor string, kind event.Kind, raw []byte) {
	b.emit(event.Event{At: b.target.Clock.Now(), Actor: actor, Kind: kind, Raw: string(raw[:min(len(raw), shownRaw)])})
}

// shownRaw bounds each message of an excerpt, in bytes.
const shownRaw = 1 << 10

// noteReply shows the frame of an HTTP answer; its messages were shown already.
func (b *Bench) noteReply(r *reply) {
	e := event.Event{At: b.target.Clock.Now(), Actor: "server", Kind: "http.answer", N: r.status, Text: r.contentType}
	if r.err != nil {
		e.Err = r.err.Error()
	}
	if r.contentType != "application/json" {
		e.Raw = string(r.body[:min(len(r.body), shownRaw)])
	}
	b.emit(e)
}
