package server

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// logLevelSteps are about log levels that come with each request.
func logLevelSteps() []gherkin.Step {
	return gherkin.Noun("log level", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `a tool that logs`, Manual: "one of those that may be called, with the logLevel debug; not testable if none does", Func: (*chosen).logs},
		{Keyword: gherkin.When, Pattern: `it is called without a level, with one, and without one again`, Manual: "debug; one call after the other", Func: (*check).callLevels},
		{Keyword: gherkin.When, Pattern: `it is called with the log level "([a-z]+)"`, Manual: "in the metadata of the call", Example: `it is called with the log level "error"`, Func: (*check).callAt},
		{Keyword: gherkin.Then, Pattern: `only the second call was logged`, Manual: "up to its answer", Func: (*check).onlySecond},
		{Keyword: gherkin.Then, Pattern: `every log message has that level at least`, Manual: "if there is any", Func: (*check).levelAtLeast},
	})
}

// logs looks for a tool that logs, by calling each that has succeeded.
func (t *chosen) logs(b *probe.Bench, s *probe.Survey) error {
	tool, err := b.Logging(s)
	if err != nil {
		return err
	}
	t.trial = tool
	return verdict.NotTestableIf(tool == nil, "no tool that may be called sends log messages")
}

// logged are the log messages among frames.
func logged(frames []probe.Frame) []probe.Frame {
	return slices.DeleteFunc(slices.Clone(frames), func(f probe.Frame) bool { return f.Method() != "notifications/message" })
}

func (c *check) callLevels(t trial) error {
	c.counts = nil
	for _, level := range []string{"", "debug", ""} {
		before := c.conn.Size()
		if err := c.callWithLevel(t, level); err != nil {
			return err
		}
		c.counts = append(c.counts, len(logged(c.conn.From(before))))
	}
	return nil
}

func (c *check) callWithLevel(t trial, level string) error {
	if level == "" {
		c.conn.MetaEdits = nil
	} else if err := c.metaText("logLevel", level); err != nil {
		return err
	}
	_, err := c.call("tools/call", probe.CallOf(t.Tool, t.Arguments, ""))
	return err
}

func (c *check) onlySecond(t trial) error {
	if c.counts[0] > 0 || c.counts[2] > 0 {
		return unless(false, logged(c.conn.From(0))[0], "the tool %q has sent %d log messages without a level, %d with one, and %d without one again", t.Tool.Name, c.counts[0], c.counts[1], c.counts[2])
	}
	return verdict.NotObservedIf(c.counts[1] == 0, "the tool %q logs nothing this time", t.Tool.Name)
}

func (c *check) callAt(t trial, level string) error {
	c.sent, c.level = c.conn.Size(), level
	return c.callWithLevel(t, level)
}

func (c *check) levelAtLeast() error {
	for _, f := range logged(c.conn.From(c.sent)) {
		rank := slices.Index(probe.LogLevels, probe.Text(f.Param("level")))
		if rank < 0 { // that there is no such level is the business of another check
			continue
		}
		if rank < slices.Index(probe.LogLevels, c.level) {
			return unless(false, f, "its level is below %q", c.level)
		}
	}
	return nil
}
