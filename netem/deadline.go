package netem

import (
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// deadline is a read or write deadline, an event of the simulation.
type deadline struct {
	at    time.Time // zero = none
	event *vtime.Event
}

func (d *deadline) passed() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

// set replaces the deadline; the zero time means none. A time that is not in
// the future ends waits at once.
func (d *deadline) set(n *Net, actor string, t time.Time, wake *sync.Cond) {
	d.stop(n)
	d.at = t
	switch {
	case d.passed():
		wake.Broadcast()
	case !t.IsZero():
		d.event = n.schedule(t, actor, wake.Broadcast)
	}
}

func (d *deadline) stop(n *Net) {
	if d.event != nil {
		n.sim.Cancel(d.event)
		d.event = nil
	}
}
