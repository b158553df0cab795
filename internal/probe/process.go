package probe

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// Child is a server over stdio. Its goroutines end with the process and its
// pipes; kill joins them.
type Child struct {
	Handle process.Process
	clk    clock.Clock
	Inbox  *inbox
	queue  chan []byte // to stdin
	left   chan struct{}
	hurry  <-chan struct{} // closed when no time is left: nothing waits any more
	gone   chan struct{}   // closed when code is set
	dry    chan struct{}   // closed when stderr has ended
	code   int
	tasks  sync.WaitGroup

	begun   time.Time
	Group   int  // its process group; 0 = not one of this machine
	OutGate gate // shut = nobody reads stdout
	ErrGate gate // shut = nobody reads stderr

	Mu      sync.Mutex
	closed  bool // stdin
	stderr  []byte
	Orphans []member // who was left of its group when it had ended
}

func startProcess(t Target, hurry <-chan struct{}, heard func(line)) (*Child, error) {
	s := &Child{
		hurry: hurry,
		clk:   t.Clock, Inbox: newInbox(t.Clock), begun: t.Clock.Now(),
		queue: make(chan []byte, 256), left: make(chan struct{}), gone: make(chan struct{}), dry: make(chan struct{}),
	}
	p, err := s.start(t)
	if err != nil {
		return nil, err
	}
	s.Handle = p
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
func (s *Child) start(t Target) (process.Process, error) {
	if t.Starter != nil {
		return t.Starter.Start(t.Command)
	}
	starter := process.Watched(s.abandoned)
	if t.Around != nil {
		starter = t.Around(starter)
	}
	p, err := starter.Start(t.Command)
	if err == nil {
		s.Group = p.PID()
	}
	return p, err
}

// read keeps every byte of stdout.
func (s *Child) read(heard func(line)) {
	defer s.Inbox.end()
	in := bufio.NewReaderSize(s.Handle.Stdout(), 64<<10)
	for {
		s.OutGate.wait()
		raw, err := readLine(in)
		if len(raw) > 0 {
			l := cutLine(raw)
			heard(l)
			if !s.Inbox.add(l) {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

var errTooLong = errors.New("line too long")

// readLine reads up to a line end, the end, or MaxMessage bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var out []byte
	for {
		part, err := in.ReadSlice('\n')
		out = append(out, part...)
		switch {
		case len(out) > MaxMessage:
			return out, errTooLong
		case !errors.Is(err, bufio.ErrBufferFull):
			return out, err
		}
	}
}

func cutLine(raw []byte) line {
	if rest, ok := bytes.CutSuffix(raw, []byte("\r\n")); ok {
		return line{rest, "\r\n"}
	}
	if rest, ok := bytes.CutSuffix(raw, []byte("\n")); ok {
		return line{rest, "\n"}
	}
	return line{raw, ""}
}

// drain reads stderr and keeps its end.
func (s *Child) drain() {
	defer close(s.dry)
	buffer := make([]byte, 4<<10)
	for {
		s.ErrGate.wait()
		n, err := s.Handle.Stderr().Read(buffer)
		s.Mu.Lock()
		s.stderr = append(s.stderr, buffer[:n]...)
		s.stderr = s.stderr[max(0, len(s.stderr)-StderrKept):]
		s.Mu.Unlock()
		if err != nil {
			return
		}
	}
}

// stderrEnd waits a moment for the last words of a process that has ended.
func (s *Child) stderrEnd() string {
	timer := s.clk.NewTimer(drainWait)
	defer timer.Stop()
	select {
	case <-s.dry:
	case <-timer.Chan():
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return strings.TrimSpace(string(s.stderr))
}

// write owns stdin. What cannot be written is lost: the process has ended.
func (s *Child) write() {
	defer s.Handle.Stdin().Close()
	for {
		select {
		case <-s.left:
			return
		case raw, more := <-s.queue:
			if !more {
				return
			}
			if _, err := s.Handle.Stdin().Write(raw); err != nil {
				return
			}
		}
	}
}

// send queues bytes. A server that does not read does not block it; what it
// never answers shows that.
func (s *Child) send(raw []byte) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.closed {
		return errors.New("stdin has been closed")
	}
	select {
	case s.queue <- raw:
		return nil
	case <-s.gone:
		return ErrEnded
	default:
		return errors.New("the server does not read stdin")
	}
}

// CloseStdin ends stdin after what is queued.
func (s *Child) CloseStdin() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if !s.closed {
		s.closed = true
		close(s.queue)
	}
}

// Exited waits for the exit, at most d, or until nothing waits any more.
func (s *Child) Exited(d time.Duration) bool { return s.exitedUnless(s.hurry, d) }

func (s *Child) exitedUnless(hurry <-chan struct{}, d time.Duration) bool {
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
func (s *Child) end() {
	s.OutGate.Open()
	s.ErrGate.Open()
	s.CloseStdin()
	if !s.exitedUnless(nil, drainWait) {
		_ = s.Handle.Kill()
		<-s.gone
	}
	close(s.left)
	_ = s.Handle.Stdin().Close()
	_ = s.Inbox.AwaitEnd(drainWait)
	for _, r := range []io.Reader{s.Handle.Stdout(), s.Handle.Stderr()} {
		if c, ok := r.(io.Closer); ok {
			_ = c.Close()
		}
	}
	s.tasks.Wait()
}
