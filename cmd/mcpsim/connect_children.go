package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"github.com/mcpsim/mcpsim/runtime/transport/stdio"
)

// stderrKept is how many of the last bytes of a process's stderr are kept, and
// stderrShown how many of its last lines are shown.
const (
	stderrKept  = 8 << 10
	stderrShown = 10
)

// children are the processes of servers: how they end, what they say on
// stderr, and who is left to be killed.
type children struct {
	mu      sync.Mutex
	alive   map[*child]bool
	newest  map[string]*child // by server
	refused bool              // killed: nothing starts any more
}

func newChildren() *children {
	return &children{alive: map[*child]bool{}, newest: map[string]*child{}}
}

// child is one process. It passes everything on and keeps the end of stderr.
type child struct {
	stdio.Process
	owner  *children
	stderr *tee

	// Guarded by children.mu.
	ended bool
	how   string // "exited with code 3"
}

// starter starts processes of one server in the operating system.
func (c *children) starter(server string, started func()) stdio.Starter {
	return stdio.StarterFunc(func(cmd stdio.Command) (stdio.Process, error) {
		p, err := stdio.OS().Start(cmd)
		if err != nil {
			return nil, err
		}
		k := &child{Process: p, owner: c, stderr: &tee{from: p.Stderr()}}
		c.mu.Lock()
		c.alive[k], c.newest[server] = true, k
		refused := c.refused
		c.mu.Unlock()
		if refused {
			_ = p.Kill()
		}
		started()
		return k, nil
	})
}

// Stderr is the process's stderr.
func (k *child) Stderr() io.Reader { return k.stderr }

// Wait returns the exit code and keeps it.
func (k *child) Wait() (int, error) {
	code, err := k.Process.Wait()
	k.owner.mu.Lock()
	defer k.owner.mu.Unlock()
	delete(k.owner.alive, k)
	k.ended, k.how = true, fmt.Sprintf("exited with code %d", code)
	if err != nil {
		k.how = "was ended (" + err.Error() + ")"
	}
	return code, err
}

// last tells about the newest process of a server.
func (c *children) last(server string) ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.newest[server]
	if k == nil {
		return ending{}
	}
	return ending{started: true, ended: k.ended, how: k.how, stderr: k.stderr.lines()}
}

// ending is how far a process has come.
type ending struct {
	started, ended bool
	how            string
	stderr         []string // its last lines
}

// kill ends every process with its group, and everyone that is still to come.
func (c *children) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refused = true
	for k := range c.alive {
		_ = k.Kill()
	}
}

// guard ends the program at the second signal. The first one ends the command
// in good order; if that takes too long for somebody, no process may be left
// behind.
func (c *children) guard() (stop func()) {
	signals := make(chan os.Signal, 2)
	done, joined := make(chan struct{}), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer close(joined)
		for n := 1; ; n++ {
			select {
			case s := <-signals:
				if n > 1 {
					c.kill()
					os.Exit(exitCode(&interrupted{s}))
				}
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
		<-joined
	}
}

// tee keeps the last bytes of what is read from a stream.
type tee struct {
	from io.Reader

	mu   sync.Mutex
	kept []byte
}

func (t *tee) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[:n]...)
	if over := len(t.kept) - stderrKept; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return n, err
}

// Close closes the stream, which ends a read that is waiting.
func (t *tee) Close() error {
	if c, ok := t.from.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

func (t *tee) lines() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimRight(string(t.kept), "\r\n \t")
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	return lines[max(0, len(lines)-stderrShown):]
}
