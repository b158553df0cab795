package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// elicitation is what the user does with forms that servers send.
type elicitation struct {
	noun
	answer func(protocol.ElicitParams) (protocol.ElicitResult, error) // nil: there is no user

	takes time.Duration // to answer

	// Guarded by World.mu.
	asked []string // messages and forms, and those that were taken back
}

func elicitationSteps() []gherkin.Step {
	return gherkin.Noun("elicitation", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the user declines every form`, Manual: "offers forms to servers and answers none",
			Func: (*elicitation).decline},
		{Keyword: gherkin.Given, Pattern: `the user's form fails with "([^"]*)"`, Manual: "offers forms to servers, and the program cannot show them",
			Example: `the user's form fails with "no terminal"`, Func: (*elicitation).fail},
		{Keyword: gherkin.Given, Pattern: `the user answers what servers ask with:`,
			Manual: "fills in every form in the same way, as the result of elicitation/create", Func: (*elicitation).answerWith},
		{Keyword: gherkin.Given, Pattern: `the user takes (\S+) to answer`, Example: `the user takes 10m to answer`, Manual: "thinks about every form for so long, unless it is taken back",
			Func: (*elicitation).take},
		{Keyword: gherkin.Then, Pattern: `the user was asked:`,
			Manual: "compares the questions, one \"<message> <form>\" per line, and \"taken back: <why>\" for each that the user had no time for; nothing if empty",
			Func:   (*elicitation).check},
	})
}

// env lets a runtime ask the user, if there is one.
func (e *elicitation) env(env *host.Env) {
	if e.answer == nil {
		return
	}
	env.Elicit = func(ctx context.Context, p protocol.ElicitParams) (protocol.ElicitResult, error) {
		e.note(strings.TrimSpace(fmt.Sprintf("%s %s", p.Message, p.RequestedSchema)))
		if err := clock.Sleep(ctx, clock.Named(e.ground.clock(), "user"), e.takes); err != nil {
			e.note("taken back: " + err.Error())
			return protocol.ElicitResult{}, err
		}
		return e.answer(p)
	}
}

func (e *elicitation) note(line string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked = append(e.asked, line)
}

func (e *elicitation) take(d time.Duration) error {
	e.takes = d
	return nil
}

func (e *elicitation) answerWith(text *gherkin.DocString) error {
	var result protocol.ElicitResult
	e.answer = func(protocol.ElicitParams) (protocol.ElicitResult, error) { return result, nil }
	return json.Unmarshal([]byte(text.Content), &result)
}

func (e *elicitation) check(want *gherkin.DocString) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return same("what the user was asked", strings.Join(e.asked, "\n"), want.Content)
}

func (e *elicitation) decline() error {
	e.answer = func(protocol.ElicitParams) (protocol.ElicitResult, error) {
		return protocol.ElicitResult{Action: protocol.ElicitDecline}, nil
	}
	return nil
}

func (e *elicitation) fail(text string) error {
	e.answer = func(protocol.ElicitParams) (protocol.ElicitResult, error) {
		return protocol.ElicitResult{}, errors.New(text)
	}
	return nil
}
