package server

import (
	"errors"
	"fmt"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// pings are how long those took that a step has sent.
type pings []time.Duration

func pingSteps() []gherkin.Step {
	return gherkin.Noun("ping", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a tool that takes long`,
			Manual: "of those that may be called the one that took longest, 400ms or more, answered or not; not testable if none does", Func: (*chosen).longest},
		{Keyword: gherkin.When, Pattern: `(\d+) pings are sent, one after the other`, Manual: "up to the third that takes 1s or longer",
			Example: "20 pings are sent, one after the other", Func: (*pings).send},
		{Keyword: gherkin.When, Pattern: `(\d+) pings are sent to a process, one after the other`, Manual: "not observed if one of them has no answer, and the process goes on",
			Example: "120 pings are sent to a process, one after the other", Func: (*pings).outlived},
		{Keyword: gherkin.When, Pattern: `it is called, and a ping is sent meanwhile`, Manual: "300ms after the call, which is then cancelled; a call of less than 1.5s is made as often as takes that long, one after the other has begun, and once more; all once more if the ping was late",
			Func: (*pings).during},
		{Keyword: gherkin.Then, Pattern: `the ping is answered as in a session`, Manual: "with a result; not testable if no ping ever is", Func: asInSession},
		{Keyword: gherkin.Then, Pattern: `all of them are answered`, Manual: "with a result or an error; from 2026-07-28 on a ping is server/discover", Func: func() error { return nil }},
		{Keyword: gherkin.Then, Pattern: `each of them is answered with an empty result`, Manual: "as the first one is", Func: (*check).allEmpty},
		{Keyword: gherkin.Then, Pattern: `each ping is answered promptly`,
			Manual: "within 1s more than half of the other answers have taken so far, calls apart; one of many may be late", Func: (*pings).prompt},
	})
}

// asInSession judges the answer to a ping by what a session answers.
func asInSession(answer probe.Frame, b *probe.Bench) error {
	if answer.Members["result"] != nil {
		return nil
	}
	if conn, err := b.Session(); err == nil {
		if usual, err := conn.Call("ping", ""); err == nil && usual.Members["result"] == nil {
			return verdict.Because(pingCheck, "every ping is answered with %s", probe.Quote(usual.Raw))
		}
	}
	return isResult(answer)
}

func (c *check) allEmpty() error {
	return each(c.answers, "no ping was sent", func(answer probe.Frame) error { return isEmptyResult(answer, c.bench) })
}

// promptly is how much longer than other answers those to pings may take.
const promptly = time.Second

// latePings is after how many late ones no more pings are sent.
const latePings = 3

func (p *pings) send(c *check, n int) error {
	*p, c.answers = nil, nil
	late := 0
	for nth := range n {
		begun := c.bench.Target.Clock.Now()
		answer, err := c.call(c.bench.Light(), "")
		if err != nil {
			return fmt.Errorf("number %d: %w", nth+1, err)
		}
		c.answers = append(c.answers, answer)
		took := c.bench.Since(begun)
		if *p = append(*p, took); took >= promptly {
			late++
		}
		if late == latePings {
			break
		}
	}
	return nil
}

// outlived sends pings and leaves those that are lost to the checks of that, unless the process ends.
func (p *pings) outlived(c *check, n int) error {
	err := p.send(c, n)
	if err != nil && !errors.Is(err, probe.ErrEnded) {
		return verdict.NotObserved("%s", err)
	}
	return err
}

// A call that a ping is sent in takes longCall at least. Of calls that are shorter than
// busyFor as many are made at once as take that long one after the other, and one more before
// they end: a ping that waits for them is not prompt, whether it waits for its turn or for all
// to be over.
const (
	longCall = 400 * time.Millisecond
	busyFor  = 1500 * time.Millisecond
)

func (t *chosen) longest(b *probe.Bench) error {
	if err := callTools(b); err != nil {
		return err
	}
	s, err := b.Survey()
	if err != nil {
		return err
	}
	for _, one := range s.Trials {
		lasts := one.Err == nil || errors.Is(one.Err, probe.ErrSilent)
		if lasts && one.Took >= longCall && one.Before(t.trial, func(than *probe.Trial) bool { return one.Took > than.Took }) {
			t.trial = one
		}
	}
	return verdict.NotTestableIf(t.trial == nil, "none of the tools called takes %s or more: %s", longCall, s.CalledTools())
}

// during pings while a call runs, and once more if that ping was late: a machine that is
// busy makes one late, a call that holds pings up makes all of them.
func (p *pings) during(c *check, t trial) error {
	*p = nil
	most := c.bench.Usual() + promptly
	for range 2 {
		took, err := pingMeanwhile(c, t)
		if took > 0 {
			*p = append(*p, took)
		}
		if err != nil || took <= most {
			return err
		}
	}
	return c.bench.Aside(func(idle *probe.Conn) error {
		slow := false
		for range 2 { // the first one in a session may be quicker
			begun := c.bench.Target.Clock.Now()
			if _, err := idle.Call(c.bench.Light(), ""); err != nil {
				return err
			}
			slow = slow || c.bench.Since(begun) > most
		}
		if !slow {
			return nil
		}
		return verdict.Because(pingCheck, "a ping takes as long when no tool is called")
	})
}

// pingMeanwhile is how long a ping took while a call ran. A call that is answered before the
// ping was too quick this time.
func pingMeanwhile(c *check, t trial) (time.Duration, error) {
	b := busy{c: c, trial: t}
	defer b.drop()
	if err := b.begin(); err != nil {
		return 0, err
	}
	ping, err := c.conn.Start(c.bench.Light(), "", c.conn.Patience())
	if err != nil {
		return 0, err
	}
	defer ping.Drop()
	if err := b.prolong(ping); err != nil {
		return 0, err
	}
	_, err = ping.Await(c.conn.Patience())
	if err != nil {
		c.trouble = true
		return ping.Took(), fmt.Errorf("a ping while %q was running: %w", t.Tool.Name, err)
	}
	return ping.Took(), b.giveUp()
}

// pingAfter is how long after a call a ping is sent.
const pingAfter = 2 * slowAfter

// busy is a server that is given calls of a tool.
type busy struct {
	c     *check
	trial trial
	calls []*probe.Pending
}

func (b *busy) call() error {
	t := b.trial
	p, err := b.c.conn.Start("tools/call", probe.CallOf(t.Tool, t.Arguments, ""), b.c.conn.Patience())
	if err == nil {
		b.calls = append(b.calls, p)
	}
	return err
}

// begin returns when the server is surely busy. A process that has just been started is waited
// for first: what it has not begun to read is held up by no call.
func (b *busy) begin() error {
	if _, err := b.c.call(b.c.bench.Light(), ""); err != nil {
		return err
	}
	for lasts := time.Duration(0); lasts < busyFor; lasts += b.trial.Took {
		if err := b.call(); err != nil {
			return err
		}
	}
	if err := b.c.bench.Sleep(pingAfter); err != nil {
		return err
	}
	if len(b.calls[0].Exact()) > 0 {
		return verdict.NotObserved("the tool %q was faster this time", b.trial.Tool.Name)
	}
	return nil
}

func (b *busy) giveUp() error {
	for _, p := range b.calls {
		if len(p.Exact()) > 0 {
			continue
		}
		if err := p.GiveUp(); err != nil {
			return err
		}
	}
	return nil
}

func (b *busy) drop() {
	for _, p := range b.calls {
		p.Drop()
	}
}

func (p *pings) prompt(b *probe.Bench) error {
	most := b.Usual() + promptly
	var late []time.Duration
	for _, took := range *p {
		if took > most {
			late = append(late, took.Round(time.Millisecond))
		}
	}
	if len(late) == 0 || len(late) == 1 && len(*p) > 1 {
		return nil
	}
	return fmt.Errorf("pings were answered after %s, want at most %s: half of all other answers took %s or less, and %s more is promptly",
		late, most.Round(time.Millisecond), b.Usual().Round(time.Millisecond), promptly)
}
