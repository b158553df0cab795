package server

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

func pipeSteps() []Step {
	return gherkin.Noun("process", []Step{
		{Keyword: Given, Pattern: `a fresh session whose standard error nobody reads`, Manual: "apart from its first few KiB",
			Func: (*processes).undrained},
		{Keyword: When, Pattern: `a ping with line breaks in its (id|method) is sent`,
			Manual: `LF, CR, NEL and U+2028; escaped, as JSON demands or allows`, Example: "a ping with line breaks in its id is sent",
			Func: (*processes).lineBreaks},
		{Keyword: When, Pattern: `a ping is sent and nothing after it`,
			Manual: "a second one follows only if that stays without answer; twice if that helps", Func: (*processes).lonelyPing},
		{Keyword: When, Pattern: `(\d+) pings with ids of (\d+) bytes are sent, and nothing is read for (\S+)`,
			Manual:  "then all answers are awaited; not testable if the ids do not come back",
			Example: "64 pings with ids of 65536 bytes are sent, and nothing is read for 500ms", Func: (*processes).slowReader},
		{Keyword: When, Pattern: `(\d+) calls of an unknown tool are sent without waiting`, Manual: "then all answers are awaited",
			Example: "200 calls of an unknown tool are sent without waiting", Func: (*processes).unknownCalls},
		{Keyword: When, Pattern: `standard output is closed while (\d+) pings are on their way`,
			Manual:  "after half of them, by the client; standard input stays open",
			Example: "standard output is closed while 50 pings are on their way", Func: (*processes).closeStdout},
		{Keyword: Then, Pattern: `the answer is one line`, Manual: "as is every other", Func: (*processes).oneLine},
		{Keyword: Then, Pattern: `it is answered without another push`, Manual: "the answer does not wait for the next request",
			Func: (*processes).unpushed},
		{Keyword: Then, Pattern: `the process does not spin, and exits within (\S+) of the end of stdin`,
			Manual:  "it uses less than half of a processor while it has nothing to do",
			Example: "the process does not spin, and exits within 5s of the end of stdin", Func: (*processes).calmEnd},
	})
}

func (w *processes) undrained() error {
	if err := w.ready(); err != nil {
		return err
	}
	if err := w.fresh(); err != nil {
		return err
	}
	p, err := w.server()
	if err != nil {
		return err
	}
	p.ErrGate.Close()
	return w.c.Handshake()
}

// breaks are all characters that some line reader or other takes for a line end.
const breaks = `a\nb\rc\u0085d\u2028e`

func (w *processes) lineBreaks(where string) error {
	if where == "id" {
		id := `"` + breaks + `"`
		return w.requestRaw([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"ping"}`), id)
	}
	id := w.bench.NextID()
	return w.requestRaw([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"ping/`+breaks+`"}`), id)
}

// requestRaw sends a request of any form; its outcome is for a Then to judge.
func (w *processes) requestRaw(raw []byte, id string) error {
	w.sent = w.c.Inbox.Size()
	w.marks["lines"] = fmt.Sprint(len(w.c.Inbox.All()))
	answer, err := w.c.Request(raw, id)
	return w.remember(id, answer, err)
}

func (w *processes) oneLine() error {
	var before int
	_, _ = fmt.Sscan(w.marks["lines"], &before)
	for _, l := range w.c.Inbox.All()[before:] {
		if !probe.Pure(l) {
			return fmt.Errorf("a line is a piece of a message: %s", probe.Quote(l.Raw))
		}
	}
	_, err := w.answered() // by whose id is the business of another check
	return err
}

// aloneFor is how long a ping is left alone at first. A server that takes longer
// for each ping is left alone for twice as long and not blamed.
const aloneFor = 300 * time.Millisecond

// pushed is how soon after another request an answer comes that waited for it.
const pushed = 150 * time.Millisecond

func (w *processes) lonelyPing() error {
	w.err = nil
	for _, alone := range []time.Duration{aloneFor, 2 * aloneFor} {
		after, err := w.pushPing(alone)
		if err != nil || after < 0 || after > pushed {
			return err
		}
	}
	w.err = fmt.Errorf("twice the answer to a ping came only when another request followed")
	return nil
}

// pushPing sends a ping, and another one if it is not answered in time. It
// returns how long after that the answer came; -1 if it came before.
func (w *processes) pushPing(alone time.Duration) (after time.Duration, err error) {
	first, second := w.bench.NextID(), w.bench.NextID()
	w.c.IDs[first], w.c.IDs[second] = true, true
	begin := w.c.Inbox.Size()
	await := func(d time.Duration) error {
		return w.c.Inbox.Await(w.bench.Ctx, begin, d, allAnswered([]string{first}))
	}
	if err := w.c.Send(probe.Message("ping", "", first), probe.Anything); err != nil || await(alone) == nil {
		return -1, err
	}
	begun := w.bench.Target.Clock.Now()
	if err := w.c.Send(probe.Message("ping", "", second), probe.Anything); err != nil {
		return -1, err
	}
	if err := await(w.c.Patience()); err != nil {
		w.trouble = true
		return -1, w.c.Explain(err)
	}
	return w.bench.Target.Clock.Since(begun), nil
}

func (w *processes) unpushed() error { return w.err }

func (w *processes) slowReader(n int, size int, d time.Duration) error {
	p, err := w.server()
	if err != nil {
		return err
	}
	ids := w.newIDs(n)
	for i, id := range ids {
		ids[i] = `"` + id + strings.Repeat("x", max(0, size-len(id))) + `"`
	}
	p.OutGate.Close()
	defer p.OutGate.Open()
	if err := w.sendPings(ids); err != nil {
		return err
	}
	if err := clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, d); err != nil {
		return err
	}
	p.OutGate.Open()
	return w.awaitAll(ids)
}

// sendPings sends one ping for each id and awaits nothing.
func (w *check) sendPings(ids []string) error {
	w.sent = w.c.Inbox.Size()
	for _, id := range ids {
		w.c.IDs[strings.Trim(id, `"`)] = true
		if err := w.c.Send(probe.Message("ping", "", id), probe.Anything); err != nil {
			return err
		}
	}
	return nil
}

func (w *processes) unknownCalls(n int) error {
	w.sent = w.c.Inbox.Size()
	ids := w.newIDs(n)
	for _, id := range ids {
		w.c.IDs[id] = true
		if err := w.c.Send(probe.Message("tools/call", `{"name":"mcpsim_no_such_tool","arguments":{}}`, id), probe.Anything); err != nil {
			return err
		}
	}
	return w.awaitAll(ids)
}

func (w *processes) closeStdout(n int) error {
	p, err := w.server()
	if err != nil {
		return err
	}
	ids := w.newIDs(n)
	if err := w.sendPings(ids[:n/2]); err != nil {
		return err
	}
	if c, ok := p.Handle.Stdout().(io.Closer); ok {
		_ = c.Close()
	}
	if err := clock.Sleep(w.bench.Ctx, w.bench.Target.Clock, breaking); err != nil {
		return err
	}
	if err := w.sendPings(ids[n/2:]); err != nil && !errors.Is(err, probe.ErrEnded) {
		return err
	}
	return nil
}

// breaking is how long a pipe is given to break.
const breaking = 20 * time.Millisecond

func (w *processes) calmEnd(within string) error {
	p, err := w.server()
	if err != nil {
		return err
	}
	if p.Spins() && p.Spins() { // what is left to do may take a while
		return fmt.Errorf("without work it uses more than half of a processor%s", p.Survivors())
	}
	p.CloseStdin()
	return w.exits(within)
}
