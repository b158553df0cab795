package reconcile_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/reconcile"
)

// driver is a runtime whose servers take a second to connect.
type driver struct {
	clk clock.Clock

	mu     sync.Mutex
	online []reconcile.Online
	did    []string
	wanted reconcile.Wanted
	err    error // of the next Wanted
}

func (d *driver) Online() []reconcile.Online {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]reconcile.Online(nil), d.online...)
}

func (d *driver) note(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.did = append(d.did, what)
}

func (d *driver) Stop(name string) {
	d.note("stop " + name)
	d.mu.Lock()
	defer d.mu.Unlock()
	var left []reconcile.Online
	for _, o := range d.online {
		if o.Name != name {
			left = append(left, o)
		}
	}
	d.online = left
}

func (d *driver) Connect(ctx context.Context, servers []config.Server) error {
	var names []string
	for _, s := range servers {
		names = append(names, s.Name)
		d.mu.Lock()
		known := false
		for _, o := range d.online {
			known = known || o.Name == s.Name
		}
		if !known {
			d.online = append(d.online, reconcile.Online{Name: s.Name, Connected: true})
		}
		d.mu.Unlock()
	}
	d.note("connect " + strings.Join(names, " "))
	return clock.Sleep(ctx, d.clk, time.Second)
}

func (d *driver) Refilter(s config.Server) { d.note("refilter " + s.Name) }

func (d *driver) want(servers ...reconcile.Desired) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wanted.Servers = servers
}

func (d *driver) Wanted(context.Context) (reconcile.Wanted, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.err
	d.err = nil
	return d.wanted, err
}

func (d *driver) take() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := strings.Join(d.did, ", ")
	d.did = nil
	return all
}

type bench struct {
	sim *vtime.Sim
	*driver
	*reconcile.Reconciler

	mu      sync.Mutex
	events  []string
	results []error
}

func simulate(t *testing.T, f func(*bench)) {
	t.Helper()
	err := vtime.Run(t, vtime.Config{}, func(sim *vtime.Sim) {
		b := &bench{sim: sim, driver: &driver{clk: sim.Clock("driver")}}
		b.Reconciler = reconcile.New(reconcile.Options{
			Driver: b.driver, Wanted: b.Wanted, Clock: sim.Clock("r"),
			Events: event.SinkFunc(func(e event.Event) {
				b.mu.Lock()
				defer b.mu.Unlock()
				b.events = append(b.events, string(e.Kind))
			}),
		})
		f(b)
		b.Close()
	})
	assert.NilError(t, err)
}

// ask asks for a pass in the background.
func (b *bench) ask() {
	b.sim.Go("asker", func() {
		err := b.Reconcile(context.Background())
		b.mu.Lock()
		defer b.mu.Unlock()
		b.results = append(b.results, err)
	})
	_ = b.sim.Settle()
}

func (b *bench) count(kind event.Kind) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		if e == string(kind) {
			n++
		}
	}
	return n
}

func TestWhoAsksDuringAPassSharesOneMore(t *testing.T) {
	simulate(t, func(b *bench) {
		b.want(want("a", "1"))
		b.ask()
		b.want(want("a", "2"))
		b.ask()
		b.want(want("a", "3"))
		b.ask()
		assert.Check(t, is.Equal(b.count(event.ReconcileStart), 1))
		assert.Check(t, b.sim.Sleep(time.Hour))
		assert.Check(t, is.Equal(b.count(event.ReconcileStart), 2))
		assert.Check(t, is.Equal(b.take(), "connect a, connect a"))
		assert.Check(t, is.Len(b.results, 3))
		b.ask()
		assert.Check(t, is.Equal(b.take(), "")) // the last pass has seen key 3
	})
}

func TestAPassThatFails(t *testing.T) {
	simulate(t, func(b *bench) {
		b.want(want("a", "1"))
		b.driver.err = errors.New("oops")
		b.ask()
		assert.Check(t, is.ErrorContains(b.results[0], "oops"))
		assert.Check(t, is.Equal(b.count(event.ServersUpdated), 1))
		b.ask()
		assert.Check(t, b.sim.Sleep(time.Hour))
		assert.Check(t, is.Equal(b.take(), "connect a"))
		assert.Check(t, is.Nil(b.results[1]))
	})
}

func TestKeysAreForgottenWithTheServer(t *testing.T) {
	simulate(t, func(b *bench) {
		b.want(want("a", "1"))
		b.ask()
		assert.Check(t, b.sim.Sleep(time.Hour))
		b.want()
		b.ask()
		b.want(want("a", "1"))
		b.ask()
		assert.Check(t, b.sim.Sleep(time.Hour))
		assert.Check(t, is.Equal(b.take(), "connect a, stop a, connect a"))
		b.Stop("a") // not by the reconciler
		b.ask()
		assert.Check(t, b.sim.Sleep(time.Hour))
		assert.Check(t, is.Equal(b.take(), "stop a, connect a"))
	})
}

func TestAnUntrustedDirectory(t *testing.T) {
	simulate(t, func(b *bench) {
		b.online = []reconcile.Online{up("b", "")}
		b.want(want("a", "1"))
		b.wanted.Untrusted = true
		b.ask()
		assert.Check(t, is.Equal(b.take(), ""))
		assert.Check(t, is.Equal(b.count(event.ServersUpdated), 1))
		assert.Check(t, is.Nil(b.results[0]))
	})
}

func TestClosing(t *testing.T) {
	simulate(t, func(b *bench) {
		b.want(want("a", "1"))
		b.ask()
		b.Close()
		assert.Check(t, b.sim.Settle())
		assert.Check(t, is.ErrorContains(b.results[0], "ended"))
		assert.Check(t, is.ErrorContains(b.Reconcile(context.Background()), "ended"))
	})
}
