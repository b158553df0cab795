package netem_test

import (
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// TestNeverActed sends one line of seven bytes up a connection and closes it, and asks a
// fault whether it had a part in that.
func TestNeverActed(t *testing.T) {
	up := netem.Scope{Direction: netem.Up}
	for _, c := range []struct {
		fault netem.Fault
		scope netem.Scope
		want  string // how it ends; "" = it acted
	}{
		{netem.Latency{Delay: time.Millisecond}, up, ""},
		{netem.Latency{}, up, "the writes that passed it were 1, and the longest stream had 7 bytes"},
		{netem.Bandwidth{BytesPerSecond: 10}, up, ""},
		{netem.Bandwidth{BytesPerSecond: 10}, netem.Scope{Direction: netem.Down}, "nothing was written where it was put"},
		{netem.Bandwidth{BytesPerSecond: 10}, netem.Scope{Conn: 2}, "nothing was open where it was put"},
		{netem.Slicer{Size: 3}, up, ""},
		{netem.Slicer{Size: 7}, up, "had 7 bytes"},
		{netem.ResetPeer{AtByte: 8}, up, "had 7 bytes"},
		{netem.ResetPeer{After: time.Hour}, up, "had 7 bytes"},
		{netem.LimitData{Bytes: 7}, up, ""},
		{netem.SlowClose{Delay: time.Second}, up, ""},
		{netem.DropMessage{}, up, ""},
		{netem.DropMessage{Which: netem.Which{Nth: 2}}, up, "had 7 bytes"},
		{netem.DropMessage{Which: netem.Which{Probability: 1e-9}}, up, ""},
		{netem.Stall{}, up, ""},
		{netem.Stall{After: time.Hour}, up, "had 7 bytes"},
		{netem.Refuse{}, netem.Scope{Conn: 2}, "there was no attempt to connect"},
		{netem.SlowAccept{}, netem.Scope{}, "it changed no attempt to connect"},
		{netem.SlowAccept{Delay: time.Second}, netem.Scope{}, ""},
	} {
		simulate(t, func(s *vtime.Sim, n *netem.Net) {
			p := n.Link("docs").Place(c.fault, c.scope)
			client, _ := connect(t, n)
			write(t, client, "a line\n")
			assert.Check(t, client.Close() == nil)
			assert.Check(t, s.Sleep(time.Minute) == nil)
			err := p.NeverActed()
			if c.want == "" {
				assert.Check(t, err == nil, "%T: %v", c.fault, err)
			} else {
				assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "the fault "+c.fault.Kind()+` on the link to "docs" never acted: `) &&
					strings.HasSuffix(err.Error(), c.want), "%T: %v", c.fault, err)
			}
			p.Remove()
			p.Remove() // does nothing
		})
	}
}
