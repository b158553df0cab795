package steps

import (
	"io"
	"os/exec"
	"slices"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// shellPath is the program that runs the commands of definitions, and its link on
// the network is called like it.
const shellPath = "/bin/sh"

// starter starts the shell of the virtual world, and everything else as other does.
// The runtime's own way to a shell is under test, so only the process is emulated.
func (c *commands) starter(g *virtualGround, other process.Starter) process.Starter {
	return process.StarterFunc(func(start process.Command) (process.Process, error) {
		if start.Path != shellPath {
			return other.Start(start)
		}
		one := c.begun(start)
		if one.broken {
			return nil, &exec.Error{Name: start.Path, Err: exec.ErrNotFound}
		}
		p := g.net.Process("shell")
		g.spawn("shell", func() {
			code := c.execute(p, one)
			c.ended(start)
			p.Exit(code)
		})
		return p, nil
	})
}

// execute is the shell's program: it waits for the end of its input, as a command may
// that reads it, and then does what the scenario says.
func (c *commands) execute(p *netem.Process, one command) (code int) {
	if _, err := io.Copy(io.Discard, p.In()); err != nil {
		return 1
	}
	wait := clock.Named(c.ground.clock(), "command").NewTimer(one.takes)
	defer wait.Stop()
	select {
	case <-wait.Chan():
	case <-p.Killed():
		return 1
	}
	if one.unending {
		p.Fork()
	}
	_, _ = io.WriteString(p.Err(), one.stderr)
	_, _ = io.WriteString(p.Out(), one.output)
	return one.code
}

// begun is a command that has one more run from now on. One that is not known is as it
// is in a shell.
func (c *commands) begun(start process.Command) command {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := c.byLine[lineOf(start)]
	if one == nil {
		return command{code: 127}
	}
	one.began = append(slices.Clip(one.began), start)
	one.running++
	return *one
}

func (c *commands) ended(start process.Command) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one := c.byLine[lineOf(start)]; one != nil {
		one.running--
	}
}

// lineOf is the command line that a shell is to run.
func lineOf(start process.Command) string {
	if len(start.Args) != 2 || start.Args[0] != "-c" {
		return ""
	}
	return start.Args[1]
}
