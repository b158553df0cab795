package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/probe/form"
	"github.com/mcpsim/mcpsim/internal/probe/sample"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

func toolSteps() []gherkin.Step {
	return gherkin.Noun("tool", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `its tools can be called`, Manual: "not testable if every call is answered with -32601, which is the business of another check",
			Func: toolsCallable},
		{Keyword: gherkin.When, Pattern: `each tool that may be called is called`,
			Manual: "once for all checks, with arguments made from its schema; not testable if none may be", Func: callTools},
		{Keyword: gherkin.When, Pattern: `the tools that may be called are called`, Manual: "the same; it does not matter if there are none", Func: callToolsIfAny},
		{Keyword: gherkin.When, Pattern: `each tool that may be called is called without a required argument, and with one of the wrong type`,
			Manual: "as its schema has it; not testable if no schema forbids either", Func: (*misfits).callWrong},
		{Keyword: gherkin.When, Pattern: `each fast tool is called rightly, and then without a required argument, and with one of the wrong type`,
			Manual: "of those that may be called and succeed, 8 at most; not testable if no schema forbids either", Func: (*misfits).callBehind},
		{Keyword: gherkin.When, Pattern: `each tool that may be called is called with null in place of its arguments`,
			Manual: "those that require one; not testable if none does", Func: (*misfits).callWithNull},
		{Keyword: gherkin.When, Pattern: `each tool that may be called is called with a value that its schema does not allow`,
			Manual: "not among its choices, below its minimum, above its maximum, empty, too long, or against its pattern; not testable if no schema forbids any", Func: (*misfits).callNotAllowed},
		{Keyword: gherkin.When, Pattern: `each tool that may be called is called with an argument that its schema does not allow`,
			Manual: "if its schema is closed, else not at all", Func: (*misfits).callExtra},
		{Keyword: gherkin.Then, Pattern: `none of the calls succeeds`, Manual: "each is answered with an error, or a result with isError", Func: (*misfits).fail},
		{Keyword: gherkin.Then, Pattern: `each of the calls is answered with a result`,
			Manual: "and not with an error; one that fails says why, and one that succeeds is the business of another check", Func: (*misfits).areResults},
		{Keyword: gherkin.Then, Pattern: `what a tool fails of is told in a result`,
			Manual: "and not with error -32603, or a code that JSON-RPC leaves to programs; not testable if no tool has a result at all", Func: toldInResults},
		{Keyword: gherkin.Then, Pattern: `structured content conforms to the output schema`,
			Manual: "of each tool that has one, also when a fast one is called twice more, and with other arguments, 8 of them at most; not observed if no call of one succeeds", Func: (*check).structured},
		{Keyword: gherkin.Then, Pattern: `structured content is also there as text`,
			Manual: "a text block that is the same JSON, also when a fast one is called again, 8 of them at most; not observed if there is none", Func: (*check).mirrored},
		{Keyword: gherkin.Then, Pattern: `no tool has used a capability of the client's`, Manual: "asked for roots, sampling or elicitation", Func: toolsUsedNothing},
	})
}

// callTools makes the survey. The error says what is missing if no tool may be
// called.
func callTools(b *probe.Bench) error {
	s, err := b.Survey()
	if err != nil {
		return err
	}
	return s.None
}

// toolsCallable passes where no tool may be called: then nothing speaks against it.
func toolsCallable(b *probe.Bench) error {
	s, err := b.Survey()
	if err != nil || s.None != nil {
		return err
	}
	return verdict.NotTestableIf(len(s.Trials) > 0 && countUnknown(s) == len(s.Trials), "tools/call is an unknown method: see %s", listsCheck)
}

func callToolsIfAny(b *probe.Bench) error {
	_, err := b.Survey()
	return err
}

// blame says what is wrong with a call, and shows it.
func blame(b *probe.Bench, t *probe.Trial, format string, args ...any) error {
	if result := t.Answer.Members["result"]; len(result) > 0 && result[0] != '{' {
		return verdict.Because(shapeCheck, "the tool %q is answered with the result %s, which is no object", t.Tool.Name, probe.Quote(result))
	}
	b.RecallTrial(t)
	return fmt.Errorf("the tool %q, called with %s: %w", t.Tool.Name, probe.Quote(t.Arguments), fmt.Errorf(format, args...))
}

// callable are the tools that may be called, with arguments that can be made.
func (c *check) callable() ([]probe.Tool, error) {
	if err := c.readList("tools/list"); err != nil {
		return nil, err
	}
	items, err := c.items()
	if err != nil {
		return nil, err
	}
	return c.bench.Usable(items)
}

// misfits are calls with arguments that the schemas of the tools forbid.
type misfits []misfit

type misfit struct {
	call   string // for a complaint
	tool   string
	fault  sample.Fault
	answer probe.Frame
}

// maxMisfits is how many calls with wrong arguments are made.
const maxMisfits = 24

func (all *misfits) callWrong(c *check) error {
	if err := all.callWith(c, sample.Missing, sample.WrongType); err != nil {
		return err
	}
	return verdict.NotTestableIf(len(*all) == 0, "no tool that may be called has a schema that requires an argument or gives one a type")
}

func (all *misfits) callWithNull(c *check) error {
	if err := all.callWith(c, sample.NoObject); err != nil {
		return err
	}
	return verdict.NotTestableIf(len(*all) == 0, "no tool that may be called requires an argument")
}

func (all *misfits) callNotAllowed(c *check) error {
	if err := all.callWith(c, sample.NotAllowed); err != nil {
		return err
	}
	return verdict.NotTestableIf(len(*all) == 0, "no tool that may be called has a schema that limits a value")
}

func (all *misfits) callExtra(c *check) error { return all.callWith(c, sample.Extra) }

// callWith calls tools with what their schemas forbid for one of these reasons.
func (all *misfits) callWith(c *check, faults ...sample.Fault) error {
	tools, err := c.callable()
	if err != nil {
		return err
	}
	*all = nil
	c.conn.Misfits(true)
	defer c.conn.Misfits(false)
	planned := plan(tools, faults)
	for _, m := range planned[:min(len(planned), maxMisfits)] {
		call := fmt.Sprintf("the tool %q, called with %s although %s", m.tool.Name, probe.Quote(m.Arguments), m)
		answer, err := c.conn.Call("tools/call", probe.CallOf(m.tool, m.Arguments, ""))
		if err != nil {
			c.trouble = true
			return fmt.Errorf("%s: %w", call, err)
		}
		*all = append(*all, misfit{call, m.tool.Name, m.Fault, answer})
	}
	return nil
}

// callBehind calls tools as their schemas have it before each call that they forbid: what has looked at
// arguments once may not look again.
func (all *misfits) callBehind(c *check, s *probe.Survey) error {
	*all = nil
	c.conn.Misfits(true)
	defer c.conn.Misfits(false)
	tried := map[string]bool{}
	for _, t := range s.Trials {
		if tried[t.Tool.Name] || len(tried) == structuredAgain || t.Took > structuredFast || t.Result() == nil {
			continue
		}
		for _, m := range plan([]probe.Tool{t.Tool}, []sample.Fault{sample.Missing, sample.WrongType}) {
			if tried[t.Tool.Name] = true; m.nth > 0 {
				break
			}
			answer, err := c.behind(t, m)
			if err != nil {
				return err
			}
			call := fmt.Sprintf("the tool %q, called with %s, and then with %s although %s", t.Tool.Name, probe.Quote(t.Arguments), probe.Quote(m.Arguments), m)
			*all = append(*all, misfit{call, t.Tool.Name, m.Fault, answer})
		}
	}
	return verdict.NotTestableIf(len(*all) == 0, "no tool that may be called and succeeds has a schema that requires an argument or gives one a type")
}

// behind makes a right call, and then a wrong one. That this has no answer is the business of another
// example.
func (c *check) behind(t *probe.Trial, m planned) (probe.Frame, error) {
	right, err := c.conn.Call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
	if err != nil {
		c.trouble = true
		return right, fmt.Errorf("the tool %q, called again: %w", t.Tool.Name, err)
	}
	patience := min(probe.TrialTime, c.conn.Patience())
	p, err := c.conn.Start("tools/call", probe.CallOf(t.Tool, m.Arguments, ""), patience+time.Second)
	if err != nil {
		return right, err
	}
	defer p.Drop()
	answer, err := p.Await(patience)
	if err != nil {
		c.trouble = true
		return answer, verdict.NotObserved("a call with wrong arguments has no answer: %s", err)
	}
	return answer, nil
}

// planned is a misfit of a tool; nth counts those of the same fault.
type planned struct {
	sample.Misfit
	tool probe.Tool
	nth  int
}

// plan is every misfit with one of the faults: first one of each tool and fault.
func plan(tools []probe.Tool, faults []sample.Fault) (out []planned) {
	first := 0
	for _, t := range tools {
		if first >= maxMisfits {
			break // of the others none is made
		}
		nth := map[sample.Fault]int{}
		for _, m := range t.Input.Misfits() {
			if slices.Contains(faults, m.Fault) {
				out = append(out, planned{m, t, nth[m.Fault]})
				if nth[m.Fault]++; nth[m.Fault] == 1 {
					first++
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b planned) int { return cmp.Compare(a.nth, b.nth) })
	return out
}

func (all *misfits) fail() error {
	for _, m := range *all {
		if flag := probe.Page(m.answer)["isError"]; flag != nil && !slices.Contains([]string{"true", "false"}, string(flag)) {
			return verdict.Because("TOOL-10", "%s: isError is %s", m.call, flag)
		}
		if other := form.Misspelled(probe.Page(m.answer), "isError"); other != "" {
			return verdict.Because("TOOL-10", "%s: its result %s", m.call, other)
		}
		if !probe.Failed(m.answer) {
			return refused(false, m.answer, "%s: it succeeds", m.call)
		}
	}
	return nil
}

func (all *misfits) areResults(b *probe.Bench) error {
	judged := 0
	for _, m := range *all {
		failure := m.answer.Failure()
		switch {
		case m.answer.IsUnknownMethod():
			return verdict.Because(listsCheck, "tools/call is answered with %s", probe.Quote(m.answer.Raw))
		case failure != nil && failure.Code == "-32020": // a header cannot repeat what is of the wrong type
		case failure != nil && failure.Code != "-32602" && failsAnyway(b, m.answer): // it blames no arguments
			continue
		case failure != nil:
			return unless(false, m.answer, "%s: it is answered with an error of the protocol", m.call)
		case probe.Failed(m.answer) && saysNothing(m.answer):
			return unless(false, m.answer, "%s: it fails, and its result does not say what is wrong", m.call)
		}
		judged++
	}
	return verdict.NotObservedIf(judged == 0 && len(*all) > 0, "calls with right arguments fail in the same way")
}

// saysNothing reports whether a result has neither contents nor structured content.
func saysNothing(answer probe.Frame) bool {
	its := probe.Page(answer)
	var blocks []json.RawMessage
	return jsonparts.Unmarshal(its["content"], &blocks) == nil && len(blocks) == 0 && its["structuredContent"] == nil
}

// failsAnyway reports whether a call with right arguments was answered with the same error:
// what the tool needs is not there, and its arguments were not looked at.
func failsAnyway(b *probe.Bench, answer probe.Frame) bool {
	s, err := b.Survey()
	return err == nil && slices.ContainsFunc(s.Trials, func(t *probe.Trial) bool {
		return t.Err == nil && string(t.Answer.Members["error"]) == string(answer.Members["error"])
	})
}

// isObjectSchema reports whether a schema is of objects, as all of tools have to be.
func isObjectSchema(raw json.RawMessage) bool {
	var schema map[string]json.RawMessage
	return jsonparts.Unmarshal(raw, &schema) == nil && probe.Text(schema["type"]) == "object"
}

// wellFormed are the calls whose results have the form of one: what is wrong with the others
// is the business of another check.
func wellFormed(s *probe.Survey, b *probe.Bench) []*probe.Trial {
	return slices.DeleteFunc(slices.Clone(s.Trials), func(t *probe.Trial) bool {
		return t.Result() != nil && form.Result(b.IsModern(), "tools/call", t.Answer.Members["result"]) != nil
	})
}

// mirrored judges the calls of the survey, and then these again: a text may be that of a call before.
func (c *check) mirrored(s *probe.Survey, b *probe.Bench) error {
	returning := slices.DeleteFunc(wellFormed(s, b), func(t *probe.Trial) bool { return t.Result() == nil || t.Result().StructuredContent == nil })
	unmirrored := func(tell func(*probe.Bench, *probe.Trial, string, ...any) error) func(*probe.Trial) error {
		return func(t *probe.Trial) error {
			if r := t.Result(); r == nil || r.StructuredContent == nil || r.HasText(r.StructuredContent) {
				return nil
			}
			if wrong := conforming([]*probe.Trial{t}, b, tell); wrong != nil && verdict.Of(wrong) == "" {
				return verdict.Because("TOOL-06", "%s", wrong)
			}
			return tell(b, t, "no text block is its structuredContent: %s", probe.Quote(t.Answer.Raw))
		}
	}
	err := each(returning, "no tool that may be called returns structured content", unmirrored(blame))
	if err == nil {
		err = c.calledAgain(returning, b, unmirrored(c.blameAgain))
	}
	if wrong := structured(s, b); err != nil && verdict.Of(err) == "" && wrong != nil && verdict.Of(wrong) == "" {
		return verdict.Because("TOOL-06", "%s", wrong)
	}
	return err
}

func toolsUsedNothing(s *probe.Survey, b *probe.Bench) error {
	for _, f := range s.Frames {
		if f.IsRequest() && slices.Contains(guarded, f.Method()) {
			b.Recall(s.Events)
			return unless(false, f, "while its tools were called it asked for %s, which the client did not declare", f.Method())
		}
	}
	return nil
}

// chosen is the call of the survey that showed what a Given looked for, for the
// steps after it to repeat.
type chosen struct{ trial *probe.Trial }

// trial is the call that was chosen.
type trial struct{ *probe.Trial }

func (t *chosen) called() (trial, error) {
	if t.trial == nil {
		return trial{}, errors.New("there is no session, or no tool to call: start with a Given")
	}
	return trial{t.trial}, nil
}

// choose takes the fastest of the calls that show what is looked for.
func (t *chosen) choose(b *probe.Bench, shows func(*probe.Trial) bool, none string) error {
	if err := callTools(b); err != nil {
		return err
	}
	s, err := b.Survey()
	if err != nil {
		return err
	}
	for _, one := range s.Trials {
		if shows(one) && one.Before(t.trial, func(than *probe.Trial) bool { return than.Err != nil || one.Err == nil && one.Took < than.Took }) {
			t.trial = one
		}
	}
	return verdict.NotTestableIf(t.trial == nil, "none of the tools called %s: %s", none, s.CalledTools())
}
