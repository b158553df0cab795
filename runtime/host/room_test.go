package host_test

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
)

// Every state of the manager has a public one, but for the end.
func TestEveryStateIsProjected(t *testing.T) {
	for state, want := range map[manager.State]status.RoomState{
		manager.Held:        status.Idle,
		manager.Connecting:  status.RoomConnecting,
		manager.Handshaking: status.RoomConnecting,
		manager.Backoff:     status.RoomConnecting,
		manager.Listing:     status.RoomConnected,
		manager.Ready:       status.RoomConnected,
		manager.Failed:      status.RoomError,
	} {
		got, ok := status.ProjectRoom(string(state))
		assert.Assert(t, ok, "%s", state)
		assert.Equal(t, got, want)
	}
	_, ok := status.ProjectRoom(string(manager.Closed))
	assert.Assert(t, !ok)
}

// dials are the addresses that somebody wanted to connect to, none of which there
// is.
type dials struct {
	mu    sync.Mutex
	addrs []string
}

func (d *dials) dial(_ context.Context, _, addr string) (net.Conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.addrs = append(d.addrs, addr)
	return nil, errors.New("refused")
}

func (d *dials) seen() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]string(nil), d.addrs...)
}

func roomOf(t *testing.T, sim *vtime.Sim, env map[string]string) (*host.Room, *dials) {
	t.Helper()
	d := &dials{}
	room, err := host.NewRoom(host.RoomServer(), host.Seams{
		Clock: sim.Clock("room"), Dial: d.dial, Dir: "/",
		Env:  func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Roll: func(string, int) uint64 { return 0 },
	})
	assert.NilError(t, err)
	return room, d
}

// A URL that comes over the network is taken literally: whoever may command where
// to connect is not told the environment of the room server.
func TestURLsOfProvidersHoldNoVariables(t *testing.T) {
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		room, d := roomOf(t, sim, map[string]string{"SECRET": "hunter2"})
		room.Load([]control.Provider{{ID: "a", URL: "ws://${SECRET}.test/"}, {ID: "b", URL: "ws://b.test/?key=${SECRET}"}})
		assert.NilError(t, sim.Sleep(time.Minute))
		for _, addr := range d.seen() {
			assert.Equal(t, addr, "b.test:80")
		}
		assert.Equal(t, len(d.seen()), 5)
		room.Close()
	}))
}

func TestCommandsAtOnceConnectOnce(t *testing.T) {
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		room, d := roomOf(t, sim, nil)
		var commands sync.WaitGroup
		for range 20 {
			commands.Go(func() { room.Load([]control.Provider{{ID: "a", URL: "ws://a.test"}}) })
		}
		commands.Wait()
		assert.NilError(t, sim.Sleep(time.Minute))
		assert.Equal(t, len(d.seen()), 5)
		defer func() {
			room.Load([]control.Provider{{ID: "a", URL: "ws://a.test"}})
			assert.NilError(t, sim.Sleep(time.Minute))
			assert.Equal(t, len(d.seen()), 5, "it is closed")
		}()
		p := room.Providers()
		assert.Equal(t, len(p), 1)
		assert.Equal(t, p[0].State, status.RoomError)
		room.Close()
	}))
}

func TestANewURLEndsTheAttemptsAtTheOld(t *testing.T) {
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		room, d := roomOf(t, sim, nil)
		room.Load([]control.Provider{{ID: "a", URL: "ws://old.test"}})
		assert.NilError(t, sim.Sleep(time.Second))
		room.Load([]control.Provider{{ID: "a", URL: "ws://new.test"}})
		assert.NilError(t, sim.Sleep(time.Minute))
		assert.DeepEqual(t, d.seen(), []string{
			"old.test:80", "old.test:80", "new.test:80", "new.test:80", "new.test:80", "new.test:80", "new.test:80",
		})
		room.Close()
	}))
}
