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
	process *child   // nil over HTTP
	old     *oldWire // nil but over HTTP+SSE
	inbox   *inbox
	first   bool // nothing was answered yet

	session  string // HTTP: session id
	revision string // negotiated; "" before
	edits    map[string]*string
	reply    *reply // HTTP: the last one
	ids      map[string]bool
	url      string    // HTTP: instead of the target's, if set
	streams  []*stream // HTTP: read in the background; cut at the end

	born     time.Time
	asked    string // id of the last request
	init     frame  // the answer to initialize
	declared map[string]bool
	bare     map[string]bool // capabilities declared as {}

	life  life          // of the process; guarded by bench.mu
	early []event.Event // what a spare said; guarded by bench.mu
	sent  []byte        // the last thing; guarded by bench.mu
}

// hear keeps and shows a message.
func (c *conn) hear(l line) {
	c.bench.note("server", "received", l.raw)
	c.bench.seen.line(l, false, nil)
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
		c.bench.mu.Lock()
		c.sent = raw
		c.bench.mu.Unlock()
		err := c.process.send(append(raw[:len(raw):len(raw)], '\n'))
		if errors.Is(err, errEnded) {
			err = c.explain(err)
		}
		return err
	}
	c.reply = c.exchange(http.MethodPost, raw, enough)
	c.bench.noteReply(c.reply)
	return nil
}

// pushed reports whether answers come by themselves instead of as the answer to
// the HTTP request.
func (c *conn) pushed() bool { return c.process != nil || c.old != nil }

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
	c.asked = id
	begun := c.bench.target.Clock.Now()
	found := func(frames []frame) bool { return len(c.answers(frames, id)) > 0 }
	if err := c.send(raw, found); err != nil {
		return frame{}, err
	}
	if c.old != nil && c.reply.status >= http.StatusBadRequest {
		return frame{}, c.missing()
	}
	if !c.pushed() {
		c.poll(found)
	} else {
		err := c.awaitAnswer(raw, begin, found)
		if err == nil {
			c.awaitExact(begin, id)
		}
		if err == errSilent { //nolint:errorlint // and not overtaken, which cost no patience
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
	if !c.first { // the first answer says how long a program takes to start
		c.bench.took(c.bench.target.Clock.Since(begun))
	} else if c.process != nil && begun.Sub(c.process.begun) < atOnce {
		c.bench.seen.started(c.bench.target.Clock.Since(c.process.begun))
	}
	c.first = false
	return answers[0], nil
}

// atOnce is how old a process may be when it is asked for the first time for its
// answer to say how long it takes to start: others were started ahead.
const atOnce = 20 * time.Millisecond

// overtakeAfter is how long a ping may be unanswered before a second one is
// sent after it, and how long at least it may stay so once that is answered.
const overtakeAfter = 500 * time.Millisecond

// errOvertaken is why an answer is missing: a later request has its own.
var errOvertaken = fmt.Errorf("%w, although a ping that was sent after it is answered", errSilent)

// awaitAnswer waits, where answers come by themselves, for what found looks
// for. A ping is to be answered promptly and is no work: once a later one is
// answered and it is not, waiting on would only cost time.
func (c *conn) awaitAnswer(raw []byte, begin int, found func([]frame) bool) error {
	await := func(d time.Duration, found func([]frame) bool) error {
		return c.inbox.await(c.bench.ctx, begin, d, found)
	}
	patience := c.patience()
	small := len(raw) < 1<<10 && parseFrame(raw).method() == "ping" // a large one is work
	if !small || c.first || patience <= overtakeAfter {
		return await(patience, found)
	}
	if err := await(overtakeAfter, found); !errors.Is(err, errSilent) {
		return err
	}
	id := c.bench.nextID()
	c.ids[id] = true
	begun := c.bench.target.Clock.Now()
	if err := c.send(message("ping", "", id), anything); err != nil {
		return err
	}
	overtaken := func(frames []frame) bool {
		return found(frames) || slices.ContainsFunc(frames, func(f frame) bool { return f.isResponse() && f.id() == id })
	}
	if err := await(patience-overtakeAfter, overtaken); err != nil {
		return err
	}
	grace := max(overtakeAfter, 10*c.bench.target.Clock.Since(begun))
	if err := await(grace, found); !errors.Is(err, errSilent) {
		return err
	}
	return errOvertaken
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
	if errors.Is(err, errOvertaken) {
		return err
	}
	if errors.Is(err, errSilent) {
		return fmt.Errorf("%w within %s", err, c.patience())
	}
	if c.process == nil {
		return err
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
	for _, s := range c.streams {
		s.cut()
	}
	if c.session != "" {
		c.edits = nil
		c.exchange(http.MethodDelete, nil, nil)
	}
}

// alive reports whether the connection can serve another check.
func (c *conn) alive() bool {
	return (c.process == nil || c.process.alive()) && (c.old == nil || c.old.alive())
}

func (s *child) alive() bool {
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
	b.emit(b.message(actor, kind, raw))
}

// message is an event with a message in it.
func (b *Bench) message(actor string, kind event.Kind, raw []byte) event.Event {
	return event.Event{At: b.target.Clock.Now(), Actor: actor, Kind: kind, Raw: string(raw[:min(len(raw), shownRaw)])}
}

// shownRaw bounds each message of an excerpt, in bytes.
const shownRaw = 1 << 10

// noteRequest shows a request whose answer is read in the background.
func (b *Bench) noteRequest(verb string, body []byte, since string) {
	e := event.Event{At: b.target.Clock.Now(), Actor: "client", Kind: "http.request", Name: verb, Raw: string(body[:min(len(body), shownRaw)])}
	if since != "" {
		e.Text = "Last-Event-ID: " + since
	}
	b.emit(e)
}

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
