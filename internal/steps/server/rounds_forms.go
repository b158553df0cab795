package server

import (
	"encoding/json"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// fillInWrong goes on with a request as a user who fills in its forms wrong, one round of it at a time.
func (a *asking) fillInWrong(c *check, how string) error {
	return a.over(c, func() error { return a.takesWrong(c, how) }, func(probe.Frame) bool { return a.taken == nil })
}

// conversation is how a request has gone on to its end.
type conversation struct {
	end     probe.Frame
	steps   int
	changed bool // an answer of it is another one than that of a willing user
}

func (a *asking) takesWrong(c *check, how string) error {
	right, err := a.converse(c, 0, nil)
	if err != nil {
		return err
	}
	said := saidBy(a.round.Method, right.end)
	denied, err := a.converse(c, 1, func(map[string]json.RawMessage) json.RawMessage { return json.RawMessage(`{"action":"decline"}`) })
	if err != nil {
		return err
	}
	if said == "" || !succeeds(right.end) || saidBy(a.round.Method, denied.end) == said {
		return verdict.NotObserved("%s comes to the same for a user who says no", a.round.What)
	}
	seen := false
	for step := 1; step <= right.steps && a.taken == nil; step++ {
		wrong, err := a.converse(c, step, func(params map[string]json.RawMessage) json.RawMessage { return probe.FilledInWrong(how, params) })
		if err != nil {
			return err
		}
		if seen = seen || wrong.changed; wrong.changed && wrong.steps == right.steps && succeeds(wrong.end) && saidBy(a.round.Method, wrong.end) == said {
			a.taken = fmt.Errorf("%s comes to the same when the user gives %s as when the form is filled in rightly: %s", a.round.What, how, probe.Quote(wrong.end.Raw))
		}
	}
	return verdict.NotObservedIf(!seen, "no form of %s forbids that", a.round.What)
}

// converse goes on to the end, and fills in the forms of one step as other says; a nil from it is
// what a willing user would answer.
func (a *asking) converse(c *check, step int, other func(map[string]json.RawMessage) json.RawMessage) (out conversation, err error) {
	if err := a.begin(c); err != nil {
		return out, err
	}
	for out.steps = 1; out.steps <= maxConversation; out.steps++ {
		questions := probe.Questions(c.answer)
		responses := probe.Obliging(questions)
		for key, q := range questions {
			if out.steps != step || probe.QuestionMethod(q) != "elicitation/create" {
				continue
			}
			if response := other(probe.QuestionParams(q)); response != nil {
				responses[key], out.changed = response, true
			}
		}
		if err := a.send(c, probe.Retry(a.round.Params, responses, probe.State(c.answer))); err != nil || c.err != nil {
			return out, err
		}
		if out.end = c.answer; !probe.AsksForInput(c.answer) {
			break
		}
	}
	return out, nil
}

// maxConversation is how many rounds of one request are gone on with.
const maxConversation = 8

func (a *asking) wrongNotTaken() error { return a.taken }
