package ui

import (
	"errors"
	"io"
	"io/fs"
	"sync"
	"syscall"
)

// ProtocolOutput is a writer that belongs to a protocol: what cannot be written to it is told in the end,
// as whoever writes to it cannot. Close closes what can be closed. Its methods may be called from
// any goroutine.
type ProtocolOutput struct {
	w io.Writer

	mu  sync.Mutex
	err error
}

// NewProtocolOutput returns an output that writes to w.
func NewProtocolOutput(w io.Writer) *ProtocolOutput { return &ProtocolOutput{w: w} }

// Protocol is stdout of a command that speaks a protocol there.
func (u *UI) Protocol() *ProtocolOutput { return NewProtocolOutput(u.Stdout) }

func (o *ProtocolOutput) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
		}
	}
	return n, err
}

// Close closes the writer, if it can be closed.
func (o *ProtocolOutput) Close() error {
	if c, ok := o.w.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Lost is why something was not written, with the code of the command; nil = all was written, or
// its reader has gone, which is its own affair.
func (o *ProtocolOutput) Lost(code int) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil || errors.Is(o.err, syscall.EPIPE) || errors.Is(o.err, io.ErrClosedPipe) || errors.Is(o.err, fs.ErrClosed) {
		return nil
	}
	failure, _ := errors.AsType[*Failure](Written(o.err))
	if code != ExitOK {
		failure.Code = code
	}
	return failure
}
