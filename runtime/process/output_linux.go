package process

import (
	"cmp"
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

// output is what a process writes. Once its group is dead, what is in the pipe is read
// to its end, and then the stream ends: a process that left the group may hold the
// pipe open for ever, and nothing waits for it.
type output struct {
	*os.File
	last bool // read what is there and no more; of the reader alone
}

// over ends the stream after what is in the pipe, also for a read that waits.
func (o *output) over() { _ = o.SetReadDeadline(time.Unix(1, 0)) }

// Read reads like the file until the group is dead.
func (o *output) Read(p []byte) (int, error) {
	if !o.last {
		n, err := o.File.Read(p)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
		o.last = true
		_ = o.SetReadDeadline(time.Time{}) // or the next line would fail with it, too
	}
	return o.rest(p)
}

// WriteTo is Read until the end, for io.Copy: that of the file knows no rest.
func (o *output) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, struct{ io.Reader }{o})
}

// rest reads without waiting.
func (o *output) rest(p []byte) (n int, err error) {
	raw, _ := o.SyscallConn() // which only a file that is nil does not have
	err = raw.Read(func(fd uintptr) bool {
		n, _ = syscall.Read(int(fd), p) // fails if there is nothing
		return true
	})
	if n > 0 {
		return n, nil
	}
	return 0, cmp.Or(err, io.EOF)
}
