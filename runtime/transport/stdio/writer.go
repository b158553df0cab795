package stdio

import (
	"io"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/jsonrpc"
)

// keptFrame is the largest frame whose memory is used again, in bytes.
const keptFrame = 64 << 10

var frames = sync.Pool{New: func() any { return new(jsonrpc.Frame) }}

func newFrame() *jsonrpc.Frame { return frames.Get().(*jsonrpc.Frame) }

func freeFrame(f *jsonrpc.Frame) {
	if len(f.Bytes()) <= keptFrame {
		f.Reset()
		frames.Put(f)
	}
}

// writer owns stdin. Frames go out in the order of send, each with one Write,
// so that neither callers nor the reader ever wait for the pipe (OMP-TP-61,
// OMP-TP-62).
type writer struct {
	pipe io.WriteCloser
	max  int
	done chan struct{} // closed when run has returned

	mu      sync.Mutex
	changed sync.Cond
	queue   []*jsonrpc.Frame
	size    int   // bytes queued or being written
	err     error // why nothing is accepted any more
}

func newWriter(pipe io.WriteCloser, limit int) *writer {
	w := &writer{pipe: pipe, max: limit, done: make(chan struct{})}
	w.changed.L = &w.mu
	return w
}

// send takes over a frame. It never blocks.
func (w *writer) send(f *jsonrpc.Frame) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(f.Bytes())
	switch {
	case w.err != nil:
		return w.err
	case w.size > 0 && w.size+n > w.max:
		return ErrQueueFull
	}
	w.size += n
	w.queue = append(w.queue, f)
	w.changed.Signal()
	return nil
}

// run writes until the pipe fails or the writer is stopped. It returns the
// error of the pipe, nil when stopped.
func (w *writer) run() error {
	defer close(w.done)
	var batch []*jsonrpc.Frame
	for {
		if batch = w.take(batch); len(batch) == 0 {
			return nil
		}
		for _, f := range batch {
			n := len(f.Bytes())
			if _, err := w.pipe.Write(f.Bytes()); err != nil {
				return w.fail(err)
			}
			freeFrame(f)
			w.wrote(n)
		}
	}
}

// take waits for frames and swaps them for an empty slice; none when stopped.
func (w *writer) take(used []*jsonrpc.Frame) []*jsonrpc.Frame {
	clear(used)
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) == 0 && w.err == nil {
		w.changed.Wait()
	}
	taken := w.queue
	w.queue = used[:0]
	return taken
}

func (w *writer) wrote(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size -= n
}

// fail drops the queue. A failure after stop is not one.
func (w *writer) fail(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queue = nil
	if w.err != nil {
		return nil
	}
	w.err = err
	return err
}

// stop drops the queue, refuses further frames with reason and closes the pipe,
// which ends a Write that is waiting. Calls after the first do nothing.
func (w *writer) stop(reason error) {
	w.mu.Lock()
	w.queue = nil
	if w.err == nil {
		w.err = reason
	}
	w.changed.Signal()
	w.mu.Unlock()
	_ = w.pipe.Close()
}
