package probe

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Process is a server over stdio. Its goroutines end with the process and its
// pipes, which the end of its [Conn] joins.
type Process struct {
	handle process.Process
	clk    clock.Clock
	inbox  *inbox
	queue  chan []byte // to stdin
	left   chan struct{}
	hurry  <-chan struct{} // closed when no time is left: nothing waits any more
	gone   chan struct{}   // closed when code is set
	dry    chan struct{}   // closed when stderr has ended
	code   int
	tasks  sync.WaitGroup

	begun   time.Time
	group   int    // its process group; 0 = not one of this machine
	pieces  pieces // of stdout
	outGate gate   // shut = not read: stdout
	errGate gate   // shut = not read: stderr

	mu      sync.Mutex
	closed  bool // stdin
	stderr  []byte
	orphans []member // who was left of its group when it had ended
}

// startProcess starts a process whose stdout goes to in and is told to heard.
func startProcess(ctx context.Context, t Target, in *inbox, heard func(Line, []Frame)) (*Process, error) {
	s := &Process{
		hurry: ctx.Done(), clk: t.Clock, inbox: in, begun: t.Clock.Now(),
		queue: make(chan []byte, 256), left: make(chan struct{}), gone: make(chan struct{}), dry: make(chan struct{}),
	}
	p, err := s.start(t)
	if err != nil {
		return nil, err
	}
	s.handle = p
	s.tasks.Go(func() { s.read(heard) })
	s.tasks.Go(s.drain)
	s.tasks.Go(s.write)
	s.tasks.Go(func() {
		s.code, _ = p.Wait()
		close(s.gone)
	})
	return s, nil
}

// start starts the process in the operating system unless the target brings a
// starter of its own.
func (s *Process) start(t Target) (process.Process, error) {
	if t.Starter != nil {
		return t.Starter.Start(t.Command)
	}
	starter := process.Watched(s.abandoned)
	if t.Around != nil {
		starter = t.Around(starter)
	}
	p, err := starter.Start(t.Command)
	if err == nil {
		s.group = p.PID()
	}
	return p, err
}

// read reads stdout to its end, also what is not kept: a process that can write no
// more could not end either.
func (s *Process) read(heard func(Line, []Frame)) {
	defer s.inbox.end()
	defer s.giveUp(heard)
	in := bufio.NewReaderSize(s.handle.Stdout(), 64<<10)
	for {
		s.outGate.wait()
		raw, err := readLine(in)
		switch {
		case errors.Is(err, errTooLong):
			s.inbox.overflow(len(raw))
			_, err = io.Copy(io.Discard, in)
			if err == nil {
				err = io.EOF
			}
		case len(raw) > 0:
			s.hear(cutLine(raw), heard)
		}
		if err != nil {
			return
		}
	}
}

// hear keeps a line and tells heard of it. Those of a flood are only counted, and what comes when no
// time is left is dropped.
func (s *Process) hear(l Line, heard func(Line, []Frame)) {
	if clock.Closed(s.hurry) {
		return
	}
	if s.inbox.full() {
		s.inbox.count(len(l.Raw))
		return
	}
	frames := parseFrames(l.Raw)
	if !pure(frames) && l.EOL != "" {
		whole, complete, taken := s.pieces.take(l)
		switch {
		case complete:
			l, frames = whole, parseFrames(whole.Raw)
		case taken:
			return
		}
	}
	s.giveUp(heard)
	heard(l, frames)
	s.inbox.add(l, frames)
}

// giveUp takes lines that became no message for what they are.
func (s *Process) giveUp(heard func(Line, []Frame)) {
	for _, l := range s.pieces.rest() {
		frames := parseFrames(l.Raw)
		heard(l, frames)
		s.inbox.add(l, frames)
	}
}

// readLine reads up to a line end or the end, as much as a message may be.
func readLine(in *bufio.Reader) ([]byte, error) {
	var out []byte
	for {
		part, err := in.ReadSlice('\n')
		out = append(out, part...)
		switch {
		case len(out) > MaxMessage:
			return out, errTooLong
		case errors.Is(err, bufio.ErrBufferFull):
		case tooLong(out):
			return out, errTooLong
		default:
			return out, err
		}
	}
}

func cutLine(raw []byte) Line {
	if rest, ok := bytes.CutSuffix(raw, []byte("\r\n")); ok {
		return Line{Raw: rest, EOL: "\r\n"}
	}
	if rest, ok := bytes.CutSuffix(raw, []byte("\n")); ok {
		return Line{Raw: rest, EOL: "\n"}
	}
	return Line{Raw: raw}
}

// drain reads stderr and keeps its end.
func (s *Process) drain() {
	defer close(s.dry)
	buffer := make([]byte, 4<<10)
	for {
		s.errGate.wait()
		n, err := s.handle.Stderr().Read(buffer)
		s.mu.Lock()
		s.stderr = append(s.stderr, buffer[:n]...)
		s.stderr = s.stderr[max(0, len(s.stderr)-StderrKept):]
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// stderrEnd waits a moment for the last words of a process that has ended.
func (s *Process) stderrEnd() string {
	timer := s.clk.NewTimer(drainWait)
	defer timer.Stop()
	select {
	case <-s.dry:
	case <-timer.Chan():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.TrimSpace(string(s.stderr))
}

// write owns stdin. What cannot be written is lost: the process has ended.
func (s *Process) write() {
	defer s.handle.Stdin().Close()
	for {
		select {
		case <-s.left:
			return
		case raw, more := <-s.queue:
			if !more {
				return
			}
			if _, err := s.handle.Stdin().Write(raw); err != nil {
				return
			}
		}
	}
}

// send queues bytes. A server that does not read does not block it; what it
// never answers shows that.
func (s *Process) send(raw []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("stdin has been closed")
	}
	select {
	case <-s.gone: // whether there is room in the queue or not
		return ErrEnded
	default:
	}
	select {
	case s.queue <- raw:
		return nil
	default:
		return errors.New("the server does not read stdin")
	}
}

// CloseStdin ends stdin after what is queued.
func (s *Process) CloseStdin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.queue)
	}
}

// Exited waits for the exit, at most d, or until nothing waits any more.
func (s *Process) Exited(d time.Duration) bool { return s.exitedUnless(s.hurry, d) }

func (s *Process) exitedUnless(hurry <-chan struct{}, d time.Duration) bool {
	timer := s.clk.NewTimer(d)
	defer timer.Stop()
	select {
	case <-s.gone:
	case <-timer.Chan():
	case <-hurry:
	}
	select {
	case <-s.gone: // also if that was not what was chosen
		return true
	default:
		return false
	}
}

// drainWait is how long output of an exited process may still arrive, and how
// long a process may take after the end of stdin before it is killed at the end
// of a check that was not about that.
const drainWait = 200 * time.Millisecond

// end closes stdin, then kills what is left, and joins everything.
func (s *Process) end() {
	s.outGate.open()
	s.errGate.open()
	s.CloseStdin()
	if !s.exitedUnless(nil, drainWait) {
		_ = s.handle.Kill()
		<-s.gone
	}
	close(s.left)
	_ = s.handle.Stdin().Close()
	_ = s.inbox.AwaitEnd(drainWait)
	closeReader(s.handle.Stdout())
	closeReader(s.handle.Stderr())
	s.tasks.Wait()
}

// Terminate asks the process group to end. One that has ended needs no asking.
func (s *Process) Terminate() { _ = s.handle.Terminate() }

// HoldStdout stops reading stdout until release is called or the process is ended.
func (s *Process) HoldStdout() (release func()) {
	s.outGate.close()
	return s.outGate.open
}

// HoldStderr stops reading stderr for good.
func (s *Process) HoldStderr() { s.errGate.close() }

// CloseStdout closes the end of stdout that is read.
func (s *Process) CloseStdout() { closeReader(s.handle.Stdout()) }

func closeReader(r io.Reader) {
	if c, ok := r.(io.Closer); ok {
		_ = c.Close()
	}
}

// gate stops what reads a pipe. The zero value is open.
type gate struct {
	mu   sync.Mutex
	shut chan struct{} // nil = open
}

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		g.shut = make(chan struct{})
	}
}

func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut != nil {
		close(g.shut)
		g.shut = nil
	}
}

// wait returns when the gate is open.
func (g *gate) wait() {
	g.mu.Lock()
	shut := g.shut
	g.mu.Unlock()
	if shut != nil {
		<-shut
	}
}

// alive reports whether the process runs and can be spoken to.
func (s *Process) alive() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.gone:
		return false
	default:
		return !s.closed
	}
}
