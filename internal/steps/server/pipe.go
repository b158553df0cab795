package server

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// pipe is what came on stdout before a request.
type pipe struct{ lines int }

func pipeSteps() []gherkin.Step {
	return gherkin.Noun("process", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a fresh session whose standard error nobody reads`, Manual: "apart from its first few KiB", Func: (*check).undrained},
		{Keyword: gherkin.When, Pattern: `a ping with line breaks in its (id|method) is sent`,
			Manual: `LF, CR, NEL and U+2028; escaped, as JSON demands or allows`, Example: "a ping with line breaks in its id is sent",
			Func: (*pipe).lineBreaks},
		{Keyword: gherkin.When, Pattern: `a ping is sent and nothing after it`,
			Manual: "a second one follows only if that stays without answer; twice if that helps", Func: (*check).lonelyPing},
		{Keyword: gherkin.When, Pattern: `(\d+) pings with ids of (\d+) bytes are sent, and nothing is read for (\S+)`,
			Manual:  "then all answers are awaited; not testable if the ids do not come back",
			Example: "64 pings with ids of 65536 bytes are sent, and nothing is read for 500ms", Func: (*check).slowReader},
		{Keyword: gherkin.When, Pattern: `(\d+) calls of an unknown tool are sent without waiting`, Manual: "then all answers are awaited",
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
	id, method := `"`+breaks+`"`, "ping"
	if where != "id" {
		id, method = c.bench.NextID(), "ping/"+breaks
	}
	p.lines = len(c.conn.Lines())
	return c.requestRaw([]byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"`+method+`"}`), id)
}

func (p *pipe) oneLine(c *check) error {
	for _, l := range c.conn.Lines()[p.lines:] {
		if !l.Pure() {
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

func (c *check) lonelyPing() error {
	c.err = nil
	for _, alone := range []time.Duration{aloneFor, 2 * aloneFor} {
		after, err := c.pushPing(alone)
		if err != nil || after < 0 || after > pushed {
			return err
		}
	}
	c.err = errors.New("twice the answer to a ping came only when another request followed")
	return nil
}

// pushPing sends a ping, and another one if it is not answered in time. It
// returns how long after that the answer came; -1 if it came before.
func (c *check) pushPing(alone time.Duration) (after time.Duration, err error) {
	first, second := c.conn.NewID(), c.conn.NewID()
	begin := c.conn.Size()
	await := func(d time.Duration) error { return c.conn.Await(begin, d, allAnswered([]string{first})) }
	if err := c.conn.Send(probe.Message("ping", "", first)); err != nil || await(alone) == nil {
		return -1, err
	}
	begun := c.bench.Target.Clock.Now()
	if err := c.conn.Send(probe.Message("ping", "", second)); err != nil {
		return -1, err
	}
	if err := await(c.conn.Patience()); err != nil {
		c.trouble = true
		return -1, c.conn.Explain(err)
	}
	return c.bench.Since(begun), nil
}

func (c *check) unpushed() error { return c.err }

func (c *check) slowReader(p *probe.Process, n, size int, d time.Duration) error {
	ids := c.newIDs(n)
	for i, id := range ids {
		ids[i] = `"` + id + strings.Repeat("x", max(0, size-len(id))) + `"`
	}
	release := p.HoldStdout()
	defer release()
	if err := c.sendAll("ping", "", ids); err != nil {
		return err
	}
	if err := c.bench.Sleep(d); err != nil {
		return err
	}
	release()
	return c.awaitAll(ids)
}

func (c *check) unknownCalls(n int) error {
	ids := c.newIDs(n)
	if err := c.sendAll("tools/call", `{"name":"mcpsim_no_such_tool","arguments":{}}`, ids); err != nil {
		return err
	}
	return c.awaitAll(ids)
}

// breaking is how long a pipe is given to break.
const breaking = 20 * time.Millisecond

func (c *check) closeStdout(p *probe.Process, n int) error {
	ids := c.newIDs(n)
	if err := c.sendAll("ping", "", ids[:n/2]); err != nil {
		return err
	}
	p.CloseStdout()
	if err := c.bench.Sleep(breaking); err != nil {
		return err
	}
	if err := c.sendAll("ping", "", ids[n/2:]); !errors.Is(err, probe.ErrEnded) {
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
