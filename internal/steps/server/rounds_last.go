package server

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// lastSteps are about the last of the questions that a request asks one after the other, and about
// what it needs for them.
func lastSteps() []gherkin.Step {
	return gherkin.Noun("round", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a request that asks a user for one thing after the other`, Manual: "and comes to an end", Func: (*asking).chooseLast},
		{Keyword: gherkin.When, Pattern: `it is gone on with up to its last question, and the user answers "(decline|cancel)"`,
			Manual: "to that one, and is willing before", Example: `it is gone on with up to its last question, and the user answers "decline"`, Func: (*asking).refuseLast},
		{Keyword: gherkin.Then, Pattern: `an error -32021 names nothing that is not needed`, Manual: "in data.requiredCapabilities: a client that has only what is asked for is not served; not observed without such an error", Func: (*asking).onlyNeeded},
	})
}

func (a *asking) chooseLast(b *probe.Bench) error {
	return a.find(b, "no request asks a user for one thing after the other, and comes to an end", func(r *probe.Round) bool {
		if len(r.Asks) < 2 || r.Final.Members["result"] == nil {
			return false
		}
		for _, q := range probe.Questions(r.Asks[len(r.Asks)-1]) {
			if probe.QuestionMethod(q) == "elicitation/create" {
				return true
			}
		}
		return false
	})
}

func (a *asking) refuseLast(c *check, action string) error {
	return a.over(c, func() error { return a.lastRefused(c, action) }, func(answer probe.Frame) bool {
		return answer.IsResponse() && a.noFailure(answer) == nil
	})
}

func (a *asking) lastRefused(c *check, action string) error {
	if err := a.begin(c); err != nil {
		return err
	}
	for range len(a.round.Asks) - 1 {
		if err := a.send(c, probe.Retry(a.round.Params, probe.Obliging(probe.Questions(c.answer)), probe.State(c.answer))); err != nil || c.err != nil {
			return err
		}
		if !probe.AsksForInput(c.answer) {
			return verdict.NotObserved("%s asks for less this time", a.round.What)
		}
	}
	a.question = c.answer
	return a.sendRefused(c, action)
}

// onlyNeeded tries what an error names beside what the request asks for: a client without that is
// not served either, if it is needed.
func (a *asking) onlyNeeded(c *check, answer probe.Frame) error {
	var required map[string]json.RawMessage
	if failure := answer.Failure(); failure == nil || failure.Code != "-32021" || jsonparts.Unmarshal(requiredCapabilities(answer), &required) != nil {
		return verdict.NotObserved("%s is not refused with error -32021 that names capabilities", a.round.What)
	}
	needs, least := a.round.Needs(), map[string]json.RawMessage{}
	for _, name := range needs {
		least[name] = json.RawMessage("{}")
	}
	for _, name := range slices.Sorted(maps.Keys(required)) {
		if slices.Contains(needs, name) {
			continue
		}
		declared, _ := json.Marshal(least)
		c.conn.Capabilities = string(declared)
		if err := c.request(a.round.Method, string(a.round.Params)); err != nil || c.err != nil {
			return err
		}
		return unless(!probe.AsksForInput(c.answer), answer, "%q is named, and a client that has only %s is served, too", name, declared)
	}
	return nil
}
