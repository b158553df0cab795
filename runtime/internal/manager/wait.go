package manager

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// WaitForConnection waits for a pending connect or reconnect of a server; it
// does not wait for its tools (F-23). It returns nil once there is a usable
// connection, a [toolbridge.NotConnectedError] when none is on its way, or the
// cause of an ended ctx.
func (m *Manager) WaitForConnection(ctx context.Context, name string) error {
	_, err := (&caller{m: m, clk: clock.Named(m.clk, name+"/wait")}).WaitForConnection(ctx, name)
	return err
}
