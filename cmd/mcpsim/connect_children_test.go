package main

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/transport/stdio"
)

// killable is a process that only counts how often it was killed.
type killable struct {
	stdio.Process
	kills int
}

func (k *killable) Kill() error { k.kills++; return nil }

func (k *killable) Stderr() io.Reader { return nil }

// A process that is being started while everything is killed dies too, and
// nothing starts afterwards.
func TestKillReachesAProcessThatIsBeingStarted(t *testing.T) {
	process := &killable{}
	forked, goOn, killed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	starts := 0
	c := newChildren(stdio.StarterFunc(func(stdio.Command) (stdio.Process, error) {
		starts++
		close(forked)
		<-goOn
		return process, nil
	}))
	starter := c.starter("a", func() {})
	go func() {
		_, _ = starter.Start(stdio.Command{})
	}()
	<-forked
	go func() {
		defer close(killed)
		c.kill()
	}()
	close(goOn)
	<-killed
	assert.Equal(t, process.kills, 1)

	_, err := starter.Start(stdio.Command{})
	assert.ErrorIs(t, err, errRefused)
	assert.Equal(t, starts, 1)
}
