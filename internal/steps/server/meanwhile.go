package server

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// meanwhileSteps are about what is asked for while a call runs.
func meanwhileSteps() []gherkin.Step {
	return gherkin.Noun("pings", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `it is called, and all else is asked for meanwhile`,
			Manual: "300ms after the call, which is then cancelled: a ping, all lists that are declared, a prompt and a resource; a call of less than 1.5s is made up to three times, one after the other has begun; all once more if an answer was late",
			Func:   (*meanwhile).during},
		{Keyword: gherkin.Then, Pattern: `each of these requests is answered promptly`,
			Manual: "within 1s more than half of the other answers have taken so far, calls apart; unless it takes as long when no tool is called", Func: (*meanwhile).prompt},
	})
}

// wanted is a request that is sent while a call runs.
type wanted struct{ method, params string }

// lateOne is a request and how long its answer took.
type lateOne struct {
	wanted
	took time.Duration
}

// meanwhile are the requests that were answered late, time after time.
type meanwhile struct {
	most time.Duration
	late []lateOne
}

// all are the requests that are sent.
func (m *meanwhile) all(c *check) (out []wanted) {
	out = append(out, wanted{c.bench.Light(), ""})
	for _, l := range c.conn.Promised() {
		out = append(out, wanted{l.Method, ""})
	}
	for _, method := range []string{"prompts/get", "resources/read"} {
		if params, _, err := c.offered(method); err == nil {
			out = append(out, wanted{method, params})
		}
	}
	return out
}

// during asks for all else while a call runs, and once more for what was late: a machine that is
// busy makes an answer late, a call that holds it up makes it late each time.
func (m *meanwhile) during(c *check, t trial) error {
	m.most = c.bench.Usual() + promptly
	asked := m.all(c)
	for range 2 {
		late, err := m.once(c, t, asked)
		if err != nil {
			return err
		}
		asked = nil
		for _, one := range late {
			asked = append(asked, one.wanted)
		}
		if m.late = late; len(late) == 0 {
			return nil
		}
	}
	return c.bench.Aside(func(idle *probe.Conn) error {
		m.late = slices.DeleteFunc(m.late, func(one lateOne) bool { // what takes as long when no tool is called
			begun := c.bench.Target.Clock.Now()
			_, err := idle.Call(one.method, one.params)
			return err != nil || c.bench.Since(begun) > m.most
		})
		return nil
	})
}

// once returns which requests were late, and how late.
func (m *meanwhile) once(c *check, t trial, asked []wanted) (late []lateOne, err error) {
	b := busy{c: c, trial: t}
	defer b.drop()
	if err := b.begin(); err != nil {
		return nil, err
	}
	begun, sent := c.bench.Target.Clock.Now(), map[wanted]*probe.Pending{}
	for _, one := range asked {
		p, err := c.conn.Start(one.method, one.params, c.conn.Patience())
		if err != nil {
			return nil, err
		}
		defer p.Drop()
		sent[one] = p
	}
	if err := b.prolong(sent[asked[0]]); err != nil {
		return nil, err
	}
	for _, one := range asked {
		answer, err := sent[one].Await(c.conn.Patience())
		if err != nil {
			c.trouble = true
			return nil, fmt.Errorf("%s while %q was running: %w", one.method, t.Tool.Name, err)
		}
		if took := answer.At.Sub(begun); took > m.most {
			late = append(late, lateOne{one, took})
		}
	}
	return late, b.giveUp()
}

// prolong makes a call that may be over soon once more, if what was asked meanwhile has no
// answer yet.
func (b *busy) prolong(asked *probe.Pending) error {
	if b.trial.Took >= busyFor {
		return nil
	}
	if _, err := asked.Await(b.trial.Took*8/10 - pingAfter); errors.Is(err, probe.ErrSilent) {
		return b.call()
	}
	return nil
}

func (m *meanwhile) prompt(t trial) error {
	for _, one := range m.late {
		return fmt.Errorf("%s was answered after %s while %q was running, want at most %s: half of all other answers took %s or less, and %s more is promptly",
			one.method, one.took.Round(time.Millisecond), t.Tool.Name, m.most.Round(time.Millisecond), (m.most - promptly).Round(time.Millisecond), promptly)
	}
	return verdict.NotObservedIf(m.most == 0, "nothing was asked meanwhile")
}
