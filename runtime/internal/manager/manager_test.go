package manager_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

func TestZeroPolicyNeverReconnects(t *testing.T) {
	simulate(t, manager.Policy{}, func(b *bench) {
		b.start("a")
		b.fakes.open("a")[0].drop()
		b.after(time.Hour)
		assert.Equal(t, b.fakes.attempts("a"), 1)
		assert.Equal(t, b.view("a").State, manager.Failed)
		assert.Error(t, b.Reconnect(context.Background(), "a"), "reconnecting is switched off")
		assert.Equal(t, b.fakes.attempts("a"), 1)
	})
}

func TestReconnectCutsShortWhatHangs(t *testing.T) {
	for name, hang := range map[string]behaviour{
		"connect":    {connect: forever},
		"first list": {list: forever},
	} {
		t.Run(name, func(t *testing.T) {
			simulate(t, policy(), func(b *bench) {
				b.fakes.set("a", hang)
				b.start("a")
				b.fakes.set("a", behaviour{})
				b.begin("reconnect", func() { assert.Check(t, b.Reconnect(context.Background(), "a")) })
				assert.Equal(t, b.pending(), 0, "startup and reconnect have both returned")
				assert.Equal(t, b.view("a").State, manager.Ready)
				assert.NilError(t, b.view("a").Err)
			})
		})
	}
}

func TestReconnectCutsARefreshShort(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a")
		b.fakes.set("a", behaviour{list: forever})
		b.fakes.open("a")[0].life.OnNotification(protocol.NotifyToolsChanged, nil)
		b.after(0)
		b.fakes.set("a", behaviour{tools: "new"})
		b.begin("reconnect", func() { assert.Check(t, b.Reconnect(context.Background(), "a")) })
		assert.Equal(t, b.pending(), 0)
		assert.DeepEqual(t, b.toolNames(), []string{"mcp__a_new"})
	})
}

func TestStaleToolsOutliveAFailedStart(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a", "b")
		b.fakes.set("a", behaviour{refuse: true})
		b.fakes.open("a")[0].drop()
		b.after(time.Minute)
		assert.Equal(t, b.view("a").State, manager.Failed)
		b.start("a")
		assert.Equal(t, b.fakes.attempts("a"), 7)
		assert.DeepEqual(t, b.toolNames(), []string{"mcp__a_echo", "mcp__b_echo"})
		assert.Equal(t, b.Servers()[0].Name, "a", "it keeps its place")
	})
}

func TestFailureInsideALaterStartIsNotLogged(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a")
		b.fakes.set("b", behaviour{connect: time.Second, refuse: true})
		result := b.Start(context.Background(), []config.Server{definition("b")})
		assert.Equal(t, len(result.Errors), 1)
		assert.Equal(t, b.records("b", "connecting in the background failed"), 0)
	})
}

func TestFailureAfterAnAbandonedStartIsLogged(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.fakes.set("a", behaviour{connect: time.Second, refuse: true})
		ctx, cancel := context.WithCancel(context.Background())
		b.begin("start", func() {
			result := b.Start(ctx, []config.Server{definition("a")})
			assert.Check(t, len(result.Errors) == 0 && len(result.Pending) == 1)
		})
		cancel()
		b.after(time.Second)
		assert.Equal(t, b.records("a", "connecting in the background failed"), 1)
	})
}

func TestNoticeBeforeTheFirstListNeedsNoSecondOne(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.fakes.set("a", behaviour{notice: true, list: time.Second})
		b.start("a")
		b.after(999 * time.Millisecond)
		assert.Equal(t, b.fakes.listed("a"), 1)
		b.fakes.open("a")[0].life.OnNotification(protocol.NotifyToolsChanged, nil)
		b.after(time.Minute)
		assert.Equal(t, b.fakes.listed("a"), 2, "a notice during a list asks for another")
		b.fakes.open("a")[0].life.OnNotification(protocol.NotifyToolsChanged, nil)
		b.fakes.open("a")[0].drop()
		b.after(time.Minute)
		assert.Equal(t, b.fakes.listed("a"), 3, "the list of the new connection answers the notice")
	})
}

func TestOldConnectionsAreNotHeard(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a")
		old := b.fakes.open("a")[0]
		assert.NilError(t, b.Reconnect(context.Background(), "a"))
		old.life.OnNotification(protocol.NotifyToolsChanged, nil)
		b.after(time.Minute)
		assert.Equal(t, b.fakes.listed("a"), 2)
		assert.Equal(t, len(b.heard), 0)
		b.fakes.open("a")[0].life.OnNotification("notifications/message", nil)
		assert.DeepEqual(t, b.heard, []string{"notifications/message"})
	})
}

func TestEverybodyWhoAsksSharesOneReconnect(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a")
		b.fakes.set("a", behaviour{connect: time.Second})
		for range 5 {
			b.begin("reconnect", func() { assert.Check(t, b.Reconnect(context.Background(), "a")) })
		}
		b.after(time.Minute)
		assert.Equal(t, b.fakes.attempts("a"), 2)
		assert.Equal(t, b.pending(), 0)
	})
}

func TestStopEndsWhoWaits(t *testing.T) {
	simulate(t, policy(), func(b *bench) {
		b.start("a")
		tool := b.Tools()[0]
		b.fakes.set("a", behaviour{refuse: true})
		b.fakes.open("a")[0].drop()
		b.after(time.Second)
		b.begin("reconnect", func() { assert.Check(t, b.Reconnect(context.Background(), "a") != nil) })
		b.begin("call", func() { _, err := b.CallTool(context.Background(), tool, nil); assert.Check(t, err) })
		assert.Equal(t, b.pending(), 2)
		b.Stop("a")
		b.after(0)
		assert.Equal(t, b.pending(), 0)
	})
}

// Two starts at once meet in no simulated order here, so the race detector has
// something to look at.
func TestConcurrentStartsShareOneOwner(t *testing.T) {
	for range 200 {
		f := newFakes(clock.Real())
		m := manager.New(manager.Options{Connector: f, Clock: clock.Real(), Rand: noJitter})
		var all sync.WaitGroup
		together := make(chan struct{})
		for range 8 {
			all.Go(func() {
				<-together
				m.Start(context.Background(), []config.Server{definition("a")})
			})
		}
		close(together)
		all.Wait()
		assert.Equal(t, f.attempts("a"), 1)
		assert.Equal(t, len(m.Servers()), 1)
		m.StopAll()
		assert.Equal(t, f.leftOpen(), 0)
	}
}
