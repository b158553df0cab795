package ui

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Of very many mistakes the first ones are shown, and how many there are.
func TestMistakesAreCounted(t *testing.T) {
	for n, want := range map[int]string{
		1:                     "mcpsim: 1 mistake; nothing was run",
		gherkin.MostShown:     "mcpsim: 100 mistakes; nothing was run",
		gherkin.MostShown + 1: "mcpsim: 101 mistakes, the first 100 are shown; nothing was run",
	} {
		var stderr bytes.Buffer
		u := New(System{Stdout: new(bytes.Buffer), Stderr: &stderr}, nil)
		u.Tell(make(gherkin.Problems, n))
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		assert.Equal(t, lines[len(lines)-1], want)
		assert.Equal(t, len(lines), min(n, gherkin.MostShown)+1)
	}
}

// What this machine has too little of is no bug of mcpsim, and what helps is said once.
func TestWhatThisMachineLacksIsTold(t *testing.T) {
	lack := fmt.Errorf("starting a worker: %w", os.NewSyscallError("pipe2", syscall.EMFILE))
	told := "this machine allows mcpsim no more open files (ulimit -n): allow more"
	for _, c := range []struct {
		err  error
		code int
		want string
	}{
		{lack, ExitFailed, "mcpsim: starting a worker: pipe2: too many open files\n" + told + "\n"},
		{Fail(ExitUnreachable, lack), ExitUnreachable, "mcpsim: starting a worker: pipe2: too many open files\n" + told + "\n"},
		{Fail(ExitUnreachable, fmt.Errorf("%w: %s", lack, told)), ExitUnreachable, "mcpsim: starting a worker: pipe2: too many open files: " + told + "\n"},
	} {
		var stderr bytes.Buffer
		u := New(System{Stdout: new(bytes.Buffer), Stderr: &stderr}, nil)
		assert.Equal(t, u.Finish(c.err), c.code)
		assert.Equal(t, stderr.String(), c.want)
	}
}

// A flag whose name of a file or a server is empty, as that of a variable that is not set, is not
// taken for one that is not there.
func TestEmptyNamesAreRefused(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"--tls ca.pem --server a --server b --text", ""},
		{"", ""},
		{"--tls=", "--tls: want a FILE, and it is empty: is a variable not set?\nsee: x --help"},
		{"--server a --server=", "--server: want a NAME, and it is empty: is a variable not set?\nsee: x --help"},
	} {
		cmd := &cobra.Command{Use: "x"}
		cmd.Flags().String("tls", "", "write to `FILE`")
		cmd.Flags().StringArray("server", nil, "the server of this `NAME`")
		cmd.Flags().Bool("text", false, "show it")
		assert.NilError(t, cmd.ParseFlags(strings.Fields(c.line)))
		err := noEmptyNames(cmd)
		if c.want == "" {
			assert.NilError(t, err)
			continue
		}
		assert.Error(t, err, c.want)
		assert.Equal(t, ExitCode(err), ExitUsage)
	}
}
