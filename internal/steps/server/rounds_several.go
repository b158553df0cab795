package server

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// severalSteps are about requests that ask for more than one thing: at once, or one after the
// other.
func severalSteps() []gherkin.Step {
	return gherkin.Noun("round", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a request that asks for several things at once`, Manual: "at first, or later on", Func: (*asking).chooseSeveral},
		{Keyword: gherkin.Given, Pattern: `a request that asks for one thing after the other`, Manual: "whether it comes to an end or not", Func: (*asking).chooseMore},
		{Keyword: gherkin.When, Pattern: `it is gone on with, with one answer too few`, Manual: "of the questions that come together each that is a form with a required member is left out once, three at most; not observed if there is none", Func: (*asking).goOnWithout},
		{Keyword: gherkin.When, Pattern: `it is gone on with, and what was answered is answered again`, Manual: "with the answers to the next questions; a key that comes again is that of the last question", Func: (*asking).goOnRepeating},
		{Keyword: gherkin.Then, Pattern: `what is missing is asked for again`, Manual: "no error, no result, and not what is asked for next", Func: (*asking).askedAgain},
		{Keyword: gherkin.Then, Pattern: `that was not needed`, Manual: "the request comes to its end without it, and to the same result, in which no answer is undefined", Func: (*asking).remembered},
	})
}

func (a *asking) chooseSeveral(b *probe.Bench) error {
	return a.find(b, "no request asks for several things at once, and comes to an end", func(r *probe.Round) bool {
		return several(r) >= 0 && r.Final.Members["result"] != nil
	})
}

// several is the first answer of a round that asks for more than one thing; -1 = none does.
func several(r *probe.Round) int {
	return slices.IndexFunc(r.Asks, func(f probe.Frame) bool { return len(probe.Questions(f)) > 1 })
}

func (a *asking) chooseMore(b *probe.Bench) error {
	return a.find(b, "no request asks for one thing after the other", func(r *probe.Round) bool {
		return len(r.Asks) > 1 && !sameQuestions(r.Asks[0], r.Asks[1])
	})
}

// hasToBeFilled reports whether a question is a form that is not complete without a value: what
// may be left empty, a server may do without.
func hasToBeFilled(question json.RawMessage) bool {
	var form struct{ Required []string }
	_ = jsonparts.Unmarshal(probe.QuestionParams(question)["requestedSchema"], &form)
	return probe.QuestionMethod(question) == "elicitation/create" && len(form.Required) > 0
}

// maxLeftOut is how many answers are left out, one at a time.
const maxLeftOut = 3

func (a *asking) goOnWithout(c *check) error {
	return a.over(c, func() error { return a.leaveOut(c) }, func(probe.Frame) bool { return a.dropped == "" })
}

// leaveOut leaves one answer out after the other, until one is not missed.
func (a *asking) leaveOut(c *check) error {
	questions := probe.Questions(a.round.Asks[several(a.round)])
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(questions)) {
		if hasToBeFilled(questions[key]) && len(keys) < maxLeftOut {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		if err := a.leaveOutOne(c, key); err != nil || c.err != nil || a.dropped != "" {
			return err
		}
	}
	return verdict.NotObservedIf(len(keys) == 0, "of what %s asks for at once nothing has to be filled in", a.round.What)
}

func (a *asking) leaveOutOne(c *check, key string) error {
	at := several(a.round)
	if err := a.begin(c); err != nil {
		return err
	}
	for range at {
		if err := a.send(c, probe.Retry(a.round.Params, probe.Obliging(probe.Questions(c.answer)), probe.State(c.answer))); err != nil || c.err != nil {
			return err
		}
	}
	if probe.Questions(c.answer)[key] == nil {
		return verdict.NotObserved("%s asks for something else this time", a.round.What)
	}
	responses := probe.Obliging(probe.Questions(c.answer))
	delete(responses, key)
	if err := a.send(c, probe.Retry(a.round.Params, responses, probe.State(c.answer))); err != nil || c.err != nil {
		return err
	}
	next := at+1 < len(a.round.Asks) && sameQuestions(c.answer, a.round.Asks[at+1])
	if a.dropped = ""; next || !probe.AsksForInput(c.answer) {
		a.dropped = key
	}
	return nil
}

func (a *asking) askedAgain(answer probe.Frame) error {
	return unless(a.dropped == "", answer, "%s asks for %q together with others, and when only these are answered it does not ask for it again", a.round.What, a.dropped)
}

func (a *asking) goOnRepeating(c *check) error {
	return a.over(c, func() error { return a.repeat(c) }, func(answer probe.Frame) bool { return a.remembered(answer) == nil })
}

// repeat gives each answer in all later rounds, too. The result of a second time without that tells
// whether results are the same at all.
func (a *asking) repeat(c *check) error {
	if a.ends() {
		if err := a.begin(c); err != nil {
			return err
		}
		if err := a.follow(c, probe.Obliging(probe.Questions(a.question)), probe.State(a.question)); err != nil || c.err != nil {
			return err
		}
		a.plain = c.answer
	}
	if err := a.begin(c); err != nil {
		return err
	}
	given := map[string]json.RawMessage{}
	for a.asks = 1; a.asks <= 1+len(a.round.Asks); a.asks++ {
		maps.Copy(given, probe.Obliging(probe.Questions(c.answer)))
		if err := a.send(c, probe.Retry(a.round.Params, given, probe.State(c.answer))); err != nil || c.err != nil || !probe.AsksForInput(c.answer) {
			return err
		}
	}
	return nil
}

// ends reports whether the round has come to a result when it was made first.
func (a *asking) ends() bool { return a.round.Final.Members["result"] != nil }

// placeholder is what programs write in place of a value that is not there, and what nobody
// writes otherwise.
var placeholder = regexp.MustCompile(`\bundefined\b|<nil>|\\u003cnil\\u003e`)

func (a *asking) remembered(answer probe.Frame) error {
	switch {
	case !a.ends():
		return unless(!succeeds(answer), answer, "%s asks for ever, for what was answered too, and comes to an end once each answer is given again", a.round.What)
	case succeeds(answer) && a.asks < len(a.round.Asks):
		return unless(false, answer, "%s asks %d times, for what was answered too, and only %d times if each answer is given again", a.round.What, len(a.round.Asks), a.asks)
	case sameContent(a.round.Final, a.plain) && succeeds(answer) && !sameContent(a.plain, answer):
		return unless(false, answer, "%s comes to another result once what was answered is answered again, than without: %s", a.round.What, probe.Quote(a.plain.Raw))
	}
	content := string(probe.Page(a.plain)["content"]) + string(probe.Page(a.plain)["messages"])
	said := placeholder.FindString(content)
	return unless(said == "", a.plain, "of what was answered %s says %q", a.round.What, said)
}
