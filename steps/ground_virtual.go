package steps

import (
	"context"
	"errors"
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// freezeAfter is the real time without virtual progress that fails a scenario.
var freezeAfter = 10 * time.Second

// virtualGround is a bubble with an emulated network.
type virtualGround struct {
	w     *World
	pump  *vtime.Pump
	net   *netem.Net
	clk   clock.Clock // the runtime's
	begin time.Time
}

func newVirtualGround(t *testing.T, w *World) ground {
	g := &virtualGround{w: w, pump: vtime.Start(t, vtime.Config{
		Seed:         vtime.Seed(w.scenario.Seed),
		ScheduleSeed: w.scenario.ScheduleSeed,
		OrderSeed:    w.scenario.OrderSeed,
		Racing:       w.scenario.Racing,
		Freeze:       freezeAfter,
	})}
	err := g.pump.Do(func() error {
		g.net = netem.New(g.sim())
		g.net.Observe(g.observe)
		g.clk = g.sim().Clock("runtime")
		g.begin = g.sim().Begin()
		return nil
	})
	if err != nil {
		return broken{g, err}
	}
	return g
}

func (g *virtualGround) sim() *vtime.Sim                       { return g.pump.Sim() }
func (g *virtualGround) do(f func() error) error               { return g.pump.Do(f) }
func (g *virtualGround) clock() clock.Clock                    { return g.clk }
func (g *virtualGround) sleep(d time.Duration) error           { return g.sim().Sleep(d) }
func (g *virtualGround) settle() error                         { return g.sim().Settle() }
func (g *virtualGround) cause() uint64                         { return g.sim().Cause() }
func (g *virtualGround) link(name string) (*netem.Link, error) { return g.net.Link(name), nil }

// spawn starts f when it is its actor's turn: actors that are started at the
// same instant begin one after the other.
func (g *virtualGround) spawn(actor string, f func()) {
	g.sim().Go(actor, func() {
		_ = g.sim().Clock(actor).Turn(context.Background())
		f()
	})
}

// observe puts what happens on the network into the trace.
func (g *virtualGround) observe(e netem.Event) {
	g.w.Emit(event.Event{
		At: e.At, Actor: e.Actor, Kind: event.Kind("net." + string(e.Kind)), Server: e.Link, Conn: e.Conn,
		Name: e.Fault, N: e.Bytes + e.Code, Text: e.Detail,
	})
}

func (g *virtualGround) hostEnv() host.Env {
	return host.Env{
		Clock:   g.clock(),
		Starter: g.w.watchedStarter(virtualStarter{g}),
		Dial:    g.w.watchedDial(g.net.Dial("runtime")),
		IDs: func(server string, epoch int) host.IDSource {
			return host.ClockSnowflakes(g.clock().Now, int64(g.w.index(server)*16+epoch))
		},
		Environ: g.w.environ,
		Dir:     projectDir,
	}
}

func (g *virtualGround) listen(address string) (net.Listener, error) { return g.net.Listen(address) }

// prepare has nothing to do: a process exists once it is spawned.
func (g *virtualGround) prepare(*server) error { return nil }

func (g *virtualGround) path(name string) string { return name }

func (g *virtualGround) live(s *server) int { return s.liveProcesses() }

func (g *virtualGround) close() error {
	if g.pump == nil {
		return nil
	}
	err := g.pump.Do(func() error {
		g.net.CloseAll()
		return g.sim().Settle()
	})
	if stop := g.pump.Stop(); err == nil {
		err = stop
	}
	return err
}

// spoils reports whether an error means that goroutines were left behind that
// cannot be ended.
func spoils(err error) bool {
	var freeze *vtime.FreezeError
	return errors.As(err, &freeze)
}

// virtualStarter starts declared servers as fake processes. The command of a
// server is its name.
type virtualStarter struct{ g *virtualGround }

func (v virtualStarter) Start(c process.Command) (process.Process, error) {
	s := v.g.w.servers[c.Path]
	if s == nil || !s.spawns() {
		return nil, &exec.Error{Name: c.Path, Err: exec.ErrNotFound}
	}
	p := v.g.net.Process(s.name)
	s.spawned(c)
	p.OnEnd(s.exited)
	v.g.spawn(s.name+".process", func() {
		p.Exit(s.fake.ServeStdio(fakeserver.Stdio{In: p.In(), Out: p.Out(), Err: p.Err(), Term: p.Term(), Kill: p.Killed()}))
	})
	return p, nil
}
