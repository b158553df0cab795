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
)

// dials are the addresses that the runtime wanted to connect to, none of which there
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
	r, err := host.NewRoom(host.RoomServer(), host.Env{
		Clock: sim.Clock("room"), Dial: d.dial, Dir: "/",
		LookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Rand:      func(string, int) uint64 { return 0 },
	}, host.RoomOptions{})
	assert.NilError(t, err)
	return r, d
}

// A URL that comes over the network is taken literally: a program that may command
// where to connect is not told the environment of the room server.
func TestURLsOfProvidersHoldNoVariables(t *testing.T) {
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		room, d := roomOf(t, sim, map[string]string{"SECRET": "hunter2"})
		room.Load([]host.Provider{{ID: "a", URL: "ws://${SECRET}.test/"}, {ID: "b", URL: "ws://b.test/?key=${SECRET}"}})
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
			commands.Go(func() { room.Load([]host.Provider{{ID: "a", URL: "ws://a.test"}}) })
		}
		commands.Wait()
		assert.NilError(t, sim.Sleep(time.Minute))
		assert.Equal(t, len(d.seen()), 5)
		defer func() {
			room.Load([]host.Provider{{ID: "a", URL: "ws://a.test"}})
			assert.NilError(t, sim.Sleep(time.Minute))
			assert.Equal(t, len(d.seen()), 5, "it is closed")
		}()
		p := room.Providers()
		assert.Equal(t, len(p), 1)
		assert.Equal(t, string(p[0].State), "error")
		room.Close()
	}))
}

func TestANewURLEndsTheAttemptsAtTheOld(t *testing.T) {
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		room, d := roomOf(t, sim, nil)
		room.Load([]host.Provider{{ID: "a", URL: "ws://old.test"}})
		assert.NilError(t, sim.Sleep(time.Second))
		room.Load([]host.Provider{{ID: "a", URL: "ws://new.test"}})
		assert.NilError(t, sim.Sleep(time.Minute))
		assert.DeepEqual(t, d.seen(), []string{
			"old.test:80", "old.test:80", "new.test:80", "new.test:80", "new.test:80", "new.test:80", "new.test:80",
		})
		room.Close()
	}))
}
