package netem

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// half is one direction of a connection or one pipe of a process, with its
// writing end and its reading end. The network's lock guards it. All waiting is
// on its two conditions, which the bubble knows as durable.
type half struct {
	net    *Net
	link   *Link
	conn   int
	dir    Direction
	actor  string // who its deliveries are events of: "docs/conn-3/down"
	back   *half  // the other direction; nil for a pipe
	window int

	writable sync.Cond
	writing  bool  // one Write at a time; its parts stay together
	writeErr error // what Write returns from now on
	writeBy  deadline
	unread   int  // bytes written and not yet read: what the window bounds
	needs    int  // room that a blocked writer waits for; 0 = none waits
	waking   bool // a wake-up of the writer is scheduled

	wire // between the ends

	readable   sync.Cond
	buf        []byte
	readErr    error // what Read returns once buf is empty
	readBy     deadline
	readClosed bool
	bounced    bool // the writer has been told that there is no reader
}

func newHalf(l *Link, conn int, dir Direction, actor string) *half {
	h := &half{net: l.net, link: l, conn: conn, dir: dir, actor: actor, window: l.window}
	h.writable.L, h.readable.L = &l.net.mu, &l.net.mu
	return h
}

// write is Write of the writing end, without the wrapping of errors.
func (h *half) write(p []byte) (n int, err error) {
	h.net.mu.Lock()
	defer h.net.unlock()
	for h.writing && h.writeStop() == nil {
		h.writable.Wait()
	}
	if err := h.writeStop(); err != nil {
		return 0, err
	}
	h.writing = true
	defer func() { h.writing = false; h.writable.Broadcast() }()
	for n < len(p) {
		room, err := h.awaitRoom(len(p) - n)
		if err != nil {
			return n, err
		}
		h.unread += room
		h.submit(&parcel{data: bytes.Clone(p[n : n+room])})
		n += room
	}
	return n, nil
}

func (h *half) writeStop() error {
	if h.writeErr == nil && h.writeBy.passed() {
		return os.ErrDeadlineExceeded
	}
	return h.writeErr
}

// awaitRoom waits until the window has room for want bytes, or for half of it
// (so that a slow reader does not shred a large Write), and returns the room.
func (h *half) awaitRoom(want int) (int, error) {
	need := min(want, max(1, h.window/2))
	for {
		if err := h.writeStop(); err != nil {
			return 0, err
		}
		if free := h.window - h.unread; free >= need {
			return min(want, free), nil
		}
		h.needs = need
		h.writable.Wait()
		h.needs = 0
	}
}

// freed gives back room. A blocked writer goes on with an event of its own, not
// side by side with the reader.
func (h *half) freed(n int) {
	h.unread -= n
	if h.needs == 0 || h.waking || h.window-h.unread < h.needs {
		return
	}
	h.waking = true
	h.net.schedule(time.Now(), h.actor+"/window", func() {
		h.waking = false
		h.writable.Broadcast()
	})
}

// read is Read of the reading end, without the wrapping of errors.
func (h *half) read(p []byte) (int, error) {
	data, err := h.take(len(p))
	return copy(p, data), err
}

// take is read without a copy: it returns at most limit bytes, which must not be changed.
func (h *half) take(limit int) ([]byte, error) {
	h.net.mu.Lock()
	defer h.net.unlock()
	for {
		switch {
		case h.readClosed:
			return nil, os.ErrClosed
		case h.readBy.passed():
			return nil, os.ErrDeadlineExceeded
		case limit == 0:
			return nil, nil
		case len(h.buf) > 0:
			data := h.buf[:min(limit, len(h.buf))]
			h.buf = h.buf[len(data):]
			h.freed(len(data))
			return data, nil
		case h.readErr != nil:
			return nil, h.readErr
		}
		h.readable.Wait()
	}
}

// closeWrite ends the stream after what was written. It reports whether it was open.
func (h *half) closeWrite() bool {
	if h.writeErr == os.ErrClosed {
		return false
	}
	broken := h.writeErr != nil
	h.writeErr = os.ErrClosed
	h.writeBy.stop(h.net)
	h.writable.Broadcast()
	if !broken {
		h.submit(&parcel{end: io.EOF})
	}
	return true
}

// closeRead throws away what is unread. The writer is told: on a connection only
// if there is anything unread, now or later, on a pipe in any case.
func (h *half) closeRead() {
	if h.readClosed {
		return
	}
	h.readClosed = true
	h.readBy.stop(h.net)
	h.readable.Broadcast()
	if len(h.buf) > 0 || h.back == nil {
		h.bounce()
	}
}

// bounce tells the writer that there is no reader: a reset on a connection, EPIPE
// on a pipe.
func (h *half) bounce() {
	unread := len(h.buf)
	h.buf = nil
	h.freed(unread)
	if h.bounced {
		return
	}
	h.bounced = true
	if h.back != nil {
		h.back.submit(&parcel{end: syscall.ECONNRESET})
		return
	}
	h.abandon()
	h.net.schedule(time.Now(), h.actor+"/epipe", func() { h.failWrites(syscall.EPIPE) })
}

// failWrites makes every Write fail from now on, blocked ones included.
func (h *half) failWrites(err error) {
	if h.writeErr == nil {
		h.writeErr = err
	}
	h.writable.Broadcast()
}

// arrived is the delivery of one parcel to the reading end.
func (h *half) arrived(p *parcel) {
	switch p.end {
	case nil:
		h.append(p.data)
		if h.readClosed {
			h.bounce()
		}
	case io.EOF:
		h.ended(io.EOF)
	default:
		h.reset(p.end)
	}
	h.readable.Broadcast()
}

// append adds data, which is never changed, to what can be read.
func (h *half) append(data []byte) {
	if len(h.buf) == 0 {
		h.buf = slices.Clip(data)
		return
	}
	h.buf = append(h.buf, data...)
}

// reset breaks both directions for the end that reads here. An end of file that
// came before stays one; writes then meet a broken pipe, as on Linux.
func (h *half) reset(err error) {
	h.net.emit(Event{Actor: h.actor, Kind: ConnReset, Link: h.link.name, Conn: h.conn, Direction: h.dir})
	if h.back != nil {
		writeErr := err
		if h.readErr == io.EOF {
			writeErr = syscall.EPIPE
		}
		h.back.failWrites(writeErr)
	}
	h.ended(err)
}

func (h *half) ended(err error) {
	if h.readErr == nil {
		h.readErr = err
	}
	h.finish()
}
