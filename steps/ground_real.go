package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/relay"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// realGround is this machine: wall clock, child processes, loopback sockets. What a
// server is called is the same as in the virtual world: its name is its command, and
// NAME.test its address.
type realGround struct {
	w      *World
	clk    clock.Clock
	root   string // where the directories of the scenario are, and sockets
	wg     sync.WaitGroup
	relays map[string]*relay.Parent // by the server's name

	mu        sync.Mutex
	addresses map[string]string // where names are listened at
	starting  map[int]bool      // processes that have not reached their relay, by pid
}

func newRealGround(w *World) ground {
	g := &realGround{w: w, clk: clock.Real(), relays: map[string]*relay.Parent{}, addresses: map[string]string{}, starting: map[int]bool{}}
	dir, err := os.MkdirTemp("", "mcpsim-")
	if err != nil {
		return broken{g, fmt.Errorf("making a directory for sockets: %w", err)}
	}
	g.root = dir
	for _, d := range []string{homeDir, projectDir} {
		if err := os.MkdirAll(g.path(d), 0o700); err != nil {
			return broken{g, fmt.Errorf("making a directory for files: %w", err)}
		}
	}
	return g
}

func (g *realGround) path(name string) string { return filepath.Join(g.root, name) }

func (g *realGround) do(f func() error) error { return guarded(f) }
func (g *realGround) clock() clock.Clock      { return g.clk }
func (g *realGround) cause() uint64           { return 0 }

func (g *realGround) sleep(d time.Duration) error {
	g.clk.Sleep(d)
	return g.settle()
}

// settle waits until nothing has been seen to happen for a while. A turn that ended
// late does not count: the machine is busy then, and what is due may be late as well.
func (g *realGround) settle() error {
	deadline := g.clk.Now().Add(patience)
	for quiet := 0; quiet < quietTurns && g.clk.Now().Before(deadline); {
		before, begin := g.w.eventCount(), g.clk.Now()
		g.clk.Sleep(turn)
		if g.w.eventCount() == before && g.idle() && g.clk.Since(begin) < 2*turn {
			quiet++
		} else {
			quiet = 0
		}
	}
	return nil
}

// idle reports whether no process is on its way to its first instruction.
func (g *realGround) idle() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.starting) == 0
}

func (g *realGround) spawn(_ string, f func()) { g.wg.Go(f) }

func (g *realGround) hostEnv() host.Env {
	return host.Env{ // without a clock: that is the wall clock, as everywhere
		Starter: g.w.watchedStarter(process.StarterFunc(g.start)), Dial: g.w.watchedDial(g.dial), Dir: g.path(projectDir),
		Environ: func() []string { return append(os.Environ(), g.w.environ()...) },
	}
}

func (g *realGround) link(string) (*netem.Link, error) {
	return nil, errors.New("the network is emulated in the virtual world only: tag the scenario @virtual")
}

// listen listens at a free port of this machine, which dial finds by the name.
func (g *realGround) listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g.setAddress(address, l.Addr().String())
	return namedListener{l, func() { g.setAddress(address, refusing) }}, nil
}

// refusing is an address at which nothing listens. The port that a listener had may
// already be that of another scenario.
const refusing = "127.0.0.1:1"

func (g *realGround) setAddress(name, address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.addresses[name] = address
}

// dial reaches what listens at a name; at all others nothing does.
func (g *realGround) dial(ctx context.Context, network, address string) (net.Conn, error) {
	g.mu.Lock()
	known := cmp.Or(g.addresses[address], refusing)
	g.mu.Unlock()
	return new(net.Dialer).DialContext(ctx, network, known)
}

// namedListener is a listener that tells when it is closed.
type namedListener struct {
	net.Listener
	closed func()
}

func (l namedListener) Close() error {
	l.closed()
	return l.Listener.Close()
}

// prepare lets children of this program be the processes of a server: they relay to
// the fake.
func (g *realGround) prepare(s *server) error {
	if g.relays[s.name] != nil {
		return nil
	}
	socket := filepath.Join(g.root, fmt.Sprintf("%d.sock", len(g.relays)))
	parent, err := relay.Listen(socket, func(p *relay.Process) {
		g.arrived(p.PID)
		p.Exit(s.fake.ServeStdio(fakeserver.Stdio{In: p.In, Out: p.Out, Err: p.Err, Term: p.Term, Kill: p.Kill}))
	})
	g.relays[s.name] = parent
	return err
}

// start starts the process of a declared server, whose command is its name, or any
// other program.
func (g *realGround) start(c process.Command) (process.Process, error) {
	s := g.w.servers[c.Path]
	if s == nil || !s.spawns() {
		return process.OS().Start(c)
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil { // a user's machine has it
		return nil, err
	}
	relayed := c
	relayed.Path = program
	relayed.Env = append(slices.Clone(c.Env), relay.Variable+"="+g.relays[s.name].Path())
	g.mu.Lock()
	defer g.mu.Unlock() // the process may arrive before Start returns
	p, err := process.OS().Start(relayed)
	if err != nil {
		return nil, err
	}
	pid := p.(interface{ PID() int }).PID()
	g.starting[pid] = true
	s.spawned(c)
	g.wg.Go(func() {
		_, _ = p.Wait()
		s.exited()
		g.arrived(pid)
	})
	return p, nil
}

// programs makes programs of the declared servers over stdio, for what finds them by
// PATH outside of this process, and returns their directory.
func (g *realGround) programs() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	dir := filepath.Join(g.root, "bin")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	for name, r := range g.relays {
		script := fmt.Sprintf("#!/bin/sh\n%s=%s exec %s \"$@\"\n", relay.Variable, words.Quote(r.Path()), words.Quote(self))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil { //nolint:gosec // a program
			return "", err
		}
	}
	return dir, nil
}

// arrived says that a process has reached its relay, or never will.
func (g *realGround) arrived(pid int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.starting, pid)
}

func (g *realGround) live(s *server) int { return s.liveProcesses() }

// close ends the fakes and checks that no child survived.
func (g *realGround) close() error {
	left := repeat(g.checkGone)
	for _, r := range g.relays {
		r.Close()
	}
	g.wg.Wait()
	return errors.Join(left, os.RemoveAll(g.root))
}

func (g *realGround) checkGone() error {
	for _, s := range g.w.declared() {
		if n := s.liveProcesses(); n > 0 {
			return fmt.Errorf("leak: %d child processes of server %q are left", n, s.name)
		}
	}
	return nil
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
