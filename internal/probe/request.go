package probe

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/probe/sample"
)

// hear keeps and shows what came over HTTP and returns the messages in it; false
// means that it is not kept.
func (c *Conn) hear(ch *channel, raw []byte) ([]Frame, bool) {
	frames := parseFrames(raw)
	for i := range frames {
		if ch.status >= http.StatusBadRequest && frames[i].IsForeign() {
			frames[i].response = false // {"error":"Not Found"} answers no request of JSON-RPC
		}
	}
	c.talk.heard(ch, raw, frames)
	c.bench.note("server", "received", raw)
	c.bench.seen.line(Line{Raw: raw}, frames, false, nil)
	return frames, c.add(Line{Raw: raw}, frames)
}

// Patience is how long to wait for an answer.
func (c *Conn) Patience() time.Duration {
	if c.fresh {
		return 3 * c.bench.Target.Timeout
	}
	return c.bench.patience()
}

// Send writes one message as it is and awaits no answer.
func (c *Conn) Send(raw []byte) error { return c.SendUntil(raw, anything) }

// SendUntil writes one message as it is. Over HTTP the answer has been read when
// it returns, up to where enough is satisfied by the messages in it.
func (c *Conn) SendUntil(raw []byte, enough func([]Frame) bool) error {
	c.bench.noteSent(raw)
	c.talk.sending(raw)
	if c.Process != nil {
		c.voice.answers(raw)
		err := c.Process.send(append(raw[:len(raw):len(raw)], '\n'))
		if errors.Is(err, ErrEnded) {
			err = c.Explain(err)
		}
		return err
	}
	c.Reply = c.exchange(http.MethodPost, raw, enough)
	c.bench.noteReply(c.Reply)
	return nil
}

// SendAll writes messages as they are, over stdio in one piece, and awaits no answer.
func (c *Conn) SendAll(all [][]byte) error {
	if c.Process == nil {
		for _, raw := range all {
			if err := c.Send(raw); err != nil {
				return err
			}
		}
		return nil
	}
	var piece []byte
	for _, raw := range all {
		c.bench.noteSent(raw)
		c.talk.sending(raw)
		piece = append(append(piece, raw...), '\n')
	}
	err := c.Process.send(piece)
	if errors.Is(err, ErrEnded) {
		err = c.Explain(err)
	}
	return err
}

// anything is the condition of a caller that waits for nothing.
func anything([]Frame) bool { return true }

// NewID is an id for a request on this connection, as JSON.
func (c *Conn) NewID() string {
	id := c.bench.NextID()
	c.Use(id)
	return id
}

// Use notes an id, so that an answer with it is that of its own request alone.
func (c *Conn) Use(id string) { c.used[strings.Trim(id, `"`)] = true }

// Used reports whether a request had an id, whatever its type.
func (c *Conn) Used(id string) bool { return c.used[strings.Trim(id, `"`)] }

// Answers are the responses to one request among frames: those with its id, or
// else those whose id was never used. An error that says that something could not be
// read answers none.
func (c *Conn) Answers(frames []Frame, id string) []Frame {
	var exact, foreign []Frame
	for _, f := range frames {
		switch {
		case f.Answers(id):
			exact = append(exact, f)
		case f.IsResponse() && !c.Used(f.ID()) && !f.isParseError() && !c.talk.garbled(f):
			foreign = append(foreign, f)
		}
	}
	if exact != nil {
		return exact
	}
	return foreign
}

// Call sends a request with an id of its own and waits for its answer. params may
// be "".
func (c *Conn) Call(method, params string) (Frame, error) {
	id := c.bench.NextID()
	return c.Request(c.Message(method, params, id), id)
}

// Notify sends a notification. params may be "".
func (c *Conn) Notify(method, params string) error { return c.Send(Message(method, params, "")) }

// Request sends a request that is written out and waits for its answer. An answer
// with a mangled id counts, too.
func (c *Conn) Request(raw []byte, id string) (Frame, error) {
	begin := c.Size()
	c.Use(id)
	c.Asked = id
	begun := c.bench.Target.Clock.Now()
	found := func(frames []Frame) bool { return len(c.Answers(frames, id)) > 0 }
	if err := c.SendUntil(raw, found); err != nil {
		return Frame{}, err
	}
	if c.old != nil && c.Reply.Status >= http.StatusBadRequest {
		return Frame{}, c.missing()
	}
	if !c.Pushed() {
		c.Poll(found)
	} else if err := c.awaitAnswer(raw, id, begin, found); err != nil {
		return Frame{}, c.Explain(err)
	}
	answers := c.Answers(c.From(begin), id)
	if len(answers) == 0 {
		return Frame{}, c.missing()
	}
	c.answered(begun, ParseFrame(raw).Method())
	return answers[0], nil
}

// atOnce is how old a process may be when it is asked for the first time for its
// answer to say how long it takes to start: others were started ahead.
const atOnce = 200 * time.Millisecond

// answered takes the time of an answer: the first one says how long a program
// takes to start.
func (c *Conn) answered(begun time.Time, method string) {
	if !c.fresh {
		c.bench.slowest = max(c.bench.slowest, c.bench.Since(begun))
		c.bench.timed(method, c.bench.Since(begun))
	} else if c.Process != nil && begun.Sub(c.Process.begun) < atOnce {
		c.bench.seen.started(c.bench.Since(c.Process.begun))
	}
	c.fresh = false
}

// maxTimes is how many times of answers are kept.
const maxTimes = 1000

// timed takes how long an answer took. Pings are measured by the others, and calls
// take as long as their work does.
func (b *Bench) timed(method string, d time.Duration) {
	if method != "ping" && method != "tools/call" && len(b.times) < maxTimes {
		b.times = append(b.times, d)
	}
}

// Usual is the median of the times that answers have taken so far, but those to pings
// and calls; 0 = there was none.
func (b *Bench) Usual() time.Duration {
	if len(b.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(b.times))
	return sorted[(len(sorted)-1)/2]
}

// overtakeAfter is how long a ping may be unanswered before a second one is
// sent after it, and how long at least it may stay so once that is answered.
const overtakeAfter = 500 * time.Millisecond

// foreignGrace is how long the right answer may still come after one with an id
// that was never used.
const foreignGrace = 250 * time.Millisecond

// errOvertaken is why an answer is missing: a later request has its own.
var errOvertaken = fmt.Errorf("%w, although a ping that was sent after it is answered", ErrSilent)

// awaitAnswer waits, where answers come by themselves, for what found looks for,
// and a moment longer for an answer with the right id.
func (c *Conn) awaitAnswer(raw []byte, id string, begin int, found func([]Frame) bool) error {
	err := c.awaitPatiently(raw, begin, found)
	if err == nil {
		_ = c.Await(begin, foreignGrace, answerTo(id))
	}
	if err == ErrSilent { //nolint:errorlint // and not overtaken, which cost no patience
		c.bench.silence++
	}
	return err
}

// answerTo looks for an answer with an id.
func answerTo(id string) func([]Frame) bool {
	return func(frames []Frame) bool {
		return slices.ContainsFunc(frames, func(f Frame) bool { return f.Answers(id) })
	}
}

// awaitPatiently waits for what found looks for. A ping is to be answered promptly
// and is no work: once a later one is answered and it is not, waiting on would
// only cost time.
func (c *Conn) awaitPatiently(raw []byte, begin int, found func([]Frame) bool) error {
	patience := c.Patience()
	small := len(raw) < 1<<10 && ParseFrame(raw).Method() == "ping" // a large one is work
	if !small || c.fresh || patience <= overtakeAfter {
		return c.Await(begin, patience, found)
	}
	if err := c.Await(begin, overtakeAfter, found); !errors.Is(err, ErrSilent) {
		return err
	}
	begun := c.bench.Target.Clock.Now()
	if err := c.pingPast(begin, patience-overtakeAfter, found); err != nil {
		return err
	}
	grace := max(overtakeAfter, 10*c.bench.Since(begun))
	if err := c.Await(begin, grace, found); !errors.Is(err, ErrSilent) {
		return err
	}
	return errOvertaken
}

// pingPast sends a ping and waits for its answer or for what found looks for.
func (c *Conn) pingPast(begin int, d time.Duration, found func([]Frame) bool) error {
	id := c.NewID()
	if err := c.Send(c.Message(c.bench.Light(), "", id)); err != nil {
		return err
	}
	overtaken := answerTo(id)
	return c.Await(begin, d, func(frames []Frame) bool { return found(frames) || overtaken(frames) })
}

// missing says why there is no answer over HTTP.
func (c *Conn) missing() error {
	r := c.Reply
	switch {
	case errors.Is(r.Err, ErrSilent):
		c.bench.silence++
		return r.Err
	case errors.Is(r.Err, ErrEnded):
		return r.Err
	case r.Err != nil:
		return brokenError{r.Err}
	}
	return fmt.Errorf("%w: %s", ErrSilent, r)
}

// Explain adds to an error of waiting what the process said last.
func (c *Conn) Explain(err error) error {
	if errors.Is(err, errOvertaken) {
		return err
	}
	if errors.Is(err, ErrSilent) {
		err = fmt.Errorf("%w within %s", err, c.Patience())
		if c.Process != nil && c.Process.Stopped() {
			c.bench.stops++
			err = fmt.Errorf("%w; its process has stopped itself (state T, as after SIGSTOP)", err)
		}
		return err
	}
	if c.Process == nil {
		return overHTTP(err)
	}
	if errors.Is(err, ErrEnded) && c.Process.Exited(time.Second) {
		err = fmt.Errorf("%w with code %d", err, c.Process.code)
	}
	if said := c.Process.stderrEnd(); said != "" {
		return fmt.Errorf("%w; its stderr ends with %s", err, QuoteEnd(lastWords(said)))
	}
	return err
}

// overHTTP is an error of waiting where there is no process: a stream ends.
func overHTTP(err error) error {
	if err == ErrEnded { //nolint:errorlint // one that says nothing more
		return brokenError{}
	}
	return err
}

// Oblige answers a request of the server's as a client with no roots, a model of few
// words and a user who accepts the first that is right. What no user can fill in is
// declined. No answer goes to a notification that has an id.
func (c *Conn) Oblige(request Frame) error {
	if strings.HasPrefix(request.Method(), "notifications/") {
		return nil
	}
	outcome := `"error":{"code":-32601,"message":"Method not found"}`
	switch request.Method() {
	case "ping":
		outcome = `"result":{}`
	case "roots/list":
		outcome = `"result":{"roots":[]}`
	case "sampling/createMessage":
		outcome = `"result":{"role":"assistant","content":{"type":"text","text":"mcpsim"},"model":"mcpsim","stopReason":"endTurn"}`
	case "elicitation/create":
		outcome = `"result":{"action":"decline"}`
		if Part(request) == "elicitation.url" {
			outcome = `"result":{"action":"accept"}`
		}
		if content, err := filledIn(request.Param("requestedSchema")); err == nil {
			outcome = `"result":{"action":"accept","content":` + string(content) + `}`
		}
	}
	return c.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,%s}`, request.Members["id"], outcome))
}

// Decline answers a request of the server's as a client whose user refuses everything:
// with an error.
func (c *Conn) Decline(request Frame) error {
	if request.Method() == "ping" || strings.HasPrefix(request.Method(), "notifications/") {
		return c.Oblige(request)
	}
	return c.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-1,"message":"User rejected the request"}}`, request.Members["id"]))
}

// SayNo answers a request of the server's as a client whose user declines every form; what is
// no form is refused.
func (c *Conn) SayNo(request Frame) error {
	if request.Method() != "elicitation/create" {
		return c.Decline(request)
	}
	return c.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"action":"decline"}}`, request.Members["id"]))
}

// Dismiss answers a request of the server's as a client whose user closes every form without a
// choice; what is no form is refused.
func (c *Conn) Dismiss(request Frame) error {
	if request.Method() != "elicitation/create" {
		return c.Decline(request)
	}
	return c.Send(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"action":"cancel"}}`, request.Members["id"]))
}

// filledIn is a form with a value for each of its fields, required or not.
func filledIn(form json.RawMessage) (json.RawMessage, error) {
	members := membersOf(form)
	if members == nil {
		return nil, errors.New("there is no form")
	}
	names, err := json.Marshal(slices.Sorted(maps.Keys(membersOf(members["properties"]))))
	if err != nil {
		return nil, err
	}
	members["required"] = names
	if form, err = json.Marshal(members); err != nil {
		return nil, err
	}
	schema, err := sample.Compile(form)
	if err != nil {
		return nil, err
	}
	content, err := schema.Arguments()
	if err != nil {
		return nil, err
	}
	return willing(content, membersOf(members["properties"])), nil
}

// willing says yes wherever a form has yes or no, as what is asked may be whether to do it at all.
func willing(content json.RawMessage, properties map[string]json.RawMessage) json.RawMessage {
	values := membersOf(content)
	for name, property := range properties {
		schema := membersOf(property)
		if Text(schema["type"]) == "boolean" && schema["const"] == nil && schema["enum"] == nil && values[name] != nil {
			values[name] = json.RawMessage("true")
		}
	}
	if values == nil {
		return content
	}
	text, _ := json.Marshal(values)
	return text
}
