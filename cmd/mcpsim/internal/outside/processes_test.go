package outside

import (
	"io"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/process"
)

// killable is a process that only counts how often it was killed.
type killable struct {
	process.Process
	kills int
}

func (k *killable) Kill() error { k.kills++; return nil }

func (k *killable) Stderr() io.Reader { return nil }

// A process that is being started while everything is killed dies too, and
// nothing starts afterwards.
func TestKillReachesAProcessThatIsBeingStarted(t *testing.T) {
	child := &killable{}
	forked, goOn, killed := make(chan struct{}), make(chan struct{}), make(chan struct{})
	starts := 0
	c := NewProcesses(process.StarterFunc(func(process.Command) (process.Process, error) {
		starts++
		close(forked)
		<-goOn
		return child, nil
	}))
	starter := c.Starter("a", func() {})
	go func() {
		_, _ = starter.Start(process.Command{})
	}()
	<-forked
	go func() {
		defer close(killed)
		c.kill()
	}()
	close(goOn)
	<-killed
	assert.Equal(t, child.kills, 1)

	_, err := starter.Start(process.Command{})
	assert.ErrorIs(t, err, errRefused)
	assert.Equal(t, starts, 1)
}
