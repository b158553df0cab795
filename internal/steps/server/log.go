package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// logs is the noun of steps about log messages.
type logs struct{ *check }

func logSteps() []Step {
	return gherkin.Noun("log", []Step{
		{Keyword: When, Pattern: `what a server may log is done`,
			Manual: "lists are read, unknown things asked for, and a few tools called that may be", Func: (*logs).provoke},
		{Keyword: When, Pattern: `what a server may log is done at the levels error and debug`,
			Manual: "the same twice; not testable if a level is refused", Func: (*logs).atLevels},
		{Keyword: Then, Pattern: `log messages come only from a server that declares logging`,
			Manual: "in all checks so far; not observed if none came", Func: (*logs).logDeclared},
		{Keyword: Then, Pattern: `at error nothing less came than errors`, Manual: "not observed if nothing came at debug either",
			Func: (*logs).levelsKept},
	})
}

func (w *logs) logDeclared() error {
	logged := w.bench.Seen.Log()
	switch {
	case logged == nil:
		return verdict.NotObserved("the server sent no log message")
	case !w.c.Declared["logging"]:
		return fmt.Errorf("it does not declare logging, and sends %s", probe.Quote(logged))
	}
	return nil
}

// belowError are the levels that a client at level error has filtered out.
var belowError = []string{"debug", "info", "notice", "warning"}

func (w *logs) atLevels() error {
	w.marks["debugging"] = ""
	for _, level := range []string{"error", "debug"} {
		answer, err := w.c.Call("logging/setLevel", fmt.Sprintf(`{"level":%q}`, level))
		if err != nil {
			w.trouble = true
			return err
		}
		if answer.Members["result"] == nil {
			return verdict.NotTestable("the level %s is refused: %s", level, probe.Quote(answer.Raw))
		}
		begin := w.c.Inbox.Size()
		if err := w.provoke(); err != nil {
			return err
		}
		less := lesserLogs(w.c.Inbox.Since(begin))
		switch {
		case len(less) == 0:
		case level == "error":
			w.err = fmt.Errorf("at the level error it sends %s", probe.Quote(less[0].Raw))
			return nil
		default:
			w.marks["debugging"] = string(less[0].Raw)
		}
	}
	return nil
}

// lesserLogs are the log messages among frames that are no errors.
func lesserLogs(frames []probe.Frame) []probe.Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f probe.Frame) bool {
		var params struct{ Level string }
		_ = json.Unmarshal(f.Members["params"], &params)
		return f.Method() != "notifications/message" || !slices.Contains(belowError, params.Level)
	})
}

// provoked is how many tools are called to make a server log something.
const provoked = 3

// provoke does what a server may log. What it answers is of no interest.
func (w *logs) provoke() error {
	if err := w.exercise(); err != nil {
		return err
	}
	for _, request := range [][2]string{
		{"tools/call", `{"name":"mcpsim_no_such_tool","arguments":{}}`},
		{"resources/read", `{"uri":"mcpsim://no/such/resource"}`},
	} {
		if _, err := w.c.Call(request[0], request[1]); err != nil {
			w.trouble = true
			return err
		}
	}
	return w.callSome(provoked)
}

// callSome calls the first n tools of those that may be called and are quick.
func (w *logs) callSome(n int) error {
	s, err := w.bench.Surveyed()
	if err != nil {
		return err
	}
	for _, t := range s.Trials {
		if t.Err != nil || t.Took > time.Second || n == 0 {
			continue
		}
		n--
		if _, err := w.c.Call("tools/call", probe.CallOf(t.Tool, t.Arguments, "")); err != nil {
			w.trouble = true
			return err
		}
	}
	return nil
}

// callable are the tools that may be called, with arguments that can be made.
func (w *check) callable() ([]probe.Tool, error) {
	if err := w.readList("tools/list"); err != nil {
		return nil, err
	}
	items, err := w.items()
	if err != nil {
		return nil, err
	}
	return w.bench.Usable(items)
}

func (w *logs) levelsKept() error {
	if w.err == nil && w.marks["debugging"] == "" {
		return verdict.NotObserved("the server logs nothing less than errors at the level debug either")
	}
	return w.err
}
