package ui_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
)

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// What cannot be written is told, with the code of the command if that has one; a reader that has
// gone is no failure.
func TestOutputTellsWhatWasLost(t *testing.T) {
	full := fmt.Errorf("write /dev/stdout: %w", syscall.ENOSPC)
	for _, c := range []struct {
		err  error
		code int
		want string
		ends int
	}{
		{full, 0, "writing to stdout: write /dev/stdout: no space left on device", ui.ExitFailed},
		{full, 137, "writing to stdout: write /dev/stdout: no space left on device", 137},
		{syscall.EPIPE, 0, "", 0},
		{io.ErrClosedPipe, 0, "", 0},
		{nil, 3, "", 0},
	} {
		out := ui.NewProtocolOutput(failing{c.err})
		_, err := out.Write([]byte("x"))
		assert.Equal(t, err, c.err)
		_, _ = out.Write([]byte("x"))
		assert.NilError(t, out.Close())
		lost := out.Lost(c.code)
		if c.want == "" {
			assert.NilError(t, lost)
			continue
		}
		assert.Error(t, lost, c.want)
		failure, ok := errors.AsType[*ui.Failure](lost)
		assert.Assert(t, ok)
		assert.Equal(t, failure.Code, c.ends)
	}
}

// Only a reader of stdout that has gone ends a command without a word: a pipe that breaks elsewhere, that of a
// server or of a report, is told.
func TestBrokenPipes(t *testing.T) {
	run := func(stdout io.Writer, err error) (code int, told string) {
		var stderr strings.Builder
		sys := ui.System{Stdin: strings.NewReader(""), Stdout: stdout, Stderr: &stderr}
		code = ui.Main(sys, nil, func(u *ui.UI) *cobra.Command {
			return &cobra.Command{Use: "x", RunE: ui.Run(func(*cobra.Command, []string) error {
				fmt.Fprintln(u.Out, "x")
				return err
			})}
		})
		return code, stderr.String()
	}
	reset := ui.Fail(ui.ExitUnreachable, fmt.Errorf("asking the server: %w", syscall.EPIPE))
	code, told := run(io.Discard, reset)
	assert.Equal(t, code, ui.ExitUnreachable)
	assert.Equal(t, told, "mcpsim: asking the server: broken pipe\n")
	code, told = run(failing{syscall.EPIPE}, nil)
	assert.Equal(t, code, ui.ExitBrokenPipe)
	assert.Equal(t, told, "")
}
