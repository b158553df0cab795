package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func processSteps() []gherkin.Step {
	return gherkin.Noun("process", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `stdin is closed`, Manual: "after what was sent", Func: closeStdin},
		{Keyword: gherkin.When, Pattern: `TERM is sent`, Manual: "to the process group", Func: term},
		{Keyword: gherkin.When, Pattern: `stdin is closed, and TERM is sent to what still runs after 2s`, Manual: "as a client that shuts down", Func: shutDown},
		{Keyword: gherkin.Given, Pattern: `a client that has left a subscription open, a call, and half a message`, Manual: "by closing stdin, once for all checks; what there is of these; 5s later TERM is sent to what still runs", Func: leftOpen},
		{Keyword: gherkin.Then, Pattern: `the process has exited within 5s of the end of stdin`, Manual: "by itself", Func: exitedByItself},
		{Keyword: gherkin.Then, Pattern: `the process has exited within 5s of the end of stdin, or of TERM`, Manual: "one of the two", Func: exitedAtLast},
		{Keyword: gherkin.Then, Pattern: `the process exits within (\S+)`, Manual: "by itself", Example: "the process exits within 5s", Func: exits},
		{Keyword: gherkin.Then, Pattern: `it leaves no process behind`, Manual: "none of its process group runs 1s after it; Linux only", Func: noOrphans},
		{Keyword: gherkin.Then, Pattern: `one of (\d+) starts takes at most (\S+)`,
			Manual: "from the start of a process to its first answer; those of other checks count: a busy machine delays some, a slow server all", Example: "one of 3 starts takes at most 5s",
			Func: (*check).startUp},
		{Keyword: gherkin.Then, Pattern: `no process has written anything but messages`, Manual: "to standard output, in all checks so far",
			Func: whole((*probe.Bench).Strays)},
		{Keyword: gherkin.Then, Pattern: `standard output holds nothing but messages`, Manual: "every byte from the start to the end of the process",
			Func: pureOutput},
	})
}

func closeStdin(p *probe.Process) error {
	p.CloseStdin()
	return nil
}

func term(p *probe.Process) error {
	p.Terminate()
	return nil
}

func shutDown(p *probe.Process) error {
	p.CloseStdin()
	if !p.Exited(2 * time.Second) {
		p.Terminate()
	}
	return nil
}

// staysAlive begins what is said of a process that does not exit.
const staysAlive = "it still runs"

func exits(p *probe.Process, within time.Duration) error {
	if !p.Exited(within) {
		return fmt.Errorf("%s after %s%s", staysAlive, within, p.Survivors())
	}
	return nil
}

func leftOpen(b *probe.Bench) error {
	if err := b.Ready(); err != nil {
		return err
	}
	if b.Target.URL != "" {
		return verdict.NotTestable("the server is no process of ours")
	}
	_, err := b.Departure()
	return err
}

func exitedByItself(b *probe.Bench) error {
	d, err := b.Departure()
	if err != nil || d.ByItself {
		return err
	}
	return fmt.Errorf("it still runs 5s after its client has left, which has left open: %s", d.LeftOpen())
}

func exitedAtLast(b *probe.Bench) error {
	d, err := b.Departure()
	if err != nil || d.ByItself || d.ByTerm {
		return err
	}
	return fmt.Errorf("it still runs 5s after TERM; its client has left open: %s%s", d.LeftOpen(), d.After)
}

// exitWait is how long a process may take to exit before others are looked for.
const exitWait = 5 * time.Second

func noOrphans(p *probe.Process) error {
	if !p.GroupKnown() {
		return verdict.NotTestable("its process group cannot be looked at")
	}
	if err := exits(p, exitWait); err != nil {
		return err
	}
	if orphans := p.Orphans(); orphans != "" {
		return fmt.Errorf("the process has exited, and %s after that there still run %s", probe.OrphanGrace, orphans)
	}
	return nil
}

func (c *check) startUp(starts int, most time.Duration) error {
	_, _, n := c.bench.StartUp()
	for range starts - n { // no more, whatever comes of them
		if err := c.started(); err != nil {
			return err
		}
	}
	fastest, _, n := c.bench.StartUp()
	for range starts { // once more: until now there were other checks beside it
		if n == 0 || fastest <= most {
			break
		}
		if err := c.started(); err != nil {
			return err
		}
		fastest, _, n = c.bench.StartUp()
	}
	if n == 0 {
		return verdict.NotObserved("no start was followed by an answer")
	}
	return verdict.FailedIf(fastest > most, "the fastest of %d starts takes %s to the first answer", n, fastest.Round(time.Millisecond))
}

// started opens a session of a process that is started for it.
func (c *check) started() error {
	conn, err := c.bench.Launch()
	if err != nil {
		return err
	}
	c.take(conn, true)
	return conn.Handshake("")
}

func pureOutput(p *probe.Process, c *probe.Conn) error {
	p.CloseStdin()
	if !p.Exited(time.Second) {
		p.Terminate() // that it is needed is the business of another check
		_ = p.Exited(time.Second)
	}
	_ = c.AwaitEnd(time.Second)
	lines := c.Lines()
	if len(lines) == 0 {
		return errors.New("standard output was empty")
	}
	for i, l := range lines {
		if !l.Pure() && !l.Shapeless() { // of which another check tells
			return fmt.Errorf("line %d of standard output is no message: %s", i+1, l.Quote())
		}
		if l.EOL == "" {
			return fmt.Errorf("line %d of standard output has no end: %s", i+1, l.Quote())
		}
	}
	return nil
}
