package streamhttp

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// exchange is the time that one HTTP exchange may take. Its context ends with
// the deadline, the caller or Close, whichever is first, and tells which by its
// cause (OMP-TP-76, OMP-TP-77).
type exchange struct {
	t        *Transport
	ctx      context.Context
	cancel   context.CancelCauseFunc
	unfollow func() bool              // forgets the caller; nil for one that never ends
	deadline interface{ Stop() bool } // nil: none
	ord      int
	limit    time.Duration
}

// begin starts the time of an exchange; limit 0 is no deadline. The
// caller must end it.
func (t *Transport) begin(caller, life context.Context, limit time.Duration) *exchange {
	x := &exchange{t: t, ord: t.ordinal(), limit: limit}
	x.ctx, x.cancel = context.WithCancelCause(life)
	if caller.Done() != nil {
		x.unfollow = context.AfterFunc(caller, func() { x.cancel(context.Cause(caller)) })
	}
	if limit > 0 {
		x.deadline = t.timers.AfterFunc(limit, func() { x.cancel(errDeadline) })
	}
	return x
}

// release forgets deadline and caller.
func (x *exchange) release() {
	if x.unfollow != nil {
		x.unfollow()
	}
	if x.deadline != nil {
		x.deadline.Stop()
	}
}

func (t *Transport) ordinal() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	return t.calls
}

// await waits for the answer, which wins if it is there when the time is over.
func (x *exchange) await(match <-chan jsonrpc.Message) (m jsonrpc.Message, ok bool) {
	select {
	case m = <-match:
		return m, true
	case <-x.ctx.Done():
	}
	select {
	case m = <-match:
		return m, true
	default:
		return m, false
	}
}

// done ends the exchange: nothing of it goes on.
func (x *exchange) done() {
	x.release()
	x.cancel(nil)
}

// fail ends the exchange and says why: because its time was over, or because of
// err. what names the phase in the text of a timeout.
func (x *exchange) fail(what string, err error) error {
	cause := context.Cause(x.ctx)
	x.done()
	if cause == nil || cause == transport.ErrStreamEnded {
		return err
	}
	clock.Yield(x.clock()) // Close or one cancelled context may have ended many: they go on in turn
	if errors.Is(cause, errDeadline) {
		return &transport.TimeoutError{What: what, After: x.limit}
	}
	return cause
}

// clock is that of an actor of its own.
func (x *exchange) clock() clock.Clock {
	return clock.Named(x.t.opts.Clock, x.t.opts.Name+"/call-"+strconv.Itoa(x.ord))
}
