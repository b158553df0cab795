package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func messageSteps() []gherkin.Step {
	return gherkin.Noun("message", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent`, Manual: "and its answer awaited", Example: `the request "ping" is sent`,
			Func: (*check).requestPlain},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent with:`, Manual: "the same with these params",
			Example: `the request "tools/call" is sent with:`, Func: (*check).requestWith},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent with an id of (\d+) characters`, Manual: "a text of digits",
			Example: `the request "ping" is sent with an id of 200 characters`, Func: (*check).requestLongID},
		{Keyword: gherkin.When, Pattern: `the request "([^"]+)" is sent with the id (\S+|"[^"]*")`, Manual: "the same with this JSON token as its id",
			Example: `the request "ping" is sent with the id "1"`, Func: (*check).requestID},
		{Keyword: gherkin.When, Pattern: `the notification "([^"]+)" is sent`, Manual: "no answer is awaited",
			Example: `the notification "notifications/x-unknown" is sent`, Func: (*check).notify},
		{Keyword: gherkin.When, Pattern: `the notification "([^"]+)" is sent with:`, Manual: "the same with these params",
			Example: `the notification "notifications/cancelled" is sent with:`, Func: (*check).notifyWith},
		{Keyword: gherkin.When, Pattern: `this is sent:`, Manual: "these bytes, as one line or body; no answer is awaited", Func: (*check).raw},
		{Keyword: gherkin.When, Pattern: `a ping is sent, and this right behind it:`,
			Manual: "without waiting, where the transport allows it; then its answer is awaited", Func: (*check).rawBehind},
		{Keyword: gherkin.When, Pattern: `a blank line and a line that ends with CRLF are sent`, Manual: "the second one is a ping", Func: (*check).crlf},
		{Keyword: gherkin.When, Pattern: `a ping of (\d+) bytes is sent`, Manual: "padded in its _meta", Example: "a ping of 65537 bytes is sent",
			Func: (*check).padded},
		{Keyword: gherkin.When, Pattern: `(\d+) pings are sent without waiting`, Manual: "then all answers are awaited",
			Example: "50 pings are sent without waiting", Func: (*check).burst},
		{Keyword: gherkin.When, Pattern: `(\d+) pings? (?:is|are) sent in (\d+) pieces`, Manual: "60ms apart, the last of which ends with a message; then all answers are awaited",
			Example: "1 ping is sent in 3 pieces", Func: (*check).inPieces},
		{Keyword: gherkin.When, Pattern: `a ping is sent in (\d+) pieces, cut within a character`, Manual: "of two bytes, in its id; 60ms apart", Example: "a ping is sent in 2 pieces, cut within a character", Func: (*check).withinCharacter},
		{Keyword: gherkin.When, Pattern: `(\S+) pass(?:es)?`, Manual: "on the wall clock", Example: "300ms pass", Func: pass},
		{Keyword: gherkin.When, Pattern: `everything that is declared is listed`, Manual: "all lists, a ping and an unknown method", Func: exercise},
	})
}

func (c *check) requestPlain(method string) error { return c.request(method, "") }

func (c *check) requestWith(method string, params *gherkin.DocString) error {
	return c.request(method, params.Content)
}

func (c *check) requestID(method, id string) error { return c.requestAs(id, method, "") }

func (c *check) requestLongID(method string, length int) error {
	return c.requestAs(`"`+strings.Repeat("7", length)+`"`, method, "")
}

func (c *check) notify(method string) error {
	return c.notifyWith(method, &gherkin.DocString{})
}

func (c *check) notifyWith(method string, params *gherkin.DocString) error {
	c.sent = c.conn.Size()
	err := c.conn.Notify(method, params.Content)
	c.refused = c.conn.Reply != nil && c.conn.Reply.Status >= http.StatusBadRequest
	c.faulted = c.refused && c.conn.Reply.Status >= http.StatusInternalServerError && method == cancellation && !c.bench.IsModern()
	return err
}

func (c *check) raw(bytes *gherkin.DocString) error {
	c.sent = c.conn.Size()
	return c.conn.Send([]byte(bytes.Content))
}

// behindID is the id of a ping that something else follows at once.
const behindID = `"mcpsim-behind"`

func (c *check) rawBehind(bytes *gherkin.DocString) error {
	if !c.conn.Pushed() {
		err := c.requestAs(behindID, c.bench.Light(), "")
		return errors.Join(err, c.conn.Send([]byte(bytes.Content)))
	}
	c.sent = c.conn.Size()
	c.conn.Use(behindID)
	for _, raw := range [][]byte{c.conn.Message(c.bench.Light(), "", behindID), []byte(bytes.Content)} {
		if err := c.conn.Send(raw); err != nil {
			return err
		}
	}
	err := c.conn.Await(c.sent, c.conn.Patience(), func(frames []probe.Frame) bool { return len(c.conn.Answers(frames, behindID)) > 0 })
	if err != nil {
		return c.remember(behindID, probe.Frame{}, c.conn.Explain(err))
	}
	return c.remember(behindID, c.conn.Answers(c.conn.From(c.sent), behindID)[0], nil)
}

func (c *check) crlf() error {
	if err := c.conn.Send(nil); err != nil {
		return err
	}
	id := c.bench.NextID()
	before := c.conn.Size()
	if err := c.requestRaw(append(c.conn.Message(c.bench.Light(), "", id), '\r'), id); err != nil || c.err != nil {
		return err
	}
	for _, f := range c.conn.From(before) {
		if f.Failure() != nil && !f.Answers(id) {
			c.err = unless(false, f, "the blank line is answered with an error")
		}
	}
	return nil
}

// largeSize is how many bytes a process may take longer for: some readers copy all that they have
// for each piece that comes.
const largeSize = 4 << 20

func (c *check) padded(size int) error {
	empty := c.conn.Message(c.bench.Light(), `{"_meta":{"pad":""}}`, "1000")
	id := c.bench.NextID()
	err := c.requestAs(id, c.bench.Light(), `{"_meta":{"pad":"`+strings.Repeat("x", max(0, size-len(empty)))+`"}}`)
	if size < largeSize || c.conn.Process == nil || !errors.Is(c.err, probe.ErrSilent) {
		return err
	}
	answers := func(frames []probe.Frame) bool { return len(c.conn.Answers(frames, id)) > 0 }
	if c.conn.Await(c.sent, 2*c.bench.Target.Timeout, answers) != nil {
		return err
	}
	return c.remember(id, c.conn.Answers(c.conn.From(c.sent), id)[0], nil)
}

// burst remembers whether many pings are answered, none in pieces.
func (c *check) burst(n int) error {
	ids := c.newIDs(n)
	c.sent = c.conn.Size()
	if err := c.conn.SendAll(c.pings(ids)); err != nil {
		return err
	}
	if err := c.awaitAll(ids); err != nil || c.err != nil {
		return err
	}
	for _, f := range c.conn.From(c.sent) {
		if c.err = unless(f.IsMessage(), f, "between the answers came what is no message"); c.err != nil {
			break
		}
	}
	return nil
}

// newIDs are ids of requests to come.
func (c *check) newIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = c.bench.NextID()
	}
	return ids
}

// sendAll sends one request for each id and awaits nothing.
func (c *check) sendAll(method, params string, ids []string) error {
	c.sent = c.conn.Size()
	for _, id := range ids {
		c.conn.Use(id)
		if err := c.conn.Send(c.conn.Message(method, params, id)); err != nil {
			return err
		}
	}
	return nil
}

// allAnswered reports whether there is an answer for each id.
func allAnswered(ids []string) func([]probe.Frame) bool {
	missing := missingOf(ids)
	return func(frames []probe.Frame) bool { return missing(frames) == 0 }
}

// missingOf counts the ids without an answer. It looks at each message once: from call to
// call there are only more of them.
func missingOf(ids []string) func([]probe.Frame) int {
	missing := map[string]bool{}
	for _, id := range ids {
		missing[probe.SameJSON([]byte(id))] = true
	}
	looked := 0
	return func(frames []probe.Frame) int {
		for _, f := range frames[looked:] {
			if f.IsResponse() {
				delete(missing, f.ID())
			}
		}
		looked = len(frames)
		return len(missing)
	}
}

func (c *check) awaitAll(ids []string) error { return c.awaitAllFor(ids, c.conn.Patience()) }

// awaitAllFor waits as long as any answer comes within d: a server may take its time for each.
// The first one of a new process may take longer than those behind it.
func (c *check) awaitAllFor(ids []string, d time.Duration) error {
	missing := missingOf(ids)
	left, before := missing(c.conn.From(c.sent)), 0
	var err error
	for left > 0 && left != before && c.conn.Pushed() {
		if before = left; left < len(ids) {
			d = min(d, c.bench.Target.Timeout)
		}
		err = c.conn.Await(c.sent, d, func(frames []probe.Frame) bool { return missing(frames) < before })
		left = missing(c.conn.From(c.sent))
	}
	if left == 0 {
		frames := c.conn.From(c.sent)
		return c.remember("", frames[len(frames)-1], nil)
	}
	reason := fmt.Errorf("%w within %s", probe.ErrSilent, d)
	if err != nil && !errors.Is(err, probe.ErrSilent) {
		reason = c.conn.Explain(err)
	}
	for _, f := range c.conn.From(c.sent) {
		if f.IsResponse() && f.Nameless() {
			reason = fmt.Errorf("%w; without an id came %s", reason, probe.Quote(f.Raw))
			break
		}
	}
	return c.remember("", probe.Frame{}, fmt.Errorf("of %d answers %d came: %w", len(ids), len(ids)-left, reason))
}

func pass(b *probe.Bench, d time.Duration) error {
	if d < 0 || d > time.Minute {
		return fmt.Errorf("%q is no time up to 1m", d)
	}
	return b.Sleep(d)
}

// exercise asks for what any client may ask for. What is answered is of no
// interest.
func exercise(c *probe.Conn, b *probe.Bench) error {
	methods := []string{}
	for _, l := range probe.Lists() {
		if c.Declares(l.Capability) {
			methods = append(methods, l.Method)
		}
	}
	for _, method := range append(methods, b.Light(), "x/unknown") {
		if _, err := c.Call(method, ""); errors.Is(err, probe.ErrEnded) {
			return fmt.Errorf("asking for %s: %w", method, err)
		}
	}
	return nil
}

func batchSteps() []gherkin.Step {
	return gherkin.Noun("batch", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `a batch of (\d+) pings is sent`, Manual: "one JSON array; all answers are awaited",
			Example: "a batch of 2 pings is sent", Func: (*check).batch},
		{Keyword: gherkin.When, Pattern: `a batch with initialize is sent, and initialize after it`, Manual: "the answer of the second one is awaited",
			Func: (*check).batchInitialize},
		{Keyword: gherkin.Then, Pattern: `the batch has opened no session`, Manual: "no result names a protocol revision for it", Func: (*check).batchOpened},
	})
}

// batchGrace is how long the answers to a batch may take once a later request is
// answered.
const batchGrace = 2 * time.Second

func (c *check) batch(n int) error {
	ids := c.newIDs(n)
	elements := make([]string, n)
	for i, id := range ids {
		elements[i] = string(probe.Message("ping", "", id))
	}
	c.sent = c.conn.Size()
	if err := c.conn.SendUntil([]byte("["+strings.Join(elements, ",")+"]"), allAnswered(ids)); err != nil {
		return err
	}
	if err := c.onePing(); err != nil { // it may take its time, but not ignore what came before
		return err
	}
	return c.awaitAllFor(ids, batchGrace)
}

// onePing is not testable unless a ping alone is answered as it should be: what is wrong
// with it is the business of other checks.
func (c *check) onePing() error {
	begin := c.conn.Size()
	answer, err := c.conn.Call("ping", "")
	first := c.conn.Asked
	if err == nil {
		_, err = c.conn.Call("ping", "") // whose answer comes after all that the first one is answered with
	}
	switch r := c.conn.Reply; {
	case err != nil:
		return verdict.NotTestable("a ping alone: %s", err)
	case answer.ID() != first || probe.CountAnswers(c.conn.From(begin), first) > 1:
		return verdict.Because("BASE-01", "a ping alone is not answered once and with its id")
	case r != nil && !r.IsStream() && (r.ContentType != "application/json" || probe.ParseFrame(r.Body).Members == nil):
		return verdict.NotTestable("a ping alone is answered with %s %s", r.ContentType, probe.Quote(r.Body))
	}
	return nil
}

// batchRevision is the one that has batches.
const batchRevision = "2025-03-26"

const batchID = `"mcpsim-batch"`

func (c *check) batchInitialize() error {
	params := probe.InitializeParams(batchRevision)
	before := c.conn.Size()
	if err := c.conn.Send([]byte("[" + string(probe.Message("initialize", params, batchID)) + "]")); err != nil {
		return err
	}
	err := c.initializeWith(&gherkin.DocString{Content: params})
	c.sent = before
	return err
}

func (c *check) batchOpened() error {
	if errors.Is(c.err, probe.ErrEnded) {
		return c.err
	}
	for _, f := range c.conn.From(c.sent) {
		var result struct{ ProtocolVersion json.RawMessage }
		_ = jsonparts.Unmarshal(f.Members["result"], &result)
		if f.ID() == batchID && result.ProtocolVersion != nil {
			return unless(false, f, "initialize in a batch succeeds")
		}
	}
	return nil
}
