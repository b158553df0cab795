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

// Conn is one life of the server as a client sees it: a process, or one HTTP
// session. It has one user at a time.
type Conn struct {
	bench   *Bench
	Process *Child   // nil over HTTP
	Old     *oldWire // nil but over HTTP+SSE
	Inbox   *inbox
	first   bool // nothing was answered yet

	Session  string // HTTP: session id
	Revision string // negotiated; "" before
	Edits    map[string]*string
	Reply    *Reply // HTTP: the last one
	IDs      map[string]bool
	URL      string    // HTTP: instead of the target's, if set
	Streams  []*Stream // HTTP: read in the background; cut at the end

	Born     time.Time
	Asked    string // id of the last request
	Init     Frame  // the answer to initialize
	Declared map[string]bool
	Bare     map[string]bool // capabilities declared as {}

	life  life          // of the process; guarded by bench.mu
	early []event.Event // what a spare said; guarded by bench.mu
	sent  []byte        // the last thing; guarded by bench.mu
}

// hear keeps and shows a message.
func (c *Conn) hear(l line) {
	c.bench.note("server", "received", l.Raw)
	c.bench.Seen.line(l, false, nil)
	c.Inbox.add(l)
}

// Patience is how long to wait for an answer.
func (c *Conn) Patience() time.Duration {
	if c.first {
		return 3 * c.bench.Target.Timeout
	}
	return c.bench.patience()
}

// Send writes one message as it is. Over HTTP the answer has been read when it
// returns, up to where enough is satisfied.
func (c *Conn) Send(raw []byte, enough func([]Frame) bool) error {
	c.bench.note("client", "sent", raw)
	if c.Process != nil {
		c.bench.mu.Lock()
		c.sent = raw
		c.bench.mu.Unlock()
		err := c.Process.send(append(raw[:len(raw):len(raw)], '\n'))
		if errors.Is(err, ErrEnded) {
			err = c.Explain(err)
		}
		return err
	}
	c.Reply = c.Exchange(http.MethodPost, raw, enough)
	c.bench.NoteReply(c.Reply)
	return nil
}

// Pushed reports whether answers come by themselves instead of as the answer to
// the HTTP request.
func (c *Conn) Pushed() bool { return c.Process != nil || c.Old != nil }

// Answers are the responses to one request among frames: those with its id, or
// else those whose id nobody used.
func (c *Conn) Answers(frames []Frame, id string) []Frame {
	var exact, foreign []Frame
	for _, f := range frames {
		switch {
		case !f.IsResponse():
		case Alike(f.ID(), id):
			exact = append(exact, f)
		case !c.Used(f.ID()):
			foreign = append(foreign, f)
		}
	}
	if exact != nil {
		return exact
	}
	return foreign
}

func (c *Conn) Used(id string) bool { return c.IDs[strings.Trim(id, `"`)] }

// Request sends a request and waits for its answer.
func (c *Conn) Request(raw []byte, id string) (Frame, error) {
	begin := c.Inbox.Size()
	c.IDs[strings.Trim(id, `"`)] = true
	c.Asked = id
	begun := c.bench.Target.Clock.Now()
	found := func(frames []Frame) bool { return len(c.Answers(frames, id)) > 0 }
	if err := c.Send(raw, found); err != nil {
		return Frame{}, err
	}
	if c.Old != nil && c.Reply.Status >= http.StatusBadRequest {
		return Frame{}, c.missing()
	}
	if !c.Pushed() {
		c.Poll(found)
	} else {
		err := c.awaitAnswer(raw, begin, found)
		if err == nil {
			c.awaitExact(begin, id)
		}
		if err == ErrSilent { //nolint:errorlint // and not overtaken, which cost no patience
			c.bench.silent()
		}
		if err != nil {
			return Frame{}, c.Explain(err)
		}
	}
	answers := c.Answers(c.Inbox.Since(begin), id)
	if len(answers) == 0 {
		return Frame{}, c.missing()
	}
	if !c.first { // the first answer says how long a program takes to start
		c.bench.took(c.bench.Target.Clock.Since(begun))
	} else if c.Process != nil && begun.Sub(c.Process.begun) < atOnce {
		c.bench.Seen.started(c.bench.Target.Clock.Since(c.Process.begun))
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
var errOvertaken = fmt.Errorf("%w, although a ping that was sent after it is answered", ErrSilent)

// awaitAnswer waits, where answers come by themselves, for what found looks
// for. A ping is to be answered promptly and is no work: once a later one is
// answered and it is not, waiting on would only cost time.
func (c *Conn) awaitAnswer(raw []byte, begin int, found func([]Frame) bool) error {
	await := func(d time.Duration, found func([]Frame) bool) error {
		return c.Inbox.Await(c.bench.Ctx, begin, d, found)
	}
	patience := c.Patience()
	small := len(raw) < 1<<10 && ParseFrame(raw).Method() == "ping" // a large one is work
	if !small || c.first || patience <= overtakeAfter {
		return await(patience, found)
	}
	if err := await(overtakeAfter, found); !errors.Is(err, ErrSilent) {
		return err
	}
	id := c.bench.NextID()
	c.IDs[id] = true
	begun := c.bench.Target.Clock.Now()
	if err := c.Send(Message("ping", "", id), Anything); err != nil {
		return err
	}
	overtaken := func(frames []Frame) bool {
		return found(frames) || slices.ContainsFunc(frames, func(f Frame) bool { return f.IsResponse() && f.ID() == id })
	}
	if err := await(patience-overtakeAfter, overtaken); err != nil {
		return err
	}
	grace := max(overtakeAfter, 10*c.bench.Target.Clock.Since(begun))
	if err := await(grace, found); !errors.Is(err, ErrSilent) {
		return err
	}
	return errOvertaken
}

// foreignGrace is how long the right answer may still come after one with an id
// that nobody used.
const foreignGrace = 250 * time.Millisecond

func (c *Conn) awaitExact(begin int, id string) {
	_ = c.Inbox.Await(c.bench.Ctx, begin, foreignGrace, func(frames []Frame) bool {
		return slices.ContainsFunc(frames, func(f Frame) bool { return f.IsResponse() && Alike(f.ID(), id) })
	})
}

// missing says why there is no answer over HTTP.
func (c *Conn) missing() error {
	r := c.Reply
	switch {
	case errors.Is(r.Err, ErrSilent):
		c.bench.silent()
		return r.Err
	case r.Err != nil:
		return fmt.Errorf("%w: %w", ErrEnded, r.Err)
	}
	return fmt.Errorf("%w: HTTP %d %s with the body %s", ErrSilent, r.Status, r.ContentType, Quote(r.Body))
}

// Explain adds what the process said last.
func (c *Conn) Explain(err error) error {
	if errors.Is(err, errOvertaken) {
		return err
	}
	if errors.Is(err, ErrSilent) {
		return fmt.Errorf("%w within %s", err, c.Patience())
	}
	if c.Process == nil {
		return err
	}
	if errors.Is(err, ErrEnded) && c.Process.Exited(time.Second) {
		err = fmt.Errorf("%w with code %d", err, c.Process.code)
	}
	if said := c.Process.stderrEnd(); said != "" {
		return fmt.Errorf("%w; its stderr ends with %s", err, Quote([]byte(said)))
	}
	return err
}

// Call sends a request with an id of its own. params may be "".
func (c *Conn) Call(method, params string) (Frame, error) {
	id := c.bench.NextID()
	return c.Request(Message(method, params, id), id)
}

// Notify sends a notification.
func (c *Conn) Notify(method, params string) error {
	return c.Send(Message(method, params, ""), func([]Frame) bool { return true })
}

// Message is the text of a request, or of a notification if id is "".
func Message(method, params, id string) []byte {
	text := fmt.Sprintf(`{"jsonrpc":"2.0","method":%q`, method)
	if id != "" {
		text = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q`, id, method)
	}
	if params != "" {
		text += `,"params":` + params
	}
	return []byte(text + "}")
}

// End gives the connection up: the process is ended, the session deleted.
func (c *Conn) End() {
	if c.Process != nil {
		c.Process.end()
		return
	}
	for _, s := range c.Streams {
		s.Cut()
	}
	if c.Session != "" {
		c.Edits = nil
		c.Exchange(http.MethodDelete, nil, nil)
	}
}

// alive reports whether the connection can serve another check.
func (c *Conn) alive() bool {
	return (c.Process == nil || c.Process.alive()) && (c.Old == nil || c.Old.alive())
}

func (s *Child) alive() bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	select {
	case <-s.gone:
		return false
	default:
		return !s.closed
	}
}

// note shows an event in the excerpt of the check that runs.
func (b *Bench) note(actor string, kind event.Kind, raw []byte) {
	b.Emit(b.message(actor, kind, raw))
}

// message is an event with a message in it.
func (b *Bench) message(actor string, kind event.Kind, raw []byte) event.Event {
	return event.Event{At: b.Target.Clock.Now(), Actor: actor, Kind: kind, Raw: string(raw[:min(len(raw), shownRaw)])}
}

// shownRaw bounds each message of an excerpt, in bytes.
const shownRaw = 1 << 10

// noteRequest shows a request whose answer is read in the background.
func (b *Bench) noteRequest(verb string, body []byte, since string) {
	e := event.Event{At: b.Target.Clock.Now(), Actor: "client", Kind: "http.request", Name: verb, Raw: string(body[:min(len(body), shownRaw)])}
	if since != "" {
		e.Text = "Last-Event-ID: " + since
	}
	b.Emit(e)
}

// NoteReply shows the frame of an HTTP answer; its messages were shown already.
func (b *Bench) NoteReply(r *Reply) {
	e := event.Event{At: b.Target.Clock.Now(), Actor: "server", Kind: "http.answer", N: r.Status, Text: r.ContentType}
	if r.Err != nil {
		e.Err = r.Err.Error()
	}
	if r.ContentType != "application/json" {
		e.Raw = string(r.Body[:min(len(r.Body), shownRaw)])
	}
	b.Emit(e)
}

// Anything is the condition of a caller that waits for nothing.
func Anything([]Frame) bool { return true }

// Oblige answers a request of the server's as a client with no roots, no model
// and no user does.
func (c *Conn) Oblige(request Frame) error {
	outcome := `"error":{"code":-32601,"message":"Method not found"}`
	switch request.Method() {
	case "ping":
		outcome = `"result":{}`
	case "roots/list":
		outcome = `"result":{"roots":[]}`
	case "sampling/createMessage":
		outcome = `"error":{"code":-1,"message":"The user has refused"}`
	case "elicitation/create":
		outcome = `"result":{"action":"decline"}`
	}
	return c.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, request.ID(), outcome), Anything)
}
