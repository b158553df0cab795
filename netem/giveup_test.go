package netem_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// An attempt that its client has given up never arrives, not even when what held it lets go.
func TestWhatIsGivenUpNeverArrives(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		l, err := n.Listen(addr)
		assert.NilError(t, err)
		remove := n.Link("docs").Add(netem.Blackhole{})
		ctx, cancel := context.WithCancelCause(context.Background())
		s.Clock("patience").AfterFunc(time.Second, func() { cancel(errors.New("enough")) })
		_, err = n.Dial("host")(ctx, "tcp", addr)
		assert.ErrorContains(t, err, "canceled")
		remove()
		arrived := false
		s.Go("server", func() {
			if c, err := l.Accept(); err == nil {
				arrived = true
				_ = c.Close()
			}
		})
		_ = s.Sleep(time.Minute)
		assert.Equal(t, arrived, false)
		_ = l.Close()
	})
}
