package steps

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// realGround is this machine: wall clock, child processes, loopback sockets.
type realGround struct {
	w      *World
	clk    clock.Clock
	dir    string // of sockets
	wg     sync.WaitGroup
	relays []*relay.Parent

	mu   sync.Mutex
	pids map[int]bool // children that were seen
}

func newRealGround(w *World) ground {
	g := &realGround{w: w, clk: clock.Real(), pids: map[int]bool{}}
	dir, err := os.MkdirTemp("", "mcpsim-")
	if err != nil {
		return broken{g, fmt.Errorf("making a directory for sockets: %w", err)}
	}
	g.dir = dir
	return g
}

func (g *realGround) do(f func() error) error { return guarded(f) }
func (g *realGround) clock() clock.Clock      { return g.clk }
func (g *realGround) settle() error           { return nil }
func (g *realGround) cause() uint64           { return 0 }

func (g *realGround) sleep(d time.Duration) error {
	g.clk.Sleep(d)
	return nil
}

func (g *realGround) spawn(_ string, f func()) { g.wg.Go(f) }

func (g *realGround) hostEnv() host.Env { return host.Env{Clock: g.clk, Dir: g.dir} }

func (g *realGround) link(string) (*netem.Link, error) {
	return nil, errors.New("the network is emulated in the virtual world only: tag the scenario @virtual")
}

// open makes a server reachable: a loopback listener, or this program as a
// child that relays to the fake.
func (g *realGround) open(s *server) error {
	if s.kind == stdioServer {
		return g.openStdio(s)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("opening server %q: %w", s.name, err)
	}
	s.listener = l
	s.config.URL = s.url(l.Addr().String())
	g.spawn(s.name, func() { _ = s.fake.Serve(l) })
	return nil
}

func (g *realGround) openStdio(s *server) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	socket := filepath.Join(g.dir, fmt.Sprintf("%d.sock", len(g.relays)))
	parent, err := relay.Listen(socket, func(p *relay.Process) {
		g.mu.Lock()
		g.pids[p.PID] = true
		g.mu.Unlock()
		s.mu.Lock()
		s.commands = append(s.commands, process.Command{Path: program})
		s.mu.Unlock()
		p.Exit(s.fake.ServeStdio(fakeserver.Stdio{In: p.In, Out: p.Out, Err: p.Err, Term: p.Term, Kill: p.Kill}))
	})
	if err != nil {
		return err
	}
	g.relays = append(g.relays, parent)
	s.config.Command = program
	s.config.Env = map[string]string{relay.Variable: socket}
	return nil
}

func (g *realGround) shut(s *server) {
	if s.listener != nil {
		_ = s.listener.Close() // and with it everything that is open
		s.listener = nil
	}
	s.config.Command = filepath.Join(g.dir, "no-such-program")
}

// live counts the children that still exist.
func (g *realGround) live(*server) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := 0
	for pid := range g.pids {
		if _, err := os.Stat(fmt.Sprintf("/proc/%d", pid)); err == nil {
			n++
		}
	}
	return n
}

// close ends the fakes and checks that no child survived.
func (g *realGround) close() error {
	for _, r := range g.relays {
		r.Close()
	}
	g.wg.Wait()
	err := os.RemoveAll(g.dir)
	if n := g.live(nil); n > 0 {
		return fmt.Errorf("leak: %d child processes are left", n)
	}
	return err
}

// guarded turns a panic of a step into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic in a step: %v", v)
		}
	}()
	return f()
}
