// Package shell runs one command line in the system's shell and returns what it
// printed: the real thing behind values that start with "!" (F-10). It is not for
// servers, which are started without a shell, and it caches, shares and logs
// nothing.
package shell

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/mcpsim/mcpsim/runtime/process"
)

// MaxOutput bounds what a command may print, in bytes. More is an error.
const MaxOutput = 64 << 10

// Shell runs commands. All fields must be set; its methods may be called from
// any goroutine.
type Shell struct {
	Starter process.Starter
	Environ func() []string // "NAME=value"
	Dir     string          // working directory
}

// Run runs a command line with an empty stdin and returns its stdout. What it
// writes to stderr is dropped. A code other than 0 is an error, and no error
// contains anything that was printed. When ctx ends, the command is killed with
// its whole process group and the cause of ctx is returned; after Run nothing of
// it is left.
func (s Shell) Run(ctx context.Context, command string) (string, error) {
	if err := context.Cause(ctx); err != nil {
		return "", err
	}
	p, err := s.Starter.Start(process.Command{Path: path, Args: []string{"-c", command}, Env: s.Environ(), Dir: s.Dir})
	if err != nil {
		return "", fmt.Errorf("starting the shell: %w", err)
	}
	_ = p.Stdin().Close()
	killed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(killed)
		end(p)
	})
	output, err := collect(p)
	if !stop() {
		<-killed
		err = context.Cause(ctx)
	}
	if err != nil {
		return "", err
	}
	return output, nil
}

// end kills a process and ends reads that something else may keep waiting.
func end(p process.Process) {
	_ = p.Kill()
	closeReader(p.Stdout())
	closeReader(p.Stderr())
}

// collect reads what a process prints and waits for its end.
func collect(p process.Process) (string, error) {
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, p.Stderr())
	}()
	output, readErr := io.ReadAll(io.LimitReader(p.Stdout(), MaxOutput+1))
	if readErr != nil || len(output) > MaxOutput {
		end(p)
	}
	code, err := p.Wait()
	end(p) // releases the pipes; what was left of the group is dead already
	<-drained
	switch err = cmp.Or(err, readErr); {
	case len(output) > MaxOutput:
		err = fmt.Errorf("the command printed more than %d bytes", MaxOutput)
	case err != nil:
		err = fmt.Errorf("waiting for the command: %w", err)
	case code != 0:
		err = fmt.Errorf("the command exited with code %d", code)
	}
	return string(output), err
}

func closeReader(r io.Reader) {
	if c, ok := r.(io.Closer); ok {
		_ = c.Close()
	}
}
