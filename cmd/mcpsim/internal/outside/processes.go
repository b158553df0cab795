package outside

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// stderrKept is how many of the last bytes of a process's stderr are kept, and
// stderrShown how many of their lines are shown. Of a stderr that is kept as a whole the
// first stderrFirst lines are among them.
const (
	stderrKept  = 8 << 10
	stderrShown = 10
	stderrFirst = 3
)

// Processes are the processes of servers: how they end, what they say on
// stderr, and who is left to be killed.
type Processes struct {
	os process.Starter
	// Ending is called last when a second signal ends the program; nil: nothing is.
	// It is set before the guard is.
	Ending func()

	// starting is held by the caller who starts a process until it is in alive: a
	// process that has been started and is in no list would be left.
	starting sync.RWMutex
	refused  bool // killed: nothing starts any more; guarded by starting

	mu     sync.Mutex
	alive  map[*child]bool
	newest map[string]*child // by server
}

// NewProcesses returns one whose [Processes.Starter] starts with os.
func NewProcesses(os process.Starter) *Processes {
	return &Processes{os: os, alive: map[*child]bool{}, newest: map[string]*child{}}
}

// errRefused is the answer to a start after everything has been killed.
var errRefused = errors.New("the program is ending")

// child is one process. It passes everything on and keeps the end of stderr.
type child struct {
	process.Process
	owner  *Processes
	stderr *tee

	// Guarded by Processes.mu.
	ended bool
	how   string // "exited with code 3"
}

// Starter starts processes of one server in the operating system.
func (c *Processes) Starter(server string, started func()) process.Starter {
	return c.Around(c.os, server, started)
}

// Around starts processes of one server with a starter of its own.
func (c *Processes) Around(os process.Starter, server string, started func()) process.Starter {
	return process.StarterFunc(func(cmd process.Command) (process.Process, error) {
		c.starting.RLock()
		defer c.starting.RUnlock()
		if c.refused {
			return nil, errRefused
		}
		p, err := os.Start(cmd)
		if err != nil {
			return nil, err
		}
		k := &child{Process: p, owner: c, stderr: &tee{from: p.Stderr()}}
		c.mu.Lock()
		c.alive[k], c.newest[server] = true, k
		c.mu.Unlock()
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

// Last tells about the newest process of a server.
func (c *Processes) Last(server string) Ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.newest[server]
	if k == nil {
		return Ending{}
	}
	return Ending{Started: true, Ended: k.ended, How: k.how, Stderr: k.stderr.lines()}
}

// Ending is how far a process has come.
type Ending struct {
	Started, Ended bool
	How            string
	Stderr         []string // its first and its last lines; of a long one the last
}

// kill ends every process with its group, those that are just being started
// among them, and lets nothing start after them.
func (c *Processes) kill() {
	c.starting.Lock()
	defer c.starting.Unlock()
	c.refused = true
	c.mu.Lock()
	defer c.mu.Unlock()
	for k := range c.alive {
		_ = k.Kill()
	}
}

// Guard ends the program at the second signal. The first one ends the command
// in good order; if that takes the user too long, no process may be left
// behind. A guard that has seen a signal stays until the program ends: stopping
// it would give the next signal its default effect and change the exit code.
func (c *Processes) Guard() (stop func()) {
	signals := make(chan os.Signal, 2)
	done, joined := make(chan struct{}), make(chan struct{})
	signal.Notify(signals, ui.EndSignals()...)
	go func() {
		select {
		case <-signals:
		case <-done:
			signal.Stop(signals)
			close(joined)
			return
		}
		close(joined)
		s := <-signals
		c.kill()
		if c.Ending != nil {
			c.Ending()
		}
		os.Exit(ui.ExitCode(&ui.Interrupted{Signal: s}))
	}()
	return func() {
		close(done)
		<-joined
	}
}

// tee keeps the last bytes of what is read from a stream.
type tee struct {
	from io.Reader

	mu      sync.Mutex
	kept    []byte
	dropped bool // what came first is not kept any more
}

func (t *tee) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[:n]...)
	if over := len(t.kept) - stderrKept; over > 0 {
		t.dropped = true
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
	left := len(lines) - stderrShown
	switch {
	case left <= 0:
		return lines
	case t.dropped:
		return lines[left:]
	}
	begin := slices.Clone(lines[:stderrFirst]) // an error, and a page of usage below it
	return append(append(begin, fmt.Sprintf("(%s left out)", words.Count(left, "line"))), lines[stderrFirst+left:]...)
}
