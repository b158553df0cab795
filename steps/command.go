package steps

import (
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// commands is what definitions of servers may ask a shell for.
type commands struct {
	noun
	byLine map[string]*command // guarded by World.mu
}

// command is a command line that a definition may ask for, and what became of
// it.
type command struct {
	output, stderr string
	code           int
	takes          time.Duration
	unending       bool // what it starts holds its output open
	broken         bool // nothing can be started

	// Guarded by World.mu.
	began   []process.Command
	running int
}

func commandSteps() []gherkin.Step {
	return gherkin.Noun("command", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" prints "([^"]*)"(?: after (\S+))?`,
			Manual:  "says what a command line of a definition prints, which must never be shown, logged or traced; \\n is a line break",
			Example: `the command "get-token" prints "tok-1" after 2s`, Virtual: true, Func: (*commands).prints},
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" prints "([^"]*)" and exits with code (\d+)`,
			Manual:  "lets a command line of a definition fail; one that is not mentioned exits with code 127",
			Example: `the command "get-token" prints "tok-1" and exits with code 1`, Virtual: true, Func: (*commands).exits},
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" prints (\d+) bytes(?: to (stderr))?`,
			Manual:  "says how much a command line prints, to stdout or to stderr before \"tok\" to stdout",
			Example: `the command "get-token" prints 65537 bytes`, Virtual: true, Func: (*commands).printsBytes},
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" prints "([^"]*)" and leaves a process that keeps its output open`,
			Manual:  "lets a command line start something in the background that does not end",
			Example: `the command "get-token" prints "tok-1" and leaves a process that keeps its output open`, Virtual: true, Func: (*commands).leaves},
		{Keyword: gherkin.Given, Pattern: `the command "([^"]+)" finds no shell`, Manual: "lets the shell be missing when a command line is to run",
			Example: `the command "get-token" finds no shell`, Virtual: true, Func: (*commands).finds},
		{Keyword: gherkin.Then, Pattern: `run (\d+) of the command "([^"]+)" was started with:`,
			Manual:  "compares how the shell was started; columns what (command, arguments, directory, variable NAME) and value",
			Example: `run 1 of the command "get-token" was started with:`, Func: checkRun},
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

func (c *commands) printsBytes(line string, n int, where string) error {
	made := &command{output: strings.Repeat("k", n)}
	if where != "" {
		made.output, made.stderr = "tok", made.output
	}
	c.set(line, made)
	return nil
}

func (c *commands) leaves(line, output string) error {
	c.set(line, &command{output: output, unending: true})
	return nil
}

func (c *commands) finds(line string) error {
	c.set(line, &command{broken: true})
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
		to.began, to.running = old.began, old.running
	}
	c.byLine[line] = to
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

func (c *command) checkRuns(n int) error {
	return same("how often the command was run", len(c.began), n)
}

func (c *command) checkRunning(want string) error {
	return same("whether the command is running", c.running > 0, want == "is")
}

func checkRun(n int, c *command, t *gherkin.Table) error {
	if n < 1 || n > len(c.began) {
		return fmt.Errorf("the command was run %d times", len(c.began))
	}
	return sameStart(fmt.Sprintf("run %d of the command", n), c.began[n-1], t)
}
