package manager_test

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// onCommand is the policy of runtimes that connect on command and wait for no server.
func onCommand() manager.Policy {
	return manager.Policy{
		Gate: manager.NoGate, KeepUnlisted: true, NoCallReconnect: true,
		Connect: backoff.RoomServer(), Reconnect: backoff.RoomServer(),
	}
}

func TestHeldServersWaitForAStart(t *testing.T) {
	simulate(t, onCommand(), func(b *bench) {
		b.Hold([]config.Server{definition("a"), definition("b")})
		b.after(time.Hour)
		assert.Equal(t, b.view("a").State, manager.Held)
		assert.Equal(t, b.Status("a"), manager.StatusDisconnected)
		assert.Equal(t, b.fakes.attempts("a"), 0)
		assert.Error(t, b.Reconnect(context.Background(), "a"), "server stopped", "nobody runs it")
		b.start("b")
		assert.Equal(t, b.view("b").State, manager.Ready)
		b.Hold([]config.Server{definition("b")})
		assert.Equal(t, b.view("b").State, manager.Ready, "it is known already")
		assert.Equal(t, b.Servers()[0].Name, "a", "a held server has its place")
		b.Stop("a")
		assert.Equal(t, len(b.Servers()), 1)
	})
}

func TestAFirstConnectMayHaveALadder(t *testing.T) {
	simulate(t, onCommand(), func(b *bench) {
		b.fakes.set("a", behaviour{refuse: true})
		b.start("a")
		assert.Equal(t, b.pending(), 0, "nobody waits for it")
		b.after(7499 * time.Millisecond)
		assert.Equal(t, b.view("a").State, manager.Backoff)
		b.after(time.Hour)
		assert.Equal(t, b.view("a").State, manager.Failed)
		assert.Equal(t, b.fakes.attempts("a"), 5)
		b.fakes.set("a", behaviour{})
		b.start("a")
		assert.Equal(t, b.view("a").State, manager.Ready)
	})
}

func TestAServerIsStoppedWithinItsFirstLadder(t *testing.T) {
	simulate(t, onCommand(), func(b *bench) {
		b.fakes.set("a", behaviour{refuse: true})
		b.start("a")
		b.after(time.Second)
		b.Stop("a")
		b.after(time.Hour)
		assert.Equal(t, b.fakes.attempts("a"), 2)
	})
}

func TestEveryConnectKeepsAnUnlistedServer(t *testing.T) {
	simulate(t, onCommand(), func(b *bench) {
		b.start("a")
		b.fakes.set("a", behaviour{listFails: true})
		b.fakes.open("a")[0].drop()
		b.after(time.Second)
		assert.Equal(t, b.view("a").State, manager.Ready)
		assert.Equal(t, b.Status("a"), manager.StatusConnected)
		assert.Equal(t, b.records("a", "listing the tools failed"), 1)
	})
}

// A connection that is lost while its tools are listed was one: what follows is a
// new cycle of attempts, at once.
func TestALossWhileListingBeginsANewCycle(t *testing.T) {
	simulate(t, onCommand(), func(b *bench) {
		b.start("a")
		b.fakes.set("a", behaviour{list: forever})
		b.fakes.open("a")[0].drop()
		b.after(0)
		assert.Equal(t, b.view("a").State, manager.Listing)
		b.fakes.set("a", behaviour{refuse: true})
		b.fakes.open("a")[0].drop()
		b.after(time.Hour)
		assert.Equal(t, b.fakes.attempts("a"), 7, "the first, the lost one, and five")
		assert.Equal(t, b.view("a").State, manager.Failed)
	})
}
