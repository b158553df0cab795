package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// roundSteps are about requests that are answered with questions.
func roundSteps() []gherkin.Step {
	return gherkin.Noun("round", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a request that asks for input`, Manual: "a tool that may be called, a prompt or a resource that answers with input_required; not testable if there is none", Func: (*asking).choose},
		{Keyword: gherkin.Given, Pattern: `a request that asks for input, and gives a state`, Manual: "with a requestState", Func: (*asking).chooseState},
		{Keyword: gherkin.Given, Pattern: `a request that asks a user`, Manual: "with elicitation/create", Func: (*asking).chooseUser},
		{Keyword: gherkin.Given, Pattern: `two requests that ask for input, and give states`, Manual: "of different tools, prompts or resources", Func: (*asking).chooseTwo},
		{Keyword: gherkin.When, Pattern: `it is sent by a client that can do nothing`, Manual: "with {} as its clientCapabilities", Func: (*asking).sendUnable},
		{Keyword: gherkin.When, Pattern: `it is sent by a client that can do everything, and then by one that can do nothing`, Manual: "on one connection", Func: (*asking).sendAbleFirst},
		{Keyword: gherkin.When, Pattern: `it is sent by a client that can do nothing, and again with what the error names`, Manual: "data.requiredCapabilities; not observed if there is no error -32021", Func: (*asking).sendNamed},
		{Keyword: gherkin.When, Pattern: `each request that asks for input is sent by a client that has only (\S+)`, Manual: "of those that ask for anything of that kind; a capability, or a part of one",
			Example: "each request that asks for input is sent by a client that has only elicitation.form", Func: (*asking).sendPartly},
		{Keyword: gherkin.Then, Pattern: `none is refused for want of that`, Manual: "with error -32021 and nothing in its requiredCapabilities that the client has not declared; {} of elicitation is forms", Func: (*asking).declaredStill},
		{Keyword: gherkin.When, Pattern: `it is sent on one connection, and its answers on another`, Manual: "over stdio another process of the same command", Func: (*asking).elsewhere},
		{Keyword: gherkin.When, Pattern: `it is sent (\d+) times, and never gone on with`, Manual: "one after the other, and then all lists are read; the same with each request that asks", Example: "it is sent 20 times, and never gone on with", Func: (*asking).abandon},
		{Keyword: gherkin.When, Pattern: `it is gone on with, its state (changed in a value|changed at the end|changed in the middle|cut|made up|replaced by nothing)`, Manual: "with answers of a willing user; one value after the other, until a state is accepted", Example: "it is gone on with, its state cut", Func: (*asking).tamper},
		{Keyword: gherkin.When, Pattern: `it is gone on with, its state made up, and then (changed in a value|changed near the end)`, Manual: "not observed if the server goes on with the one that is made up",
			Example: "it is gone on with, its state made up, and then changed in a value", Func: (*asking).tamperUnlessUnread},
		{Keyword: gherkin.When, Pattern: `it is gone on with, with the state of a request of other arguments`, Manual: "one text of them is another one; not observed if a state that is made up is as good", Func: (*asking).ofOtherArguments},
		{Keyword: gherkin.When, Pattern: `the second one is gone on with, with the state of the first`, Manual: "and with answers to its own questions", Func: (*asking).swap},
		{Keyword: gherkin.When, Pattern: `it is gone on with, (with an answer too many|without answers)`, Manual: "and its state", Example: "it is gone on with, without answers", Func: (*asking).goOn},
		{Keyword: gherkin.When, Pattern: `it is gone on with, with (a number in place of the answers|a number in place of each answer|an unknown action in each answer)`, Manual: "and its state", Example: "it is gone on with, with a number in place of the answers", Func: (*asking).malformed},
		{Keyword: gherkin.When, Pattern: `it is gone on with, and the user answers "(decline|cancel|accept)"`, Manual: "each question, without a content", Example: `it is gone on with, and the user answers "decline"`, Func: (*asking).refuse},
		{Keyword: gherkin.When, Pattern: `it is gone on with, and the user accepts a form with (nothing of what it requires|an object in place of each value)`, Manual: "in one round at a time; not observed if the form allows it, or a user who says no comes to the same",
			Example: "it is gone on with, and the user accepts a form with nothing of what it requires", Func: (*asking).fillInWrong},
		{Keyword: gherkin.Then, Pattern: `it does not come to what a right answer comes to`, Manual: "another result, an error, or one question more", Func: (*asking).wrongNotTaken},
		{Keyword: gherkin.Then, Pattern: `it is no internal error`, Manual: "error -32603, where a user who accepts comes to a result", Func: (*asking).noFailure},
		{Keyword: gherkin.Then, Pattern: `it is not answered with questions`, Manual: "of a kind that needs a capability", Func: notAsked},
		{Keyword: gherkin.Then, Pattern: `none is answered with questions for more than that`, Manual: "in kind and mode", Func: (*asking).askedMore},
		{Keyword: gherkin.Then, Pattern: `an error is -32021, and names the capabilities that are missing`, Manual: "in data.requiredCapabilities; not observed if the server does without", Func: (*asking).missing},
		{Keyword: gherkin.Then, Pattern: `it is answered with questions`, Manual: "a result of the type input_required", Func: asked},
		{Keyword: gherkin.Then, Pattern: `each of them is answered with questions`, Manual: "results of the type input_required", Func: asked},
		{Keyword: gherkin.Then, Pattern: `it comes to the same as on one connection`, Manual: "a result if that was one, or questions", Func: (*asking).same},
		{Keyword: gherkin.Then, Pattern: `it comes to nothing that it did not come to before`, Manual: "it is refused, or the state has changed nothing", Func: (*asking).nothingNew},
		{Keyword: gherkin.Then, Pattern: `it does not succeed`, Manual: "an error, a result with isError, or the question again", Func: doesNotSucceed},
		{Keyword: gherkin.Then, Pattern: `every state is smaller than (\d+) bytes`, Manual: "its JSON", Example: "every state is smaller than 65536 bytes", Func: smallStates},
	})
}

// asking is the round of a check.
type asking struct {
	rounds   []*probe.Round // that are tried one after the other
	round    *probe.Round   // the one that is tried
	question probe.Frame    // the answer that asked, for what goes on with it
	client   string         // the capabilities of a client that can do a part
	taken    error          // a form that was filled in wrong was taken for right; nil = none was
	dropped  string         // the key of a question that was not answered, and is not asked again; "" = none
	asks     int            // how often was asked where each answer was given again and again
	plain    probe.Frame    // what a round came to in which each question was answered once
}

// over does the same with one request that asks after the other, until one is not answered as
// it should be. What cannot be seen with one may be seen with the next.
func (a *asking) over(c *check, do func() error, fine func(probe.Frame) bool) error {
	var unseen error
	seen := false
	for _, r := range a.rounds {
		a.round = r
		err := do()
		if err != nil && verdict.Of(err) != "" {
			unseen = err
			continue
		}
		if seen = true; err != nil || c.err != nil || !fine(c.answer) {
			return err
		}
	}
	if seen {
		return nil
	}
	return unseen
}

// send sends the request, as a client that can do everything.
func (a *asking) send(c *check, params string) error {
	if c.conn == nil {
		if err := c.freshSession(); err != nil {
			return err
		}
	}
	c.conn.Capabilities = probe.AllAbilities
	return c.request(a.round.Method, params)
}

// begin sends the request and keeps what it asks for.
func (a *asking) begin(c *check) error {
	if err := a.send(c, string(a.round.Params)); err != nil {
		return err
	}
	if probe.IsDeaf(c.err) {
		return c.err
	}
	if c.err != nil || !probe.AsksForInput(c.answer) {
		return verdict.NotObserved("%s asks for nothing this time", a.round.What)
	}
	a.question = c.answer
	return nil
}

// follow goes on with the question, and on with those after it.
func (a *asking) follow(c *check, responses map[string]json.RawMessage, state json.RawMessage) error {
	if err := a.send(c, probe.Retry(a.round.Params, responses, state)); err != nil || c.err != nil {
		return err
	}
	for range 8 {
		if !probe.AsksForInput(c.answer) || len(probe.Questions(c.answer)) == 0 || sameQuestions(c.answer, a.question) {
			return nil
		}
		if err := a.send(c, probe.Retry(a.round.Params, probe.Obliging(probe.Questions(c.answer)), probe.State(c.answer))); err != nil || c.err != nil {
			return err
		}
	}
	return nil
}

// sameQuestions reports whether two answers ask for the same. A key may come again in a later
// round, for another question.
func sameQuestions(a, b probe.Frame) bool {
	return maps.EqualFunc(probe.Questions(a), probe.Questions(b), func(x, y json.RawMessage) bool { return canonical(x) == canonical(y) })
}

func (a *asking) sendUnable(c *check) error {
	return a.over(c, func() error { return a.unable(c) }, func(answer probe.Frame) bool {
		missing := a.missing(c, answer)
		return notAsked(answer) == nil && (missing == nil || verdict.Of(missing) != "")
	})
}

func (a *asking) unable(c *check) error {
	c.conn.Capabilities = ""
	return c.request(a.round.Method, string(a.round.Params))
}

func (a *asking) sendAbleFirst(c *check) error {
	return a.over(c, func() error {
		if err := a.begin(c); err != nil {
			return err
		}
		return a.unable(c)
	}, func(answer probe.Frame) bool { return notAsked(answer) == nil })
}

// requiredCapabilities are those that an error names; nil = none.
func requiredCapabilities(answer probe.Frame) json.RawMessage {
	var e struct {
		Data struct{ RequiredCapabilities map[string]json.RawMessage }
	}
	_ = jsonparts.Unmarshal(answer.Members["error"], &e)
	if e.Data.RequiredCapabilities == nil {
		return nil
	}
	text, _ := json.Marshal(e.Data.RequiredCapabilities)
	return text
}

func (a *asking) sendNamed(c *check) error {
	return a.over(c, func() error { return a.asNamed(c) }, probe.AsksForInput)
}

func (a *asking) asNamed(c *check) error {
	if err := a.unable(c); err != nil || c.err != nil {
		return err
	}
	if failure := c.answer.Failure(); failure == nil || failure.Code != "-32021" {
		return verdict.NotObserved("%s is not refused with error -32021", a.round.What)
	}
	required := requiredCapabilities(c.answer)
	if required == nil {
		return verdict.NotObserved("the error names no capabilities")
	}
	c.conn.Capabilities = string(required)
	return c.request(a.round.Method, string(a.round.Params))
}

func (a *asking) missing(c *check, answer probe.Frame) error {
	failure := answer.Failure()
	if failure == nil {
		return verdict.NotObserved("%s does without", a.round.What)
	}
	switch failure.Code {
	case "-32021":
	case "-32002", "-32042":
		return verdict.Because("M-BASE-19", "%s is refused with error %s", a.round.What, failure.Code)
	default:
		return unless(false, answer, "%s is refused with error %s", a.round.What, failure.Code)
	}
	var required map[string]json.RawMessage
	_ = jsonparts.Unmarshal(requiredCapabilities(answer), &required)
	for name := range required {
		if slices.Contains([]string{"roots", "sampling", "elicitation", "extensions"}, name) {
			return nil
		}
	}
	return unless(false, answer, "data.requiredCapabilities names none of what %s needs: %s", a.round.What, strings.Join(a.round.Needs(), ", "))
}

func (a *asking) elsewhere(c *check) error {
	return a.over(c, func() error { return a.goOnElsewhere(c) }, a.likeBefore)
}

// likeBefore reports whether a round has ended as it did at first.
func (a *asking) likeBefore(answer probe.Frame) bool {
	return succeeds(answer) == succeeds(a.round.Final)
}

func (a *asking) goOnElsewhere(c *check) error {
	if err := c.freshSession(); err != nil {
		return err
	}
	if err := a.begin(c); err != nil {
		return err
	}
	if err := c.freshAgain(); err != nil {
		return err
	}
	return a.follow(c, probe.Obliging(probe.Questions(a.question)), probe.State(a.question))
}

func (a *asking) abandon(c *check, n int) error {
	return a.over(c, func() error { return a.abandonOne(c, n) }, probe.AsksForInput)
}

// abandonOne leaves one request open, time after time, and asks for something else then.
func (a *asking) abandonOne(c *check, n int) error {
	if err := readLists(c); err != nil {
		return err
	}
	for i := range n {
		if err := a.send(c, string(a.round.Params)); err != nil || c.err != nil {
			return err
		}
		if !probe.AsksForInput(c.answer) {
			return verdict.NotObservedIf(i == 0 && c.answer.Failure() == nil, "%s asks for nothing this time", a.round.What)
		}
	}
	answer := c.answer
	if err := readLists(c); err != nil { // which they could be before
		return errors.New(err.Error() + fmt.Sprintf(", while %d questions are open", n))
	}
	c.answer = answer
	return nil
}

// readLists reads the first page of each list that is declared.
func readLists(c *check) error {
	for _, l := range c.conn.Promised() {
		if _, err := c.call(l.Method, ""); err != nil {
			return fmt.Errorf("%s: %w", l.Method, err)
		}
	}
	return nil
}

func (a *asking) goOn(c *check, how string) error {
	fine := a.likeBefore
	if how == "without answers" {
		fine = probe.AsksForInput
	}
	return a.over(c, func() error { return a.goOnWith(c, how) }, fine)
}

func (a *asking) goOnWith(c *check, how string) error {
	if err := a.begin(c); err != nil {
		return err
	}
	if how == "without answers" {
		return a.send(c, probe.Retry(a.round.Params, map[string]json.RawMessage{}, probe.State(a.question)))
	}
	responses := probe.Obliging(probe.Questions(a.question))
	responses["mcpsim-nobody-asked"] = json.RawMessage(`{"action":"accept","content":{"mcpsim":"x"}}`)
	return a.follow(c, responses, probe.State(a.question))
}

func (a *asking) malformed(c *check, what string) error {
	return a.over(c, func() error { return a.goOnMalformed(c, what) }, func(answer probe.Frame) bool { return !succeeds(answer) })
}

func (a *asking) goOnMalformed(c *check, what string) error {
	if err := a.begin(c); err != nil {
		return err
	}
	if what == "a number in place of the answers" {
		params := probe.Retry(a.round.Params, map[string]json.RawMessage{}, probe.State(a.question))
		return a.send(c, strings.Replace(params, `"inputResponses":{}`, `"inputResponses":7`, 1))
	}
	value := json.RawMessage("7")
	if what == "an unknown action in each answer" {
		if !slices.Contains(a.round.Needs(), "elicitation") {
			return verdict.NotTestable("%s asks no user", a.round.What)
		}
		value = json.RawMessage(`{"action":"mcpsim"}`)
	}
	responses := map[string]json.RawMessage{}
	for key := range probe.Questions(a.question) {
		responses[key] = value
	}
	return a.send(c, probe.Retry(a.round.Params, responses, probe.State(a.question)))
}

func (a *asking) refuse(c *check, action string) error {
	return a.over(c, func() error { return a.goOnRefused(c, action) }, func(answer probe.Frame) bool {
		return answer.IsResponse() && a.noFailure(answer) == nil
	})
}

func (a *asking) goOnRefused(c *check, action string) error {
	if err := a.begin(c); err != nil {
		return err
	}
	return a.sendRefused(c, action)
}

// sendRefused answers the question for a user who says no.
func (a *asking) sendRefused(c *check, action string) error {
	responses := probe.Obliging(probe.Questions(a.question))
	for key, q := range probe.Questions(a.question) {
		if probe.QuestionMethod(q) == "elicitation/create" {
			responses[key] = json.RawMessage(`{"action":"` + action + `"}`)
		}
	}
	return a.send(c, probe.Retry(a.round.Params, responses, probe.State(a.question)))
}

// succeeds reports whether an answer is a final result without isError.
func succeeds(answer probe.Frame) bool {
	return answer.Members["result"] != nil && !probe.AsksForInput(answer) && !probe.Failed(answer)
}

func (a *asking) noFailure(answer probe.Frame) error {
	failure := answer.Failure()
	return unless(failure == nil || failure.Code != "-32603" || !succeeds(a.round.Final), answer, "the server fails over it")
}

func notAsked(answer probe.Frame) error {
	for _, q := range probe.Questions(answer) {
		if probe.QuestionMethod(q) != "" {
			return unless(false, answer, "it asks for %s", probe.QuestionMethod(q))
		}
	}
	return nil
}

func asked(c *check, answer probe.Frame) error {
	return unless(probe.AsksForInput(answer), answer, "it is not answered with questions")
}

// same judges the outcome by that of the round on one connection.
func (a *asking) same(c *check, answer probe.Frame) error {
	return unless(succeeds(answer) == succeeds(a.round.Final), answer, "it ends otherwise than %s did with the same answers on one connection: that ended with %s", a.round.What, probe.Quote(a.round.Final.Raw))
}

// sameContent compares what two calls have returned.
func sameContent(a, b probe.Frame) bool {
	ra, rb := probe.Page(a), probe.Page(b)
	for _, name := range []string{"content", "structuredContent", "messages", "contents"} {
		if !bytes.Equal(ra[name], rb[name]) && canonical(ra[name]) != canonical(rb[name]) {
			return false
		}
	}
	return true
}

func doesNotSucceed(answer probe.Frame) error {
	return unless(!succeeds(answer), answer, "it succeeds")
}

func smallStates(b *probe.Bench, most int) error {
	all, err := b.Rounds()
	if err != nil {
		return err
	}
	for _, r := range all.All {
		for _, answer := range r.Asks {
			if n := len(probe.State(answer)); n >= most {
				return fmt.Errorf("the state of %s has %d bytes", r.What, n)
			}
		}
	}
	return nil
}
