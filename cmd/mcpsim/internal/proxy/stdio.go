package proxy

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/proxy"
	"github.com/mcpsim/mcpsim/internal/recording"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// stdio starts the server and stands for it. The end is that of the server: a signal is
// passed on and ends the proxy only if it ends the server.
func (c *command) stdio(p *proxy.Proxy, args []string) error {
	relayed := &signals{late: p.Close}
	server, err := process.Watched(relayed.over).Start(process.Command{Path: args[0], Args: args[1:], Env: c.ui.Environ})
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("starting the server: %w", err))
	}
	c.note(recording.Entry{Kind: recording.Open, Conn: 1, Text: strings.Join(args, " ")})
	stop := relayed.passTo(server.PID(), func(name string) { c.note(recording.Entry{Kind: recording.Signal, Conn: 1, Text: name}) })
	out := c.ui.Protocol()
	code, err := p.Stdio(proxy.Streams{In: c.ui.Stdin, Out: out, Err: struct{ io.Writer }{c.ui.Stderr}}, server)
	stop()
	c.note(recording.Entry{Kind: recording.Exit, Conn: 1, Code: exitCode(code, err)})
	code = exitCode(code, err)
	if lost := out.Lost(code); lost != nil {
		return lost
	}
	if code != 0 {
		return ui.Fail(code, nil)
	}
	return nil
}

// note records something, if anything is recorded.
func (c *command) note(e recording.Entry) {
	if c.recorder != nil {
		e.At = time.Now()
		c.recorder.Add(e)
	}
}

// exitCode is the code with which the proxy ends after its server, as a shell has it.
func exitCode(code int, err error) int {
	if exited, ok := errors.AsType[*exec.ExitError](err); ok && code < 0 {
		return codeOfSignal(exited.ProcessState)
	}
	return code
}
