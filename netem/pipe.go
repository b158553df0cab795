package netem

import (
	"io"
	"io/fs"
	"os"
)

// pipeReader is the reading end of a pipe.
type pipeReader struct {
	half *half
	name string
}

func (r pipeReader) Read(b []byte) (int, error) {
	n, err := r.half.read(b)
	return n, pipeError("read", r.name, err)
}

// copySize is how much [io.Copy] reads at once.
const copySize = 32 << 10

// WriteTo is what [io.Copy] does, but waits without a buffer: of a thousand processes
// most never write anything to stderr.
func (r pipeReader) WriteTo(w io.Writer) (n int64, err error) {
	for {
		data, err := r.half.take(copySize)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, pipeError("read", r.name, err)
		}
		written, err := w.Write(data)
		n += int64(written)
		if err != nil {
			return n, err
		}
	}
}

func (r pipeReader) Close() error {
	n := r.half.net
	n.mu.Lock()
	defer n.unlock()
	if r.half.readClosed {
		return pipeError("close", r.name, os.ErrClosed)
	}
	r.half.closeRead()
	return nil
}

// pipeWriter is the writing end of a pipe.
type pipeWriter struct {
	half *half
	name string
}

func (w pipeWriter) Write(b []byte) (int, error) {
	n, err := w.half.write(b)
	return n, pipeError("write", w.name, err)
}

func (w pipeWriter) Close() error {
	n := w.half.net
	n.mu.Lock()
	defer n.unlock()
	if !w.half.closeWrite() {
		return pipeError("close", w.name, os.ErrClosed)
	}
	return nil
}

// pipeError gives an error the shape it has on a pipe of os/exec.
func pipeError(op, name string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &fs.PathError{Op: op, Path: "|" + name, Err: err}
}
