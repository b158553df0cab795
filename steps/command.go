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

func commandSteps() []Step {
	return gherkin.Noun("command", []Step{
		{Keyword: Given, Pattern: `the command "([^"]+)" prints "([^"]*)"(?: after (\S+))?`,
			Manual:  "says what a command line of a definition prints, which must never be shown, logged or traced; \\n is a line break",
			Example: `the command "get-token" prints "tok-1" after 2s`, Func: (*World).commandPrints},
		{Keyword: Given, Pattern: `the command "([^"]+)" prints "([^"]*)" and exits with code (\d+)`,
			Manual:  "lets a command line of a definition fail; one that is not mentioned exits with code 127",
			Example: `the command "get-token" prints "tok-1" and exits with code 1`, Func: (*World).commandExits},
		{Keyword: Then, Pattern: `the command "([^"]+)" was run (\d+) times?`, Manual: "counts the runs that began",
			Example: `the command "get-token" was run 1 time`, Func: (*World).checkRuns},
		{Keyword: Then, Pattern: `the command "([^"]+)" (is|is not) running`, Manual: "checks whether a run has not ended",
			Example: `the command "get-token" is not running`, Func: (*World).checkRunning},
	})
}

func (w *World) commandPrints(line, output, takes string) error {
	d, err := time.ParseDuration(takes)
	if takes == "" {
		d, err = 0, nil
	}
	if err != nil {
		return err
	}
	w.setCommand(line, &command{output: output, takes: d})
	return nil
}

func (w *World) commandExits(line, output string, code int) error {
	w.setCommand(line, &command{output: output, code: code})
	return nil
}

// setCommand changes what later runs of a command do; its counts go on.
func (w *World) setCommand(line string, c *command) {
	c.output = strings.ReplaceAll(c.output, `\n`, "\n")
	w.mu.Lock()
	defer w.mu.Unlock()
	if secret := strings.TrimSpace(c.output); secret != "" {
		w.secrets = append(w.secrets, secret)
	}
	if old := w.commands[line]; old != nil {
		c.runs, c.running = old.runs, old.running
	}
	w.commands[line] = c
}

// runCommand stands for the shell.
func (w *World) runCommand(ctx context.Context, line string) (string, error) {
	c := w.beginCommand(line)
	if c == nil {
		return "", errors.New("the command exited with code 127")
	}
	err := clock.Sleep(ctx, clock.Named(w.ground.clock(), "command/"+line), c.takes)
	w.mu.Lock()
	w.commands[line].running--
	w.mu.Unlock()
	if err == nil && c.code != 0 {
		err = fmt.Errorf("the command exited with code %d", c.code)
	}
	return c.output, err
}

func (w *World) beginCommand(line string) *command {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := w.commands[line]
	if c != nil {
		c.runs++
		c.running++
	}
	return c
}

func (w *World) theCommand(line string) (command, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.commands[line]; c != nil {
		return *c, nil
	}
	return command{}, fmt.Errorf(`no command %q in this scenario: say "the command %q prints …" first`, line, line)
}

func (w *World) checkRuns(line string, n int) error {
	c, err := w.theCommand(line)
	if err != nil {
		return err
	}
	return same("how often the command was run", c.runs, n)
}

func (w *World) checkRunning(line, want string) error {
	c, err := w.theCommand(line)
	if err != nil {
		return err
	}
	return same("whether the command is running", c.running > 0, want == "is")
}
