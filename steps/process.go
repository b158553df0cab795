package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/process"
)

func processSteps() []gherkin.Step {
	return gherkin.Noun("process", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is defined with the arguments? "([^"]*)"`,
			Manual:  "sets the arguments in the server's definition, separated by commas",
			Example: `server "docs" is defined with the arguments "--stdio, a b"`, Func: (*server).defineArguments},
		{Keyword: gherkin.Then, Pattern: `process (\d+) of server "([^"]+)" was started with:`,
			Manual:  "compares how a process was started; columns what (command, arguments, directory, variable NAME) and value",
			Example: `process 1 of server "docs" was started with:`, Func: checkCommand},
	})
}

func (s *server) defineArguments(arguments []string) error {
	s.config.Args = arguments
	return nil
}

func checkCommand(n int, s *server, t *gherkin.Table) error {
	s.mu.Lock()
	commands := slices.Collect(s.commands.All())
	s.mu.Unlock()
	if n < 1 || n > len(commands) {
		return fmt.Errorf("server %q was started %d times", s.name, len(commands))
	}
	c := commands[n-1]
	c.Dir = s.w.asWritten(c.Dir)
	return sameStart(fmt.Sprintf("process %d of %s", n, s.name), c, t)
}

// sameStart compares what a process was started with.
func sameStart(what string, c process.Command, t *gherkin.Table) error {
	want, err := rows(t, "what", "value")
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, row := range want {
		value, err := partOf(c, row["what"])
		if err != nil {
			return err
		}
		got = append(got, map[string]string{"what": row["what"], "value": value})
	}
	return same(what, got, want)
}

// partOf is one thing that a process was started with.
func partOf(c process.Command, what string) (string, error) {
	variable, isVariable := strings.CutPrefix(what, "variable ")
	switch {
	case what == "command":
		return c.Path, nil
	case what == "arguments":
		return strings.Join(c.Args, ", "), nil
	case what == "directory":
		return c.Dir, nil
	case isVariable:
		return lastValue(c.Env, variable), nil
	}
	return "", fmt.Errorf("%q is none of command, arguments, directory, variable NAME", what)
}

// lastValue is the value that counts when a variable is there twice.
func lastValue(environ []string, name string) string {
	for _, entry := range slices.Backward(environ) {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return "(not set)"
}

// environ is what servers inherit: the environment of the scenario, by name.
func (w *World) environ() []string {
	var out []string
	for name, value := range w.env {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return out
}

// spawns reports whether the next start of the process succeeds.
func (s *server) spawns() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failing > 0 {
		s.failing--
		return false
	}
	return s.failing == 0
}

// spawned records a started process, which is alive until exited is called.
func (s *server) spawned(c process.Command) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Outlived = nil // it would keep the connection
	s.commands.Add(c)
	s.alive++
}

func (s *server) exited() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.alive--
}

func (s *server) liveProcesses() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alive
}

func (s *server) spawnCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commands.Len()
}
