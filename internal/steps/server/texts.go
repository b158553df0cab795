package server

import (
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// textSteps are about calls that are made at the same time.
func textSteps() []gherkin.Step {
	return gherkin.Noun("texts", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `a tool is given (\d+) texts, each in a call of its own, at the same time`,
			Manual:  "one that gives back the text that it is given; not observed if there is none",
			Example: "a tool is given 8 texts, each in a call of its own, at the same time", Func: (*texts).give},
		{Keyword: gherkin.Then, Pattern: `each call gives back its own text`,
			Manual: "and none that of another; what is not answered, or refused, is the business of another check", Func: (*texts).apart},
	})
}

// texts is what is wrong with calls that were given texts at the same time.
type texts struct{ crossed error }

func (t *texts) give(c *check, n int) (err error) {
	t.crossed, err = crossTexts(c.bench, c.conn, n)
	return err
}

func (t *texts) apart() error { return t.crossed }

// crossTexts gives as many texts to a tool that gives them back, at the same time: crossed
// is the first that has come back to another call.
func crossTexts(b *probe.Bench, c *probe.Conn, n int) (crossed, err error) {
	tool, err := b.Repeater(c)
	switch {
	case err != nil:
		return nil, err
	case tool == nil:
		return nil, verdict.NotObserved("no tool that may be called gives back the text that it is given")
	}
	var calls []*probe.Pending
	for i := range n {
		call, err := c.Start("tools/call", tool.Params(nthText(i)), c.Patience())
		if err != nil {
			return nil, err
		}
		defer call.Drop()
		calls = append(calls, call)
	}
	for i, call := range calls {
		answer, err := call.Await(c.Patience())
		if err != nil {
			return nil, verdict.NotObserved("a call beside others is not answered: %s", err)
		}
		for other := range n {
			if back := tool.Text(answer); other != i && back == nthText(other) {
				return fmt.Errorf("the call with the text %q is answered with that of another call: %s", nthText(i), probe.Quote(answer.Raw)), nil
			}
		}
	}
	return nil, nil
}

// nthText is one of the texts that are given at the same time.
func nthText(n int) string { return fmt.Sprintf("text %d", n) }

// ofResults are checks of what is in the results of calls, and whose they are.
var ofResults = []string{"HL-37", "TOOL-06", "TOOL-07", "TOOL-10"}

// textsAtOnce is how many texts show whether results are mixed up.
const textsAtOnce = 8

// mixesCalls reports whether calls at the same time get each other's results.
func (w *World) mixesCalls() bool {
	return learn(&w.mixes, w.bench.Aside, func(c *probe.Conn, found *bool) error {
		crossed, err := crossTexts(w.bench, c, textsAtOnce)
		*found = crossed != nil
		return err
	})
}
