package steps

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// commands is what definitions of servers may ask a shell for.
type commands struct {
	noun
	byLine map[string]*command // guarded by World.mu
}

// command is a command line that a definition may ask for, and what became of
// it.
type command struct {
	output string
	code   int
	takes  time.Duration

	// Guarded by World.mu.
	runs    int
	running int
}

func commandSteps() []gherkin.Step {
	return gherkin.Noun("command", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" prints "([^"]*)"(?: after (\S+))?`,
			Manual:  "says what a command line of a definition prints, which must never be shown, logged or traced; \\n is a line break",
			Example: `the command "get-token" prints "tok-1" after 2s`, Func: (*commands).prints},
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" prints "([^"]*)" and exits with code (\d+)`,
			Manual:  "lets a command line of a definition fail; one that is not mentioned exits with code 127",
			Example: `the command "get-token" prints "tok-1" and exits with code 1`, Func: (*commands).exits},
		{Keyword: gherkin.Then, Pattern: `the command "([^"]+)" was run (\d+) times?`, Manual: "counts the runs that began",
			Example: `the command "get-token" was run 1 time`, Func: (*command).checkRuns},
		{Keyword: gherkin.Then, Pattern: `the command "([^"]+)" (is|is not) running`, Manual: "checks whether a run has not ended",
			Example: `the command "get-token" is not running`, Func: (*command).checkRunning},
	})
}

func (c *commands) prints(line, output, takes string) (err error) {
	made := &command{output: output}
	if takes != "" {
		made.takes, err = time.ParseDuration(takes)
	}
	c.set(line, made)
	return err
}

func (c *commands) exits(line, output string, code int) error {
	c.set(line, &command{output: output, code: code})
	return nil
}

// set changes what later runs of a command do; its counts go on.
func (c *commands) set(line string, to *command) {
	to.output = strings.ReplaceAll(to.output, `\n`, "\n")
	c.mu.Lock()
	defer c.mu.Unlock()
	if secret := strings.TrimSpace(to.output); secret != "" {
		c.secrets = append(c.secrets, secret)
	}
	if c.byLine == nil {
		c.byLine = map[string]*command{}
	}
	if old := c.byLine[line]; old != nil {
		to.runs, to.running = old.runs, old.running
	}
	c.byLine[line] = to
}

// run stands for the shell.
func (c *commands) run(ctx context.Context, line string) (string, error) {
	one := c.begun(line)
	if one == nil {
		return "", errors.New("the command exited with code 127")
	}
	err := clock.Sleep(ctx, clock.Named(c.ground.clock(), "command/"+line), one.takes)
	c.mu.Lock()
	c.byLine[line].running--
	c.mu.Unlock()
	if err == nil && one.code != 0 {
		err = fmt.Errorf("the command exited with code %d", one.code)
	}
	return one.output, err
}

// begun is a command that has one more run from now on, nil if it is not known.
func (c *commands) begun(line string) *command {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.byLine[line]
	if one != nil {
		one.runs++
		one.running++
	}
	return one
}

// command is a copy of a command as it is now.
func (c *commands) command(line string) (*command, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.byLine[line]; one != nil {
		now := *one
		return &now, nil
	}
	return nil, fmt.Errorf(`no command %q in this scenario: say "the command %q prints …" first`, line, line)
}

func (c *command) checkRuns(n int) error { return same("how often the command was run", c.runs, n) }

func (c *command) checkRunning(want string) error {
	return same("whether the command is running", c.running > 0, want == "is")
}
