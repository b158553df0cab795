package server

import (
	"github.com/mcpsim/mcpsim/internal/probe"
	"github.com/mcpsim/mcpsim/internal/verdict"
)

// calledUndeclared calls a tool with a task where the server has not declared that it takes any.
func calledUndeclared(c *check) error {
	answer, tool, err := c.conn.UndeclaredTask()
	switch {
	case err != nil:
		return err
	case tool == "":
		return verdict.NotTestable("no tool may be called")
	}
	c.answer, c.err = answer, nil
	return nil
}

// notTasked leaves refusals alone: a tool may fail, and what a server makes of a member that it does
// not know is its own business.
func notTasked(c *check) error {
	if id := probe.TaskOf(c.answer); id != "" {
		return unless(false, c.answer, "tasks are not declared, and the call is answered with the task %q", id)
	}
	return nil
}
