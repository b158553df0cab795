package duplex

import (
	"cmp"
	"errors"
	"io"
	"math"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// maxReplies is how many answers to requests of a server may wait until it reads them.
// More are dropped: a server that asks without taking answers gets none.
const maxReplies = 16 << 10

// maxReplyBytes is how much these answers may hold together: the id of a request comes
// back in its answer, and may be as long as a message.
const maxReplyBytes = 16 << 20

// flushWait is how long the end of a stream waits for what the pipe does not take at once.
const flushWait = 50 * time.Millisecond

// item is a frame that waits to be written.
type item struct {
	*jsonrpc.Frame
	reply bool // it answers a request of the server
}

// ErrQueueFull rejects a message because the server does not read and the bytes
// that may wait are waiting already. The transport stays open.
var ErrQueueFull = errors.New("server does not read its input: send queue is full")

var frames = sync.Pool{New: func() any { return new(jsonrpc.Frame) }}

func newFrame() *jsonrpc.Frame { return frames.Get().(*jsonrpc.Frame) }

// freeFrame has the memory of a frame used again. The pool gives back what is not used for
// a while.
func freeFrame(f *jsonrpc.Frame) {
	f.Reset()
	frames.Put(f)
}

// Writer owns the outgoing half of a stream. Make it with [NewWriter]. Frames go out
// in the order of send, each with one Write; neither callers nor the reader ever wait
// for it (OMP-TP-61, OMP-TP-62). Its goroutine lives while there is something to
// write: most connections are idle most of the time.
type Writer struct {
	pipe   io.WriteCloser
	max    int           // bytes held back
	broken func()        // called when the pipe has failed, at most once
	done   chan struct{} // closed when nothing will be written any more

	mu      sync.Mutex
	queue   []item
	size    int // bytes queued or being written
	replies int // the same of answers, counted
	replied int // the same of answers, in bytes
	running bool
	idle    []chan struct{} // of Flush; closed when there is nothing left to write
	err     error           // why nothing is accepted any more
}

// NewWriter returns a writer that holds at most limit bytes back, or any number if
// limit is 0. broken is called when the stream has failed, at most once. Each frame
// is one Write.
func NewWriter(pipe io.WriteCloser, limit int, broken func()) *Writer {
	return &Writer{pipe: pipe, max: cmp.Or(limit, math.MaxInt), broken: broken, done: make(chan struct{})}
}

// send takes over a frame. It never blocks.
func (w *Writer) send(f item) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(f.Bytes())
	switch {
	case w.err != nil:
		return w.err
	case f.reply && (w.replies == maxReplies || w.replied != 0 && w.replied+n > maxReplyBytes):
		return ErrQueueFull
	case w.size != 0 && w.size+n > w.max:
		return ErrQueueFull
	}
	w.count(f, 1)
	w.queue = append(w.queue, f)
	if !w.running {
		w.running = true
		go w.run() // stop and done join it
	}
	return nil
}

// run writes until there is nothing left.
func (w *Writer) run() {
	var batch []item
	for batch = w.take(nil); len(batch) > 0; batch = w.take(batch) {
		for _, f := range batch {
			if _, err := w.pipe.Write(f.Bytes()); err != nil {
				w.fail(err)
				break
			}
			w.wrote(f)
			freeFrame(f.Frame)
		}
	}
}

// take takes the queue and leaves the memory of the one that was written. If
// there is nothing in it, the goroutine has to end.
func (w *Writer) take(used []item) []item {
	clear(used)
	w.mu.Lock()
	defer w.mu.Unlock()
	taken := w.queue
	w.queue = used[:0]
	if len(taken) == 0 {
		w.running = false
		w.settle()
		for _, done := range w.idle {
			close(done)
		}
		w.idle = nil
	}
	return taken
}

// Flush waits until all that was sent has been written or dropped, at most for 50 ms: who
// closes a stream has said something just before, and a server that does not read holds
// nobody up for longer.
func (w *Writer) Flush(clk clock.Clock) {
	w.mu.Lock()
	if !w.running {
		w.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	w.idle = append(w.idle, idle)
	w.mu.Unlock()
	timer := clk.NewTimer(flushWait)
	defer timer.Stop()
	select {
	case <-idle:
	case <-timer.Chan():
	}
}

// settle closes done if the writer has ended. Locked.
func (w *Writer) settle() {
	if w.err != nil && !w.running && !clock.Closed(w.done) {
		close(w.done)
	}
}

func (w *Writer) wrote(f item) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count(f, -1)
}

// count adds a frame to what waits, or takes it off; locked.
func (w *Writer) count(f item, sign int) {
	n := sign * len(f.Bytes())
	w.size += n
	if f.reply {
		w.replies += sign
		w.replied += n
	}
}

// fail drops the queue. A failure after stop is not one.
func (w *Writer) fail(err error) {
	w.mu.Lock()
	first := w.err == nil
	w.queue = nil
	if first {
		w.err = err
	}
	w.mu.Unlock()
	if first {
		w.broken()
	}
}

// Stop drops the queue, refuses further frames with reason and closes the stream,
// which ends a Write that is waiting. Calls after the first do nothing.
func (w *Writer) Stop(reason error) {
	w.mu.Lock()
	w.queue = nil
	if w.err == nil {
		w.err = reason
	}
	w.settle()
	w.mu.Unlock()
	_ = w.pipe.Close()
}

// Done is closed when nothing will be written any more, which is after Stop or a
// failure.
func (w *Writer) Done() <-chan struct{} { return w.done }
