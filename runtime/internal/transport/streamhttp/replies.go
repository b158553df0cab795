package streamhttp

import (
	"context"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// maxReplies is how many answers to server requests may wait to be sent. More
// are dropped: a server that asks without taking answers gets none.
const maxReplies = 1024

// maxReplyBytes is how much these answers may hold together: the id of a request comes
// back in its answer, and may be as long as an event.
const maxReplyBytes = 16 << 20

// replies are answers to server requests on their way: one at a time and in
// order, without holding up the stream the requests came in.
type replies struct {
	mu    sync.Mutex
	queue [][]byte
	size  int  // of the queue, in bytes
	busy  bool // a goroutine sends
}

// answer has a server request answered and the answer sent (OMP-TP-28).
func (t *Transport) answer(m *jsonrpc.Message) {
	t.callback(func() { t.dispatcher.Answer(m, t.reply) })
}

func (t *Transport) reply(r dispatch.Reply) {
	var f jsonrpc.Frame
	r.Write(&f)
	if t.replies.add(f.Bytes()) {
		t.spawn(t.sendReplies)
	}
}

// add queues a frame and reports whether no goroutine sends yet.
func (r *replies) add(frame []byte) (first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) == maxReplies || r.size > 0 && r.size+len(frame) > maxReplyBytes {
		return false
	}
	r.queue, r.size = append(r.queue, frame), r.size+len(frame)
	first, r.busy = !r.busy, true
	return first
}

// next takes a frame, nil if there is none: then the sender is done.
func (r *replies) next() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.queue) == 0 {
		r.busy = false
		return nil
	}
	frame := r.queue[0]
	r.queue, r.size = r.queue[1:], r.size-len(frame)
	return frame
}

func (t *Transport) sendReplies() {
	for frame := t.replies.next(); frame != nil; frame = t.replies.next() {
		t.sendReply(frame)
	}
}

// sendReply tries once, with the same refresh as a request (OMP-TP-81); that it
// failed is not reported (OMP-TP-86).
func (t *Transport) sendReply(frame []byte) {
	x := t.begin(context.Background(), t.life, t.opts.Timeout)
	defer x.done()
	if resp, err := t.post(x.ctx, frame, transport.Headers{}); err == nil {
		acknowledge(resp)
	}
}
