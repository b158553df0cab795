//go:build unix

package terminal

import (
	"errors"
	"io"
	"os"
	"sync"
	"syscall"

	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// input is a terminal as a reader that can be ended. A read of a terminal cannot be
// cancelled, so it waits for the terminal and a pipe, and reads only what is there.
type input struct {
	from  term.File
	wake  *os.File // closing it ends the reading
	woken *os.File
	end   sync.Once
}

func newInput(from term.File) (*input, error) {
	woken, wake, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &input{from: from, wake: wake, woken: woken}, nil
}

// Read is io.EOF once reading has been stopped.
func (i *input) Read(p []byte) (int, error) {
	if !i.ready() {
		return 0, io.EOF
	}
	return i.from.Read(p)
}

// ready waits for something to read. It is false when reading is to end.
func (i *input) ready() bool {
	in, wake := int(i.from.Fd()), int(i.woken.Fd())
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

// stop ends a read, and all that follow. Further calls are no-ops.
func (i *input) stop() { i.end.Do(func() { _ = i.wake.Close() }) }

// release gives back what the input holds, once no read is under way.
func (i *input) release() { _ = i.woken.Close() }

// interruptSelf does what the terminal does with Ctrl-C if it is not raw, so that
// the second one ends the program here as it does everywhere.
func interruptSelf() { _ = syscall.Kill(os.Getpid(), syscall.SIGINT) }

// The signals that a terminal's user sends without a key: a new size, and ends that
// are not in good order.
var (
	ResizeSignals = []os.Signal{syscall.SIGWINCH}
	abortSignals  = []os.Signal{syscall.SIGQUIT, syscall.SIGABRT}
)

// raise lets a signal do what it does by itself.
func raise(s os.Signal) { _ = syscall.Kill(os.Getpid(), s.(syscall.Signal)) }

// Interruptible is a file whose reads end with stop, other readers as they are.
func Interruptible(from io.Reader) (reader io.Reader, stop func()) {
	if file, ok := from.(term.File); ok {
		if in, err := newInput(file); err == nil {
			return in, in.stop // the rest is released with the program
		}
	}
	return from, func() {}
}
