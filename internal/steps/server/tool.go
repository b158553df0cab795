package server

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// tools is the noun of steps about tools and calls of them.
type tools struct {
	*check
	misfits []misfitCall // calls with wrong arguments
}

// chosenTool is a tool that a Given has found for the steps after it.
type chosenTool struct {
	*check
	trial *probe.Trial // the call that showed what was looked for
}

func toolSteps() []Step {
	return gherkin.Noun("tool", []Step{
		{Keyword: When, Pattern: `each tool that may be called is called`,
			Manual: "once for all checks, with arguments made from its schema; not testable if none may be", Func: (*check).callTools},
		{Keyword: When, Pattern: `the tools that may be called are called`, Manual: "the same; it does not matter if there are none",
			Func: (*check).callToolsIfAny},
		{Keyword: When, Pattern: `each tool that may be called is called without a required argument, and with one of the wrong type`,
			Manual: "as its schema has it; not testable if no schema forbids either", Func: (*tools).callWrong},
		{Keyword: When, Pattern: `each tool that may be called is called with an argument that its schema does not allow`,
			Manual: "if its schema is closed, else not at all", Func: (*tools).callExtra},
		{Keyword: Then, Pattern: `none of the calls succeeds`, Manual: "each is answered with an error, or a result with isError",
			Func: (*tools).callsFail},
		{Keyword: Then, Pattern: `each of the calls is answered with a result`,
			Manual: "and not with an error; one that succeeds is the business of another check", Func: (*tools).callsAreResults},
		{Keyword: Then, Pattern: `structured content conforms to the output schema`,
			Manual: "of each tool that has one; not observed if no call of one succeeds", Func: (*tools).structured},
		{Keyword: Then, Pattern: `structured content is also there as text`,
			Manual: "a text block that is the same JSON; not observed if there is none", Func: (*tools).mirrored},
		{Keyword: Then, Pattern: `no tool has used a capability of the client's`, Manual: "asked for roots, sampling or elicitation",
			Func: (*tools).toolsUsedNothing},
	})
}

// callTools makes the survey. The error says what is missing if no tool may be
// called.
func (w *check) callTools() error {
	if err := w.callToolsIfAny(); err != nil {
		return err
	}
	return w.bench.Survey.None
}

func (w *check) callToolsIfAny() error {
	if err := w.ready(); err != nil {
		return err
	}
	_, err := w.bench.Surveyed()
	return err
}

// survey is what the calls showed.
func (w *check) survey() (*probe.Survey, error) {
	if w.bench.Survey == nil {
		return nil, errors.New("no tool was called: start with a When")
	}
	return w.bench.Survey, nil
}

// blame says what is wrong with a call, and shows it.
func (w *check) blame(t *probe.Trial, format string, args ...any) error {
	w.bench.RecallTrial(t)
	return fmt.Errorf("the tool %q, called with %s: %w", t.Tool.Name, probe.Quote(t.Arguments), fmt.Errorf(format, args...))
}

// misfitCall is a call with arguments that the schema forbids.
type misfitCall struct {
	tool   string
	misfit sample.Misfit
	answer probe.Frame
}

// maxMisfits is how many calls with wrong arguments are made.
const maxMisfits = 24

func (w *tools) callWrong() error {
	if err := w.callWith(sample.Missing, sample.WrongType); err != nil {
		return err
	}
	if len(w.misfits) == 0 {
		return verdict.NotTestable("no tool that may be called has a schema that requires an argument or gives one a type")
	}
	return nil
}

func (w *tools) callExtra() error { return w.callWith(sample.Extra) }

// callWith calls tools with what their schemas forbid for one of these reasons.
func (w *tools) callWith(faults ...sample.Fault) error {
	tools, err := w.callable()
	if err != nil {
		return err
	}
	w.misfits = nil
	for _, t := range tools {
		for _, m := range t.Input.Misfits() {
			if !slices.Contains(faults, m.Fault) || len(w.misfits) == maxMisfits {
				continue
			}
			answer, err := w.c.Call("tools/call", probe.CallOf(t, m.Arguments, ""))
			if err != nil {
				w.trouble = true
				return fmt.Errorf("the tool %q, called with %s although %s: %w", t.Name, probe.Quote(m.Arguments), m, err)
			}
			w.misfits = append(w.misfits, misfitCall{t.Name, m, answer})
		}
	}
	return nil
}

// judgeMisfits returns the first complaint about the calls.
func (w *tools) judgeMisfits(judge func(answer probe.Frame) error) error {
	for _, c := range w.misfits {
		if err := judge(c.answer); err != nil {
			return fmt.Errorf("the tool %q, called with %s although %s: %w: %s", c.tool, probe.Quote(c.misfit.Arguments), c.misfit, err, probe.Quote(c.answer.Raw))
		}
	}
	return nil
}

func (w *tools) callsFail() error {
	return w.judgeMisfits(func(answer probe.Frame) error {
		if r := probe.ResultOf(answer); answer.Failure() == nil && (r == nil || !r.IsError) {
			return errors.New("it succeeds")
		}
		return nil
	})
}

func (w *tools) callsAreResults() error {
	return w.judgeMisfits(func(answer probe.Frame) error {
		if answer.Failure() != nil {
			return errors.New("it is answered with an error of the protocol")
		}
		return nil
	})
}

func (w *tools) structured(s *probe.Survey) error {
	judged := 0
	for _, t := range s.Trials {
		r := t.Result()
		if r == nil || len(t.Tool.Output) == 0 || string(t.Tool.Output) == "null" {
			continue
		}
		schema, err := sample.Compile(t.Tool.Output)
		if err != nil {
			continue // what is wrong with it is the business of another check
		}
		if r.StructuredContent == nil {
			return w.blame(t, "it has an outputSchema, and the result has no structuredContent: %s", probe.Quote(t.Answer.Raw))
		}
		if err := schema.Check(r.StructuredContent); err != nil {
			return w.blame(t, "its structuredContent violates its outputSchema: %w: %s", err, probe.Quote(r.StructuredContent))
		}
		judged++
	}
	if judged == 0 {
		return verdict.NotObserved("no tool that may be called has an outputSchema and succeeds")
	}
	return nil
}

func (w *tools) mirrored(s *probe.Survey) error {
	seen := false
	for _, t := range s.Trials {
		r := t.Result()
		if r == nil || r.StructuredContent == nil {
			continue
		}
		seen = true
		if !r.HasText(r.StructuredContent) {
			return w.blame(t, "no text block is its structuredContent: %s", probe.Quote(t.Answer.Raw))
		}
	}
	if !seen {
		return verdict.NotObserved("no tool that may be called returns structured content")
	}
	return nil
}

func (w *tools) toolsUsedNothing(s *probe.Survey) error {
	for _, f := range s.Frames {
		if f.IsRequest() && slices.Contains(guarded, f.Method()) {
			w.bench.Recall(s.Events)
			return fmt.Errorf("while its tools were called it asked for %s, which the client did not declare: %s", f.Method(), probe.Quote(f.Raw))
		}
	}
	return nil
}
