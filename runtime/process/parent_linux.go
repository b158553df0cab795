package process

import (
	goruntime "runtime"
	"sync"
)

// parent is the thread that starts all processes. Linux sends a process its death signal
// when the thread that has started it ends, not when the program does: the thread is there as
// long as one of them is, and one is enough for all.
type parent struct {
	mu       sync.Mutex
	children int            // started, or about to be, and not gone
	work     chan func()    // of the thread; nil: there is none
	thread   sync.WaitGroup // of its goroutine
}

// ours is the one of this program.
var ours parent

// start calls f, which starts one process, on the thread. One gone must follow it, but for an error.
func (p *parent) start(f func() error) error {
	p.mu.Lock()
	if p.children++; p.work == nil {
		work := make(chan func())
		p.work = work
		p.thread.Go(func() { inThread(work) })
	}
	work := p.work
	p.mu.Unlock()
	failed := make(chan error, 1)
	work <- func() { failed <- f() }
	err := <-failed
	if err != nil {
		p.gone()
	}
	return err
}

// gone says that a process has ended. The thread ends with the last.
func (p *parent) gone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.children--; p.children > 0 {
		return
	}
	close(p.work)
	p.work = nil
	p.thread.Wait()
}

// inThread does work in a thread of its own, which ends with it.
func inThread(work <-chan func()) {
	goruntime.LockOSThread()
	for f := range work {
		f()
	}
}
