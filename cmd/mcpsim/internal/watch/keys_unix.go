//go:build unix

package watch

import (
	"errors"
	"os"
	"sync"
	"syscall"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// keyReader reads the keys of a terminal until it is closed. A read of a terminal
// cannot be cancelled, so it waits for the terminal and a pipe, and reads only
// what is there.
type keyReader struct {
	keys    chan rune // closed when the terminal is gone
	from    term.File
	wake    *os.File // closing it ends the reading
	woken   *os.File
	reading sync.WaitGroup
	done    chan struct{}
}

func newKeyReader(from term.File) (*keyReader, error) {
	woken, wake, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	r := &keyReader{keys: make(chan rune), from: from, wake: wake, woken: woken, done: make(chan struct{})}
	r.reading.Go(r.read)
	return r, nil
}

// close ends the reading and waits for its end.
func (r *keyReader) close() {
	close(r.done)
	_ = r.wake.Close()
	r.reading.Wait()
	_ = r.woken.Close()
}

func (r *keyReader) read() {
	defer close(r.keys)
	var d keyDecoder
	buf := make([]byte, 256)
	for r.ready() {
		n, err := r.from.Read(buf)
		for _, k := range d.keys(buf[:max(0, n)]) {
			if k == keyInterrupt {
				interruptSelf()
				continue
			}
			select {
			case r.keys <- k:
			case <-r.done:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// ready waits for something to read. It is false when the reader is closed.
func (r *keyReader) ready() bool {
	in, wake := int(r.from.Fd()), int(r.woken.Fd())
	for {
		var set unix.FdSet
		set.Zero()
		set.Set(in)
		set.Set(wake)
		_, err := unix.Select(max(in, wake)+1, &set, nil, nil, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil || set.IsSet(wake):
			return false
		default:
			return true
		}
	}
}

// interruptSelf does what the terminal does with Ctrl-C if it is not raw, so that
// the second one ends the program here as it does everywhere.
func interruptSelf() { _ = syscall.Kill(os.Getpid(), syscall.SIGINT) }

// The signals that a screen must know: a new size, and the ends that are not in
// good order.
var (
	resizeSignals = []os.Signal{syscall.SIGWINCH}
	hangupSignals = []os.Signal{syscall.SIGHUP}
	abortSignals  = []os.Signal{syscall.SIGQUIT, syscall.SIGABRT}
)

// raise lets a signal do what it does by itself.
func raise(s os.Signal) { _ = syscall.Kill(os.Getpid(), s.(syscall.Signal)) }
