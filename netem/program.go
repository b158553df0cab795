package netem

import "io"

// In is the program's stdin.
func (p *Process) In() io.Reader { return pipeReader{p.stdin, "stdin"} }

// Out is the program's stdout. Each Write is one unit. After the end of the
// process writes fail with os.ErrClosed.
func (p *Process) Out() io.Writer { return pipeWriter{p.stdout, "stdout"} }

// Err is the program's stderr.
func (p *Process) Err() io.Writer { return pipeWriter{p.stderr, "stderr"} }

// Exit ends the process with a code: stdin has no reader any more, stdout and
// stderr end after what was written. Nothing happens if it has ended already.
func (p *Process) Exit(code int) {
	p.net.mu.Lock()
	defer p.net.unlock()
	if !p.ended {
		p.end(code, nil)
	}
}

// OnTerm makes the program handle TERM: f runs in a goroutine of its own for
// each TERM, and the process lives on until it exits. A function that does
// nothing ignores TERM; nil restores the default, which is to die.
func (p *Process) OnTerm(f func()) {
	p.net.mu.Lock()
	defer p.net.unlock()
	p.onTerm = f
}

// Term makes the program handle TERM too: the channel is closed by the first.
func (p *Process) Term() <-chan struct{} {
	p.net.mu.Lock()
	defer p.net.unlock()
	if p.term == nil {
		p.term = make(chan struct{})
	}
	return p.term
}

// Killed is closed when a signal has ended the process. Its reads and writes
// fail from that moment, so that the program's goroutines can end.
func (p *Process) Killed() <-chan struct{} { return p.killed }

// Fork starts a grandchild that does nothing but hold stdout and stderr open:
// they end when the process and all of its grandchildren have. It ends with
// the returned function, which may be called more than once, or with Kill.
func (p *Process) Fork() (end func()) {
	p.net.mu.Lock()
	defer p.net.unlock()
	p.forks++
	over := false
	return func() {
		p.net.mu.Lock()
		defer p.net.unlock()
		if over || p.forks == 0 {
			return
		}
		over = true
		p.forks--
		if p.ended {
			p.closeOutputs()
		}
	}
}
