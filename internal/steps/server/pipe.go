package server

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// pipe is what came on stdout before a request.
type pipe struct{ lines int }

func pipeSteps() []gherkin.Step {
	return gherkin.Noun("process", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a fresh session whose standard error nobody reads`, Manual: "apart from its first few KiB", Func: (*check).undrained},
		{Keyword: gherkin.When, Pattern: `a ping with line breaks in its (id|method) is sent`,
			Manual: `LF, CR, NEL and U+2028; escaped, as JSON demands or allows`, Example: "a ping with line breaks in its id is sent",
			Func: (*pipe).lineBreaks},
		{Keyword: gherkin.When, Pattern: `a ping with line ends of Unicode in it is sent`, Manual: "NEL, U+2028 and U+2029, which JSON need not escape", Func: (*check).lineEndsWithin},
		{Keyword: gherkin.When, Pattern: `a line of (punctuation|a number|bytes that are no UTF-8) is sent`,
			Manual: "which is no message; no answer is awaited", Example: "a line of punctuation is sent", Func: (*check).garbage},
		{Keyword: gherkin.When, Pattern: `a ping is sent and nothing after it`,
			Manual: "a second one follows only if that stays without answer; twice if that helps. Where pings take 200ms, six are sent 70ms apart, three times: answers that come at one time are in bunches", Func: (*check).lonelyPing},
		{Keyword: gherkin.When, Pattern: `a request of an unknown method is sent and nothing after it`, Manual: "a ping follows only if that stays without answer; twice if that helps", Func: (*check).lonelyError},
		{Keyword: gherkin.Given, Pattern: `a client that has sent (\d+) pings with ids of (\d+) bytes and reads nothing`,
			Manual:  "a process of its own, which checks share",
			Example: "a client that has sent 64 pings with ids of 65536 bytes and reads nothing", Func: (*check).slowReader},
		{Keyword: gherkin.When, Pattern: `it reads again once the other checks are made, (\S+) after that at most`,
			Manual:  "and awaits all answers; a run of many checks lasts 5.2s at least for it, with --idle or with few checks the pause is as long as it may be",
			Example: "it reads again once the other checks are made, 10s after that at most",
			Func:    (*check).readAgain},
		{Keyword: gherkin.Then, Pattern: `its process has not exited`, Manual: "so far", Func: stillRuns},
		{Keyword: gherkin.When, Pattern: `(\d+) calls of an unknown tool are sent without waiting`, Manual: "each with 700 bytes of arguments; then all answers are awaited",
			Example: "200 calls of an unknown tool are sent without waiting", Func: (*check).unknownCalls},
		{Keyword: gherkin.When, Pattern: `standard output is closed while (\d+) pings are on their way`,
			Manual:  "after half of them, by the client; standard input stays open",
			Example: "standard output is closed while 50 pings are on their way", Func: (*check).closeStdout},
		{Keyword: gherkin.Then, Pattern: `the answer is one line`, Manual: "as is every other", Func: (*pipe).oneLine},
		{Keyword: gherkin.Then, Pattern: `it is answered without another push`, Manual: "the answer does not wait for the next request", Func: (*check).unpushed},
		{Keyword: gherkin.Then, Pattern: `the process does not spin, and exits within (\S+) of the end of stdin`,
			Manual:  "it uses less than half of a processor while it has nothing to do",
			Example: "the process does not spin, and exits within 5s of the end of stdin", Func: calmEnd},
	})
}

// garbage are lines that are no message.
var garbage = map[string]string{
	"punctuation": "%&/( no JSON at all", "a number": "42", "bytes that are no UTF-8": "\xff\xfe mcpsim \xc3\x28",
}

func (c *check) garbage(what string) error {
	c.sent = c.conn.Size()
	return c.conn.Send([]byte(garbage[what]))
}

func (c *check) undrained() error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	if err := c.fresh(); err != nil {
		return err
	}
	p, err := c.process()
	if err != nil {
		return err
	}
	p.HoldStderr()
	return c.conn.Handshake("")
}

// breaks are all characters that some line reader or other takes for a line end.
const breaks = `a\nb\rc\u0085d\u2028e`

func (p *pipe) lineBreaks(c *check, where string) error {
	id, method := `"`+breaks+`"`, c.bench.Light()
	if where != "id" {
		id, method = c.bench.NextID(), "ping/"+breaks
	}
	p.lines = len(c.conn.Lines())
	return c.requestRaw([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"`+method+`"}`), id)
}

func (p *pipe) oneLine(c *check) error {
	for _, l := range c.conn.Lines()[p.lines:] {
		if l.Pieces == 0 && !l.Pure() {
			return verdict.Because(linesCheck, "a line is no message, nor a piece of one: %s", probe.Quote(l.Raw))
		}
		if l.Pieces > 0 {
			return fmt.Errorf("a line is a piece of a message: %s", probe.Quote(l.Raw))
		}
	}
	_, err := c.answered() // by whose id is the business of another check
	return err
}

// aloneFor is how long a ping is left alone at first. A server that takes longer
// for each ping is left alone for twice as long and not blamed.
const aloneFor = 300 * time.Millisecond

// pushed is how soon after another request an answer comes that waited for it.
const pushed = 150 * time.Millisecond

func (c *check) lonelyPing() error { return c.lonely(c.bench.Light(), c.bunches) }

func (c *check) lonelyError() error {
	return c.lonely("x/unknown", func() error { return nil })
}

// lonely sends a request and nothing after it, twice if that stays without answer until another
// one follows. Otherwise it does what then does.
func (c *check) lonely(method string, then func() error) error {
	c.err, c.sent = nil, c.conn.Size()
	for _, alone := range []time.Duration{aloneFor, 2 * aloneFor} {
		switch after, err := c.push(method, alone); {
		case err != nil:
			return err
		case after < 0 || after > pushed:
			return then()
		}
	}
	c.err = fmt.Errorf("twice the answer to %s came only when another request followed", c.shown(method))
	return nil
}

// shown is a method as findings name it.
func (c *check) shown(method string) string {
	if method == c.bench.Light() {
		return "a ping"
	}
	return method
}

// push sends a request, and a ping if it is not answered in time. It returns how long after
// that the answer came; -1 if it came before.
func (c *check) push(method string, alone time.Duration) (after time.Duration, err error) {
	first, second := c.conn.NewID(), c.conn.NewID()
	begin := c.conn.Size()
	await := func(d time.Duration) error { return c.conn.Await(begin, d, allAnswered([]string{first})) }
	if err := c.conn.Send(c.conn.Message(method, "", first)); err != nil || await(alone) == nil {
		return -1, err
	}
	begun := c.bench.Target.Clock.Now()
	if err := c.conn.Send(c.conn.Message(c.bench.Light(), "", second)); err != nil {
		return -1, err
	}
	if err := await(c.conn.Patience()); err != nil {
		c.trouble = true
		return -1, c.conn.Explain(err)
	}
	return c.bench.Since(begun), nil
}

func (c *check) unpushed() error { return c.err }

// slowReader takes the session whose client reads nothing, and begins it if no check
// has.
func (c *check) slowReader(n, size int) error {
	if err := c.bench.Ready(); err != nil {
		return err
	}
	slow := c.bench.Slow()
	if slow == nil {
		if err := c.freshSession(); err != nil {
			return err
		}
		ids := c.newIDs(n)
		for i, id := range ids {
			ids[i] = `"` + id + strings.Repeat("x", max(0, size-len(id))) + `"`
		}
		slow = c.bench.KeepSlow(c.conn, c.bench.Light(), ids)
		c.own = false
		if err := c.sendAll(c.bench.Light(), "", ids); err != nil {
			return err
		}
	}
	c.take(slow.Conn, false)
	return nil
}

// givingUp is how long a run of many checks lasts at least, so that a server that gives
// up what waits for 5s does so.
const givingUp = 5200 * time.Millisecond

// readAgain reads after d at most. The other checks are made meanwhile: only where they
// are few, so that a finding can be seen again, or time is given, it waits for all of d.
func (c *check) readAgain(d time.Duration) error {
	slow := c.bench.Slow()
	wait := d - c.bench.Since(slow.Since)
	if c.bench.Busy() && c.bench.Target.Idle < d {
		wait = min(wait, givingUp-c.bench.Since(c.bench.Begun()))
	}
	if err := c.bench.Sleep(max(0, wait)); err != nil {
		return err
	}
	c.sent = slow.Begin
	slow.Release()
	if err := c.awaitAll(slow.IDs); err != nil || c.err == nil {
		return err
	}
	return refusesLarge(c.conn.From(slow.Begin), len(slow.IDs))
}

// refusesLarge is not testable if lines as long as those of the slow reader are refused, as
// STDIO-06 allows: each by an error that has no id, or by one for each piece.
func refusesLarge(frames []probe.Frame, lines int) error {
	refusals := 0
	for _, f := range frames {
		switch {
		case f.IsResponse() && f.Failure() != nil && f.Nameless():
			refusals++
		case f.IsResponse():
			return nil
		}
	}
	return verdict.NotTestableIf(refusals >= lines, "lines that are so long are refused")
}

func stillRuns(p *probe.Process) error {
	return verdict.FailedIf(p.Exited(0), "its process has ended")
}

// unknownCall is so long that a server which copies 200 of them to standard error writes
// more than a pipe holds, 64 KiB.
var unknownCall = fmt.Sprintf(`{"name":"mcpsim_no_such_tool","arguments":{"text":%q}}`, strings.Repeat("mcpsim ", 100))

func (c *check) unknownCalls(n int) error {
	ids := c.newIDs(n)
	if err := c.sendAll("tools/call", unknownCall, ids); err != nil {
		return err
	}
	return c.awaitAll(ids)
}

// breaking is how long a pipe is given to break.
const breaking = 20 * time.Millisecond

func (c *check) closeStdout(p *probe.Process, n int) error {
	ids := c.newIDs(n)
	if err := c.sendAll(c.bench.Light(), "", ids[:n/2]); err != nil {
		return err
	}
	p.CloseStdout()
	if err := c.bench.Sleep(breaking); err != nil {
		return err
	}
	if err := c.sendAll(c.bench.Light(), "", ids[n/2:]); !errors.Is(err, probe.ErrEnded) {
		return err
	}
	return nil
}

func calmEnd(p *probe.Process, within time.Duration) error {
	spins := p.Spins()
	if spins { // what is left to do may take a while
		spins = p.Spins()
	}
	if spins {
		return fmt.Errorf("without work it uses more than half of a processor%s", p.Survivors())
	}
	p.CloseStdin()
	return exits(p, within)
}
