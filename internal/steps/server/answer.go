package server

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
)

// answers is the noun of steps about an answer, and what came since the request.
type answers struct{ *check }

func answerSteps() []Step {
	return gherkin.Noun("answer", []Step{
		{Keyword: Then, Pattern: `it is answered`, Manual: "with a result or an error", Func: (*check).isAnswered},
		{Keyword: Then, Pattern: `the answer is a result`, Manual: "and no error", Func: (*check).isResult},
		{Keyword: Then, Pattern: `the answer is an empty result`, Manual: "a result without members", Func: (*answers).isEmptyResult},
		{Keyword: Then, Pattern: `the answer is an error`, Manual: "of any code", Func: (*answers).isError},
		{Keyword: Then, Pattern: `the answer is an error or a result with isError`, Manual: "what a call that failed is answered with",
			Func: (*answers).isAnyError},
		{Keyword: Then, Pattern: `the answer is the error (-?\d+)`, Manual: "with exactly this code", Example: "the answer is the error -32601",
			Func: (*check).isCode},
		{Keyword: Then, Pattern: `the answer carries the id of its request`, Manual: "the same JSON token, so in value and type",
			Func: (*answers).sameID},
		{Keyword: Then, Pattern: `it is answered once`, Manual: "a ping later nothing else has come for it", Func: (*answers).once},
		{Keyword: Then, Pattern: `nothing is answered`, Manual: "up to the answer of a ping that follows", Func: (*answers).nothing},
		{Keyword: Then, Pattern: `nothing is answered but an error without an id`, Manual: "up to the answer of a ping that follows",
			Func: (*answers).nothingButNull},
		{Keyword: Then, Pattern: `nothing succeeds`, Manual: "no result comes up to the answer of a ping that follows",
			Func: (*answers).nothingSucceeds},
	})
}

func (w *check) isAnswered() error {
	_, err := w.answered()
	return err
}

func (w *check) isResult(answer probe.Frame) error {
	if answer.Members["result"] == nil {
		return fmt.Errorf("the answer is no result: %s", probe.Quote(answer.Raw))
	}
	return nil
}

func (w *answers) isEmptyResult(answer probe.Frame) error {
	if strings.Join(strings.Fields(string(answer.Members["result"])), "") != "{}" {
		return fmt.Errorf("the answer is not {}: %s", probe.Quote(answer.Raw))
	}
	return nil
}

func (w *answers) isError(answer probe.Frame) error {
	if answer.Failure() == nil {
		return fmt.Errorf("the answer is no error: %s", probe.Quote(answer.Raw))
	}
	return nil
}

func (w *answers) isAnyError(answer probe.Frame) error {
	result := strings.Join(strings.Fields(string(answer.Members["result"])), "")
	if answer.Failure() == nil && !strings.Contains(result, `"isError":true`) {
		return fmt.Errorf("it succeeds: %s", probe.Quote(answer.Raw))
	}
	return nil
}

func (w *check) isCode(code string) error {
	answer, err := w.answered()
	switch {
	case err != nil:
		return err
	case answer.Failure() == nil:
		return fmt.Errorf("the answer is no error: %s", probe.Quote(answer.Raw))
	case answer.Failure().Code != code:
		return fmt.Errorf("the code is %s, want %s: %s", probe.OrNothing(answer.Failure().Code), code, probe.Quote(answer.Raw))
	}
	return nil
}

func (w *answers) sameID(answer probe.Frame) error {
	if answer.ID() != w.id {
		return fmt.Errorf("the id is %s, want %s", probe.OrNothing(answer.ID()), w.id)
	}
	return nil
}

// later returns what came since the last thing was sent, up to the answer of a
// ping. What names an earlier request is late and answers something else.
func (w *answers) later() ([]probe.Frame, error) {
	id := w.bench.NextID()
	if _, err := w.c.Request(probe.Message("ping", "", id), id); err != nil {
		w.trouble = true
		return nil, fmt.Errorf("a ping afterwards: %w", err)
	}
	var out []probe.Frame
	for _, f := range w.c.Inbox.Since(w.sent) {
		if f.IsResponse() && (probe.Alike(f.ID(), w.id) || !w.c.Used(f.ID())) {
			out = append(out, f)
		}
	}
	return out, nil
}

func (w *answers) once() error {
	if _, err := w.answered(); err != nil {
		return err
	}
	frames, err := w.later()
	if err != nil {
		return err
	}
	n := 0
	for _, f := range frames {
		if probe.Alike(f.ID(), w.answer.ID()) {
			n++
		}
	}
	if n > 1 {
		return fmt.Errorf("%d answers came for one request", n)
	}
	return nil
}

func (w *answers) nothing() error {
	return w.onlyAnswers(func(f probe.Frame) error { return errors.New("it is answered") })
}

func (w *answers) nothingButNull() error {
	return w.onlyAnswers(func(f probe.Frame) error {
		if f.Failure() != nil && (f.ID() == "" || f.ID() == "null") {
			return nil
		}
		return errors.New("an answer names a request that was not sent")
	})
}

func (w *answers) nothingSucceeds() error {
	return w.onlyAnswers(func(f probe.Frame) error {
		if f.Failure() != nil {
			return nil
		}
		return errors.New("it succeeds")
	})
}

func (w *answers) onlyAnswers(judge func(probe.Frame) error) error {
	frames, err := w.later()
	if err != nil {
		return err
	}
	for _, f := range frames {
		if err := judge(f); err != nil {
			return fmt.Errorf("%w: %s", err, probe.Quote(f.Raw))
		}
	}
	return nil
}
