package probe

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

func answerSteps() []Step {
	return gherkin.Noun("answer", []Step{
		{Keyword: Then, Pattern: `it is answered`, Manual: "with a result or an error", Func: (*World).isAnswered},
		{Keyword: Then, Pattern: `the answer is a result`, Manual: "and no error", Func: (*World).isResult},
		{Keyword: Then, Pattern: `the answer is an empty result`, Manual: "a result without members", Func: (*World).isEmptyResult},
		{Keyword: Then, Pattern: `the answer is an error`, Manual: "of any code", Func: (*World).isError},
		{Keyword: Then, Pattern: `the answer is an error or a result with isError`, Manual: "what a call that failed is answered with",
			Func: (*World).isAnyError},
		{Keyword: Then, Pattern: `the answer is the error (-?\d+)`, Manual: "with exactly this code", Example: "the answer is the error -32601",
			Func: (*World).isCode},
		{Keyword: Then, Pattern: `the answer carries the id of its request`, Manual: "the same JSON token, so in value and type",
			Func: (*World).sameID},
		{Keyword: Then, Pattern: `it is answered once`, Manual: "a ping later nothing else has come for it", Func: (*World).once},
		{Keyword: Then, Pattern: `nothing is answered`, Manual: "up to the answer of a ping that follows", Func: (*World).nothing},
		{Keyword: Then, Pattern: `nothing is answered but an error without an id`, Manual: "up to the answer of a ping that follows",
			Func: (*World).nothingButNull},
		{Keyword: Then, Pattern: `nothing succeeds`, Manual: "no result comes up to the answer of a ping that follows",
			Func: (*World).nothingSucceeds},
	})
}

func (w *World) isAnswered() error {
	_, err := w.answered()
	return err
}

func (w *World) isResult() error {
	answer, err := w.answered()
	if err == nil && answer.members["result"] == nil {
		err = fmt.Errorf("the answer is no result: %s", quote(answer.raw))
	}
	return err
}

func (w *World) isEmptyResult() error {
	answer, err := w.answered()
	if err == nil && strings.Join(strings.Fields(string(answer.members["result"])), "") != "{}" {
		err = fmt.Errorf("the answer is not {}: %s", quote(answer.raw))
	}
	return err
}

func (w *World) isError() error {
	answer, err := w.answered()
	if err == nil && answer.failure() == nil {
		err = fmt.Errorf("the answer is no error: %s", quote(answer.raw))
	}
	return err
}

func (w *World) isAnyError() error {
	answer, err := w.answered()
	if err != nil {
		return err
	}
	result := strings.Join(strings.Fields(string(answer.members["result"])), "")
	if answer.failure() == nil && !strings.Contains(result, `"isError":true`) {
		return fmt.Errorf("it succeeds: %s", quote(answer.raw))
	}
	return nil
}

func (w *World) isCode(code string) error {
	answer, err := w.answered()
	switch {
	case err != nil:
		return err
	case answer.failure() == nil:
		return fmt.Errorf("the answer is no error: %s", quote(answer.raw))
	case answer.failure().code != code:
		return fmt.Errorf("the code is %s, want %s: %s", orNothing(answer.failure().code), code, quote(answer.raw))
	}
	return nil
}

func (w *World) sameID() error {
	answer, err := w.answered()
	if err == nil && answer.id() != w.id {
		err = fmt.Errorf("the id is %s, want %s", orNothing(answer.id()), w.id)
	}
	return err
}

// later returns what came since the last thing was sent, up to the answer of a
// ping. What names an earlier request is late and answers something else.
func (w *World) later() ([]frame, error) {
	id := w.bench.nextID()
	if _, err := w.c.request(message("ping", "", id), id); err != nil {
		w.trouble = true
		return nil, fmt.Errorf("a ping afterwards: %w", err)
	}
	var out []frame
	for _, f := range w.c.inbox.since(w.sent) {
		if f.isResponse() && (alike(f.id(), w.id) || !w.c.used(f.id())) {
			out = append(out, f)
		}
	}
	return out, nil
}

func (w *World) once() error {
	if _, err := w.answered(); err != nil {
		return err
	}
	frames, err := w.later()
	if err != nil {
		return err
	}
	n := 0
	for _, f := range frames {
		if alike(f.id(), w.answer.id()) {
			n++
		}
	}
	if n > 1 {
		return fmt.Errorf("%d answers came for one request", n)
	}
	return nil
}

func (w *World) nothing() error {
	return w.onlyAnswers(func(f frame) error { return errors.New("it is answered") })
}

func (w *World) nothingButNull() error {
	return w.onlyAnswers(func(f frame) error {
		if f.failure() != nil && (f.id() == "" || f.id() == "null") {
			return nil
		}
		return errors.New("an answer names a request that was not sent")
	})
}

func (w *World) nothingSucceeds() error {
	return w.onlyAnswers(func(f frame) error {
		if f.failure() != nil {
			return nil
		}
		return errors.New("it succeeds")
	})
}

func (w *World) onlyAnswers(judge func(frame) error) error {
	frames, err := w.later()
	if err != nil {
		return err
	}
	for _, f := range frames {
		if err := judge(f); err != nil {
			return fmt.Errorf("%w: %s", err, quote(f.raw))
		}
	}
	return nil
}
