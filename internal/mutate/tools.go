package mutate

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Tools runs programs. A program and all that it starts are ended together.
type Tools struct {
	Starter process.Starter
	Clock   clock.Clock
	Environ []string
}

// outcome is how a program ended.
type outcome struct {
	code   int
	output string // stdout and stderr
	hung   bool
	took   time.Duration
}

// Go runs the go command and returns its stdout.
func (t Tools) Go(dir string, args ...string) (string, error) {
	o, err := t.run(context.Background(), command{path: "go", args: args, dir: dir, limit: time.Hour})
	if err == nil && o.code != 0 {
		err = fmt.Errorf("go %s: exit code %d\n%s", strings.Join(args, " "), o.code, o.output)
	}
	return o.output, err
}

type command struct {
	path  string
	args  []string
	env   []string // in addition
	dir   string
	limit time.Duration // of real time
}

// run runs a program until it ends or its limit has passed.
func (t Tools) run(ctx context.Context, c command) (outcome, error) {
	begin := t.Clock.Now()
	p, err := t.Starter.Start(process.Command{
		Path: c.path, Args: c.args, Dir: c.dir, Env: append(append([]string{}, t.Environ...), c.env...),
	})
	if err != nil {
		return outcome{}, fmt.Errorf("starting %s: %w", filepath.Base(c.path), err)
	}
	_ = p.Stdin().Close()
	bounded, cancel := clock.WithTimeout(ctx, t.Clock, c.limit)
	defer cancel()
	kill := context.AfterFunc(bounded, func() { _ = p.Kill() })
	var out, errs strings.Builder
	var readers sync.WaitGroup
	readers.Go(func() { _, _ = io.Copy(&out, p.Stdout()) })
	readers.Go(func() { _, _ = io.Copy(&errs, p.Stderr()) })
	code, waited := p.Wait()
	_ = p.Kill() // what it has left behind holds the pipes
	readers.Wait()
	o := outcome{code: code, output: out.String(), hung: !kill(), took: t.Clock.Since(begin)}
	if code != 0 {
		o.output += errs.String()
	}
	if cause := context.Cause(ctx); cause != nil {
		return o, cause
	}
	if code < 0 && !o.hung && waited != nil {
		o.output += waited.Error()
	}
	return o, nil
}
