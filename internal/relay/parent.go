package relay

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// Process is a child as its program in the parent sees it.
type Process struct {
	PID  int
	In   io.Reader     // what the child reads on stdin
	Out  io.Writer     // becomes the child's stdout
	Err  io.Writer     // becomes the child's stderr
	Term chan struct{} // closed when the child receives TERM
	Kill chan struct{} // closed when the child is gone

	data, stderr, control net.Conn
	kill                  sync.Once
}

// Exit ends the child with a code, after what was written has been passed on.
func (p *Process) Exit(code int) {
	_, _ = fmt.Fprintf(p.control, "%d\n", code)
	_ = p.data.(*net.UnixConn).CloseWrite()
	_ = p.stderr.Close()
	<-p.Kill
	_ = p.data.Close()
	_ = p.control.Close()
}

// Parent accepts children at a socket.
type Parent struct {
	listener net.Listener
	run      func(*Process)
	wg       sync.WaitGroup

	mu      sync.Mutex
	waiting map[int]*Process // children with fewer than three connections
	conns   map[net.Conn]bool
}

// Listen accepts children at a path and runs the program of each in its own
// goroutine. The program calls Exit when it is done.
func Listen(path string, run func(*Process)) (*Parent, error) {
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("opening the relay socket: %w", err)
	}
	p := &Parent{listener: l, run: run, waiting: map[int]*Process{}, conns: map[net.Conn]bool{}}
	p.wg.Go(p.accept)
	return p, nil
}

// Path is where children reach the parent: the value of [Variable] for them.
func (p *Parent) Path() string { return p.listener.Addr().String() }

// Close refuses further children, cuts off those that are left, and waits for
// their programs.
func (p *Parent) Close() {
	_ = p.listener.Close()
	p.mu.Lock()
	for c := range p.conns {
		_ = c.Close()
	}
	p.mu.Unlock()
	p.wg.Wait()
}

func (p *Parent) accept() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.conns[c] = true
		p.mu.Unlock()
		p.wg.Go(func() { p.join(c) })
	}
}

// join adds a connection to its child and runs the program once all three are
// there.
func (p *Parent) join(c net.Conn) {
	r := bufio.NewReader(c)
	first, err := r.ReadString('\n')
	var role string
	var pid int
	if _, scan := fmt.Sscanf(first, "%s %d", &role, &pid); err != nil || scan != nil {
		_ = c.Close()
		return
	}
	p.mu.Lock()
	child := p.waiting[pid]
	if child == nil {
		child = &Process{PID: pid, Term: make(chan struct{}), Kill: make(chan struct{})}
		p.waiting[pid] = child
	}
	switch role {
	case roleData:
		child.data, child.In, child.Out = c, r, c
	case roleStderr:
		child.stderr, child.Err = c, c
	case roleControl:
		child.control = c
	}
	complete := child.data != nil && child.stderr != nil && child.control != nil
	if complete {
		delete(p.waiting, pid)
	}
	p.mu.Unlock()
	if complete {
		p.wg.Go(func() { p.run(child) })
	}
	if role == roleControl {
		child.signals(r)
	}
}

// signals reads what the child reports until it is gone.
func (p *Process) signals(r *bufio.Reader) {
	var term sync.Once
	for {
		line, err := r.ReadString('\n')
		if strings.TrimSpace(line) == "term" {
			term.Do(func() { close(p.Term) })
		}
		if err != nil {
			p.kill.Do(func() { close(p.Kill) })
			return
		}
	}
}
