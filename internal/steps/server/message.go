package server

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// messages is the noun of steps about what is sent, and all that has come.
type messages struct{ *check }

func messageSteps() []Step {
	return gherkin.Noun("message", []Step{
		{Keyword: When, Pattern: `the request "([^"]+)" is sent`, Manual: "and its answer awaited", Example: `the request "ping" is sent`,
			Func: (*messages).requestPlain},
		{Keyword: When, Pattern: `the request "([^"]+)" is sent with:`, Manual: "the same with these params",
			Example: `the request "tools/call" is sent with:`, Func: (*messages).requestWith},
		{Keyword: When, Pattern: `the request "([^"]+)" is sent with the id (\S+)`, Manual: "the same with this JSON token as its id",
			Example: `the request "ping" is sent with the id "1"`, Func: (*messages).requestID},
		{Keyword: When, Pattern: `the notification "([^"]+)" is sent`, Manual: "no answer is awaited",
			Example: `the notification "notifications/x-unknown" is sent`, Func: (*messages).notification},
		{Keyword: When, Pattern: `the notification "([^"]+)" is sent with:`, Manual: "the same with these params",
			Example: `the notification "notifications/cancelled" is sent with:`, Func: (*messages).notificationWith},
		{Keyword: When, Pattern: `this is sent:`, Manual: "these bytes, as one line or body; no answer is awaited", Func: (*messages).raw},
		{Keyword: When, Pattern: `a ping is sent, and this right behind it:`,
			Manual: "without waiting, where the transport allows it; then its answer is awaited", Func: (*messages).rawBehind},
		{Keyword: When, Pattern: `a blank line and a line that ends with CRLF are sent`, Manual: "the second one is a ping", Func: (*messages).crlf},
		{Keyword: When, Pattern: `a ping of (\d+) bytes is sent`, Manual: "padded in its _meta", Example: "a ping of 65537 bytes is sent",
			Func: (*messages).padded},
		{Keyword: When, Pattern: `(\d+) pings are sent without waiting`, Manual: "then all answers are awaited",
			Example: "50 pings are sent without waiting", Func: (*messages).burst},
		{Keyword: When, Pattern: `(\S+) pass(?:es)?`, Manual: "on the wall clock", Example: "300ms pass", Func: (*messages).pass},
		{Keyword: When, Pattern: `everything that is declared is listed`, Manual: "all lists, a ping and an unknown method", Func: (*check).exercise},
		{Keyword: Then, Pattern: `every message has exactly one of result and error`,
			Manual: "or a method; error codes are integers, error messages strings", Func: (*messages).shapes},
		{Keyword: Then, Pattern: `every message names JSON-RPC 2\.0`, Manual: `a member jsonrpc that is "2.0"`,
			Example: "every message names JSON-RPC 2.0", Func: (*messages).versions},
		{Keyword: Then, Pattern: `every message is UTF-8`, Manual: "and has no byte order mark", Func: (*messages).utf8},
		{Keyword: Then, Pattern: `no notification has an id`, Manual: "of the server's", Func: (*messages).plainNotifications},
	})
}

func (w *messages) requestPlain(method string) error {
	return w.request(method, "", w.bench.NextID())
}

func (w *messages) requestWith(method string, params *gherkin.DocString) error {
	return w.request(method, params.Content, w.bench.NextID())
}

func (w *messages) requestID(method, id string) error { return w.request(method, "", id) }

func (w *messages) notification(method string) error { return w.notifyWith(method, "") }

func (w *messages) notificationWith(method string, params *gherkin.DocString) error {
	return w.notifyWith(method, params.Content)
}

func (w *messages) notifyWith(method, params string) error {
	w.sent = w.c.Inbox.Size()
	return w.c.Notify(method, params)
}

func (w *messages) raw(bytes *gherkin.DocString) error {
	w.sent = w.c.Inbox.Size()
	return w.c.Send([]byte(bytes.Content), probe.Anything)
}

// behindID is the id of a ping that something else follows at once.
const behindID = `"mcpsim-behind"`

func (w *messages) rawBehind(bytes *gherkin.DocString) error {
	if !w.c.Pushed() {
		err := w.request("ping", "", behindID)
		return errors.Join(err, w.c.Send([]byte(bytes.Content), probe.Anything))
	}
	w.sent = w.c.Inbox.Size()
	w.c.IDs[strings.Trim(behindID, `"`)] = true
	for _, raw := range [][]byte{probe.Message("ping", "", behindID), []byte(bytes.Content)} {
		if err := w.c.Send(raw, probe.Anything); err != nil {
			return err
		}
	}
	err := w.c.Inbox.Await(w.bench.Ctx, w.sent, w.c.Patience(), func(frames []probe.Frame) bool {
		return len(w.c.Answers(frames, behindID)) > 0
	})
	if err != nil {
		return w.remember(behindID, probe.Frame{}, w.c.Explain(err))
	}
	return w.remember(behindID, w.c.Answers(w.c.Inbox.Since(w.sent), behindID)[0], nil)
}

func (w *messages) crlf() error {
	if err := w.c.Send(nil, probe.Anything); err != nil {
		return err
	}
	id := w.bench.NextID()
	w.sent = w.c.Inbox.Size()
	answer, err := w.c.Request(append(probe.Message("ping", "", id), '\r'), id)
	return w.remember(id, answer, err)
}

func (w *messages) padded(size int) error {
	empty := probe.Message("ping", `{"_meta":{"pad":""}}`, "1000")
	return w.request("ping", `{"_meta":{"pad":"`+strings.Repeat("x", max(0, size-len(empty)))+`"}}`, w.bench.NextID())
}

// burst remembers whether many pings are answered, none in pieces.
func (w *messages) burst(n int) error {
	ids := w.newIDs(n)
	if err := w.sendPings(ids); err != nil {
		return err
	}
	if err := w.awaitAll(ids); err != nil || w.err != nil {
		return err
	}
	frames := w.c.Inbox.Since(w.sent)
	if i := slices.IndexFunc(frames, func(f probe.Frame) bool { return !f.IsMessage() }); i >= 0 {
		w.err = fmt.Errorf("between the answers came what is no message: %s", probe.Quote(frames[i].Raw))
	}
	return nil
}

// newIDs are ids of requests to come.
func (w *check) newIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = w.bench.NextID()
	}
	return ids
}

func (w *messages) pass(duration string) error {
	d, err := time.ParseDuration(duration)
	if err != nil || d < 0 || d > time.Minute {
		return fmt.Errorf("%q is no time up to 1m", duration)
	}
	return clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, d)
}

func (w *check) exercise() error {
	for _, l := range probe.Lists {
		if w.c.Declared[l.Capability] {
			if _, err := w.c.Call(l.Method, ""); errors.Is(err, probe.ErrEnded) {
				return fmt.Errorf("asking for %s: %w", l.Method, err)
			}
		}
	}
	for _, method := range []string{"ping", "x/unknown"} {
		if _, err := w.c.Call(method, ""); errors.Is(err, probe.ErrEnded) {
			return fmt.Errorf("asking for %s: %w", method, err)
		}
	}
	return nil
}

// each judges every message of the connection so far. It has observed nothing
// if there is none.
func (w *messages) each(judge func(probe.Frame) error) error {
	frames := w.c.Inbox.Since(0)
	if len(frames) == 0 {
		return verdict.NotObserved("the server sent nothing")
	}
	for _, f := range frames {
		if f.Members == nil {
			continue // no message at all: the check of the stream says so
		}
		if err := judge(f); err != nil {
			return fmt.Errorf("%w: %s", err, probe.Quote(f.Raw))
		}
	}
	return nil
}

func (w *messages) shapes() error   { return w.each(probe.Frame.CheckShape) }
func (w *messages) versions() error { return w.each(probe.Frame.CheckVersion) }

func (w *messages) utf8() error {
	if w.c.Inbox.Size() == 0 {
		return verdict.NotObserved("the server sent nothing")
	}
	for _, l := range w.c.Inbox.All() {
		if err := probe.CheckUTF8(l.Raw); err != nil {
			return fmt.Errorf("%w: %s", err, probe.Quote(l.Raw))
		}
	}
	return nil
}

func (w *messages) plainNotifications() error {
	seen := false
	for _, f := range w.c.Inbox.Since(0) {
		seen = seen || f.IsNotification()
		if f.IsRequest() && strings.HasPrefix(f.Method(), "notifications/") {
			return fmt.Errorf("a notification has an id: %s", probe.Quote(f.Raw))
		}
	}
	if !seen {
		return verdict.NotObserved("the server sent no notification")
	}
	return nil
}
