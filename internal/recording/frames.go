package recording

import (
	"bytes"
	"encoding/binary"
	"sync"

	"github.com/mcpsim/mcpsim/internal/budget"
)

// The opcodes of frames (RFC 6455, 5.2); what is below control is data.
const (
	opContinue = 0
	opControl  = 8
	opClose    = 8
)

// frames reads one direction of a WebSocket: its messages, and its end. Its methods may be
// called from any goroutine.
type frames struct {
	tell func(kind Kind, data []byte)

	mu      sync.Mutex
	held    *budget.Part // what follows
	buf     []byte       // a frame that is not complete
	message []byte       // its frames so far
	lost    bool         // what comes cannot be read
}

func (f *frames) feed(b []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lost {
		return
	}
	f.buf = append(f.buf, b...)
	if f.read() {
		f.buf = bytes.Clone(f.buf) // what was read may have been long
	}
	if f.lost = f.lost || !f.held.Hold(len(f.buf)+len(f.message)); f.lost {
		f.drop()
	}
}

// end forgets what has not come to its end.
func (f *frames) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost = true
	f.drop()
}

func (f *frames) drop() {
	f.buf, f.message = nil, nil
	f.held.Hold(0)
}

// read tells what is complete, and reports whether anything was.
func (f *frames) read() (some bool) {
	for !f.lost {
		op, final, payload, size := f.frame()
		if size == 0 {
			return some
		}
		some, f.buf = true, f.buf[size:]
		switch {
		case op == opClose:
			f.tell(End, nil)
			f.lost = true
		case op >= opControl:
		default:
			f.take(op, final, payload)
		}
	}
	return some
}

// take adds a frame to its message.
func (f *frames) take(op byte, final bool, payload []byte) {
	if op != opContinue {
		f.message = nil
	}
	f.message = append(f.message, payload...)
	f.lost = len(f.message) > mostMessage
	if final && !f.lost {
		f.tell(Chunk, append(bytes.ReplaceAll(f.message, []byte("\n"), []byte(" ")), '\n'))
		f.message = nil
	}
}

// frame is the first frame that is waiting; size 0 = it is not complete.
func (f *frames) frame() (op byte, final bool, payload []byte, size int) {
	if len(f.buf) < 2 {
		return 0, false, nil, 0
	}
	op, final = f.buf[0]&0x0f, f.buf[0]&0x80 != 0
	length, head := uint64(f.buf[1]&0x7f), 2
	extended := map[uint64]int{126: 2, 127: 8}[length]
	mask := 0
	if f.buf[1]&0x80 != 0 {
		mask = 4
	}
	if len(f.buf) < head+extended+mask {
		return 0, false, nil, 0
	}
	if extended > 0 {
		length = binary.BigEndian.Uint64(append(make([]byte, 8-extended), f.buf[head:head+extended]...))
		head += extended
	}
	if f.lost = f.buf[0]&0x70 != 0 || length > mostMessage; f.lost || uint64(len(f.buf)-head-mask) < length {
		return 0, false, nil, 0
	}
	size = head + mask + int(length)
	payload = bytes.Clone(f.buf[head+mask : size])
	if mask > 0 {
		for i := range payload {
			payload[i] ^= f.buf[head+i%mask]
		}
	}
	return op, final, payload, size
}
