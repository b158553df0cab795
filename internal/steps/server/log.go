package server

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/jsonparts"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// levels are the first messages that are less than an error, by the level that the
// client had chosen; nil = none.
type levels struct {
	atError, atDebug []byte
	errors           [2]int // messages of the level error, at each
	more             int    // messages above it, at error
	below            error  // the first message that is less than the level that was set; nil = none
	atLowest         int    // messages at the level debug, of a call at each level
}

func logSteps() []gherkin.Step {
	return gherkin.Noun("log", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `what a server may log is done`,
			Manual: "at the level debug, if it can be set: lists are read, unknown things asked for, and a few tools called that may be, first those that log", Func: (*check).provokeAll},
		{Keyword: gherkin.When, Pattern: `what a server may log is done at the levels error and debug`,
			Manual: "the same twice, at error while another HTTP session is at debug; not testable if a level is refused", Func: (*levels).provoke},
		{Keyword: gherkin.When, Pattern: `a tool that logs is called at each level`, Manual: "of those that may be called, the one that logs most, at error while another HTTP session is at debug; not observed if none logs, not testable if a level is refused", Func: (*levels).provokeEach},
		{Keyword: gherkin.Then, Pattern: `at each level nothing less came`, Manual: "not observed if nothing came at the level debug either", Func: (*levels).keptEach},
		{Keyword: gherkin.Then, Pattern: `each log level can be set, and then the one that most servers begin with`, Manual: "info, two times", Func: (*check).setLevels},
		{Keyword: gherkin.Then, Pattern: `log messages come only from a server that declares logging`,
			Manual: "in all checks so far; not observed if none came", Func: logDeclared},
		{Keyword: gherkin.Then, Pattern: `what a call logs comes to no other session`,
			Manual: "that is listened to; a call that logs is made twice, and a message told that comes to another session each time and not in between; not observed if none logs", Func: notOverheard},
		{Keyword: gherkin.Then, Pattern: `at error nothing less came than errors`, Manual: "and no error was left out where more than errors came; not observed if nothing came at debug either", Func: (*levels).kept},
	})
}

// setLevels sets one level after the other in one session.
func (c *check) setLevels() error {
	for i, level := range append(slices.Clone(probe.LogLevels), "info", "info") {
		answer, err := c.call("logging/setLevel", fmt.Sprintf(`{"level":%q}`, level))
		switch {
		case err != nil:
			return err
		case answer.Failure() == nil:
		case answer.IsUnknownMethod() && c.conn.DeclaresEmpty("logging"):
			return verdict.Because("LIFE-14", "logging/setLevel is unknown")
		case i == 0 && c.refusesLoud(answer.Failure().Code):
			return verdict.Because("LOG-02", "the level %s is refused like an unknown one: %s", level, probe.Quote(answer.Raw))
		case i >= len(probe.LogLevels):
			return unless(false, answer, "the level %s is set once, and a second time it is refused", level)
		default:
			return unless(false, answer, "the level %s is refused", level)
		}
	}
	return nil
}

// refusesLoud reports whether a level that there is not is refused with a code, and a wrong one.
func (c *check) refusesLoud(code string) bool {
	answer, err := c.call("logging/setLevel", `{"level":"loud"}`)
	failure := answer.Failure()
	return err == nil && failure != nil && failure.Code == code && code != "-32602"
}

const sentNoLog = "the server sent no log message"

func logDeclared(c *probe.Conn, b *probe.Bench) error {
	return each(b.Logs(), sentNoLog, func(f probe.Frame) error {
		return unless(c.Declares("logging"), f, "it does not declare logging, and sends")
	})
}

// belowError are the levels that a client at level error has filtered out.
var belowError = []string{"debug", "info", "notice", "warning"}

// provoke stops at what comes at the level error and is less.
func (l *levels) provoke(c *check) error {
	for _, level := range []string{"error", "debug"} {
		answer, err := c.call("logging/setLevel", fmt.Sprintf(`{"level":%q}`, level))
		if err != nil {
			return err
		}
		if answer.Members["result"] == nil {
			return verdict.NotTestable("the level %s is refused: %s", level, probe.Quote(answer.Raw))
		}
		if level == "error" {
			if err := c.otherLevel("debug"); err != nil {
				return err
			}
		}
		begin := c.conn.Size()
		if err := c.provoke(); err != nil {
			return err
		}
		less := lesserLogs(c.conn.From(begin))
		at := c.logsAt(begin)
		if level == "error" {
			l.errors[0] = at["error"]
			l.more = at["critical"] + at["alert"] + at["emergency"]
		} else {
			l.errors[1] = at["error"]
		}
		switch {
		case len(less) == 0:
		case level == "error":
			l.atError = less[0].Raw
			return nil
		default:
			l.atDebug = less[0].Raw
		}
	}
	return nil
}

// logsAt counts the log messages since begin, by level.
func (c *check) logsAt(begin int) map[string]int {
	out := map[string]int{}
	for _, f := range c.conn.From(begin) {
		if f.Method() == "notifications/message" {
			out[probe.Text(f.Param("level"))]++
		}
	}
	return out
}

// provokeEach calls a tool that logs at each level, the lowest first.
func (l *levels) provokeEach(c *check, s *probe.Survey) error {
	logging := slices.DeleteFunc(slices.Clone(s.Trials), func(t *probe.Trial) bool { return t.Err != nil || len(t.Logs()) == 0 })
	if len(logging) == 0 {
		return verdict.NotObserved("no tool that may be called logs anything")
	}
	chatty := slices.MaxFunc(logging, func(a, b *probe.Trial) int { return cmp.Compare(len(a.Logs()), len(b.Logs())) })
	for i, level := range probe.LogLevels {
		answer, err := c.call("logging/setLevel", fmt.Sprintf(`{"level":%q}`, level))
		if err != nil {
			return err
		}
		if answer.Members["result"] == nil {
			return verdict.NotTestable("the level %s is refused: %s", level, probe.Quote(answer.Raw))
		}
		if level == "error" { // which is that of no other session
			if err := c.otherLevel("debug"); err != nil {
				return err
			}
		}
		begin := c.conn.Size()
		if _, err := c.call("tools/call", probe.CallOf(chatty.Tool, chatty.Arguments, "")); err != nil {
			return err
		}
		for _, f := range c.conn.From(begin) {
			at := slices.Index(probe.LogLevels, probe.Text(f.Param("level")))
			switch {
			case f.Method() != "notifications/message":
			case i == 0:
				l.atLowest++
			case at >= 0 && at < i && l.below == nil:
				l.below = unless(false, f, "at the level %s it sends", level)
			}
		}
	}
	return nil
}

func (l *levels) keptEach() error {
	return cmp.Or(l.below, verdict.NotObservedIf(l.atLowest == 0, "the tool logs nothing at the level debug"))
}

// otherLevel sets the level of another session of the same server.
func (c *check) otherLevel(level string) error {
	if c.conn.Session == "" {
		return nil
	}
	other, err := c.bench.Connect()
	if err != nil {
		return err
	}
	defer c.bench.Retire(other)
	if err := other.Handshake(""); err != nil {
		return nil // which is the business of another check
	}
	_, err = other.Call("logging/setLevel", fmt.Sprintf(`{"level":%q}`, level))
	return err
}

// lesserLogs are the log messages among frames that are no errors.
func lesserLogs(frames []probe.Frame) []probe.Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f probe.Frame) bool {
		var params struct{ Level string }
		_ = jsonparts.Unmarshal(f.Members["params"], &params)
		return f.Method() != "notifications/message" || !slices.Contains(belowError, params.Level)
	})
}

// provoked is how many tools are called to make a server log something.
const provoked = 3

// provokeAll does what a server may log, for a client that wants to know everything. Many
// servers log nothing before they are told a level, and some that take one do not say so.
func (c *check) provokeAll() error {
	if _, err := c.call("logging/setLevel", `{"level":"debug"}`); err != nil {
		return err
	}
	return c.provoke()
}

// provoke does what a server may log. What it answers is of no interest.
func (c *check) provoke() error {
	if err := exercise(c.conn, c.bench); err != nil {
		return err
	}
	if _, err := c.call("tools/call", `{"name":"mcpsim_no_such_tool","arguments":{}}`); err != nil {
		return err
	}
	if _, err := c.call("resources/read", `{"uri":"mcpsim://no/such/resource"}`); err != nil {
		return err
	}
	s, err := c.bench.Survey()
	if err != nil {
		return err
	}
	quick := slices.DeleteFunc(slices.Clone(s.Trials), func(t *probe.Trial) bool { return t.Err != nil || t.Took > time.Second })
	slices.SortStableFunc(quick, func(a, b *probe.Trial) int { return cmp.Compare(len(b.Logs()), len(a.Logs())) })
	for _, t := range quick[:min(len(quick), provoked)] {
		if _, err := c.call("tools/call", probe.CallOf(t.Tool, t.Arguments, "")); err != nil {
			return err
		}
	}
	return nil
}

func (l *levels) kept() error {
	switch {
	case l.atError != nil:
		return fmt.Errorf("at the level error it sends %s", probe.Quote(l.atError))
	case l.errors[0] == 0 && l.errors[1] > 0 && l.more > 0:
		return fmt.Errorf("at the level error it sends what is more than an error, and no errors, of which %d came at debug", l.errors[1])
	case l.atDebug == nil:
		return verdict.NotObserved("the server logs nothing less than errors at the level debug either")
	}
	return nil
}

func notOverheard(s *probe.Survey, b *probe.Bench) error {
	heard, could, err := b.Overheard(s)
	switch {
	case err != nil:
		return err
	case heard != nil:
		return unless(false, *heard, "what a call has logged comes to another session")
	}
	return verdict.NotObservedIf(!could, "no tool that may be called logs anything, or no other session can be listened to")
}
