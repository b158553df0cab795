package netem

import (
	"io"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/netem/vtime"
)

// Process is a fake child process with its three pipes, on a link. One type
// has both sides: the parent's (Stdin, Stdout, Stderr, Wait, Terminate, Kill,
// PID), as os/exec shows a process, and the program's (In, Out, Err, Exit,
// Term, OnTerm, Killed, Fork). The code that makes a process runs its program in
// a goroutine of its own and calls Exit when that returns. Its methods may be
// called from any goroutine of the bubble.
type Process struct {
	net                   *Net
	link                  *Link
	actor                 string
	ordinal               int
	stdin, stdout, stderr *half

	onTerm func() // nil: TERM kills
	term   chan struct{}
	killed chan struct{}
	exited chan struct{}
	onEnd  []func() // called at the exit, without the lock
	ended  bool
	code   int
	err    error
	forks  int // grandchildren that hold stdout and stderr open
}

// ExitError says that a signal ended a process.
type ExitError struct{ Signal string }

// Error is the text of os/exec: "signal: killed".
func (e *ExitError) Error() string { return "signal: " + e.Signal }

// Process starts a process on the link of that name.
func (n *Net) Process(name string) *Process {
	n.mu.Lock()
	defer n.unlock()
	l := n.link(name)
	p := &Process{net: n, link: l, ordinal: l.next(), killed: make(chan struct{}), exited: make(chan struct{})}
	p.actor = name + "/proc-" + strconv.Itoa(p.ordinal)
	p.stdin = p.pipe(Up, "stdin")
	p.stdout = p.pipe(Down, "stdout")
	p.stderr = p.pipe(Stderr, "stderr")
	n.procs = append(n.procs, p)
	p.emit(processStart, p.PID(), "")
	return p
}

func (p *Process) pipe(d Direction, name string) *half {
	h := newHalf(p.link, p.ordinal, d, p.actor+"/"+name)
	p.link.join(h)
	return h
}

func (p *Process) emit(k EventKind, code int, detail string) {
	p.net.emit(Event{Actor: p.actor, Kind: k, Link: p.link.name, Conn: p.ordinal, Code: code, Detail: detail})
}

// Stdin is the parent's end of stdin. Closing it gives the program an end of
// file. After the program has gone, writes fail with EPIPE.
func (p *Process) Stdin() io.WriteCloser { return pipeWriter{p.stdin, "stdin"} }

// CloseStdin closes the parent's end of stdin.
func (p *Process) CloseStdin() error { return p.Stdin().Close() }

// Stdout is the parent's end of stdout; it is an io.ReadCloser too.
func (p *Process) Stdout() io.Reader { return pipeReader{p.stdout, "stdout"} }

// Stderr is the parent's end of stderr; it is an io.ReadCloser too.
func (p *Process) Stderr() io.Reader { return pipeReader{p.stderr, "stderr"} }

// Wait waits for the exit and returns the code of Exit, or -1 and an
// *[ExitError] if a signal ended the process. It may be called often. Unlike
// os/exec it leaves the pipes open: what was written can still be read.
func (p *Process) Wait() (code int, err error) {
	<-p.exited
	return p.code, p.err
}

// OnEnd has f called once when the parent learns of the exit: by that event, or at once
// if it has fired. f must not block. OnEnd may be called often; it saves a goroutine in
// Wait.
func (p *Process) OnEnd(f func()) {
	p.net.mu.Lock()
	over := p.reaped()
	if !over {
		p.onEnd = append(p.onEnd, f)
	}
	p.net.unlock()
	if over {
		f()
	}
}

// reaped reports whether the parent has learned of the exit.
func (p *Process) reaped() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// PID identifies the process: a number made from link and ordinal.
func (p *Process) PID() int {
	return 2 + int(vtime.Seed(0).Of(p.link.name).At(uint64(p.ordinal)).Below(1<<22-2))
}

// Terminate sends TERM to the process. It returns os.ErrProcessDone after the exit.
func (p *Process) Terminate() error { return p.signal("terminated", p.handleTerm) }

// Kill sends KILL to the process and everything it forked. It returns
// os.ErrProcessDone when nothing of them is left.
func (p *Process) Kill() error {
	return p.signal("killed", func() { p.forks = 0; p.die("killed") })
}

// signal delivers a signal as an event.
func (p *Process) signal(name string, deliver func()) error {
	p.net.mu.Lock()
	defer p.net.unlock()
	if p.ended && p.forks == 0 {
		return os.ErrProcessDone
	}
	p.net.schedule(time.Now(), p.actor+"/signal", func() {
		p.emit(processSignal, 0, name)
		deliver()
	})
	return nil
}

func (p *Process) handleTerm() {
	switch {
	case p.ended:
	case p.onTerm == nil && p.term == nil:
		p.die("terminated")
	default:
		p.tellTerm()
	}
}

// tellTerm lets the program handle TERM.
func (p *Process) tellTerm() {
	if p.onTerm != nil {
		p.net.sim.Go(p.actor+"/signal", p.onTerm)
	}
	if p.term != nil {
		select {
		case <-p.term:
		default:
			close(p.term)
		}
	}
}

// die is the end by a signal.
func (p *Process) die(signal string) {
	if !p.ended {
		close(p.killed)
	}
	p.end(-1, &ExitError{Signal: signal})
}

// end closes the program's side and schedules what the parent sees of it: the
// pipes' ends and the exit are events of their own.
func (p *Process) end(code int, err error) {
	if !p.ended {
		p.ended, p.code, p.err = true, code, err
		p.stdin.closeRead()
		p.net.sim.Schedule(time.Now(), p.actor+"/exit", p.reap)
	}
	p.closeOutputs()
}

// reap is the moment at which the parent learns of the exit.
func (p *Process) reap() {
	p.net.mu.Lock()
	detail := ""
	if p.err != nil {
		detail = p.err.Error()
	}
	p.emit(processExit, p.code, detail)
	close(p.exited)
	p.forget()
	told := p.onEnd
	p.onEnd = nil
	p.net.unlock()
	for _, f := range told {
		f()
	}
}

// closeOutputs ends stdout and stderr unless a grandchild holds them.
func (p *Process) closeOutputs() {
	if p.forks > 0 {
		return
	}
	p.stdout.closeWrite()
	p.stderr.closeWrite()
	p.forget()
}

// forget stops counting a process that has exited and left nothing behind.
func (p *Process) forget() {
	if p.reaped() && p.forks == 0 {
		p.net.procs = slices.DeleteFunc(p.net.procs, func(o *Process) bool { return o == p })
	}
}

// destroy kills the process for CloseAll: pipes end at once.
func (p *Process) destroy() {
	p.forks = 0
	p.die("killed")
	for _, h := range []*half{p.stdin, p.stdout, p.stderr} {
		h.abandon()
		h.arrived(&parcel{end: io.EOF})
	}
}
