package ws

import (
	"context"
	"errors"
	"io"
	"net"

	"github.com/coder/websocket"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// read handles messages until the connection ends, and tells the owner. A failure
// is reported while the transport is connected, and only then.
func (t *Transport) read() {
	defer close(t.readDone)
	clk := clock.Named(t.opts.Clock, t.opts.Name+"/read")
	for {
		kind, data, err := t.conn.Read(context.Background())
		if err != nil {
			if err = t.failure(err); err != nil && t.Connected() {
				t.session.Dispatcher.Error(err)
			}
			t.end()
			return
		}
		if !t.Connected() {
			continue // the rest of a connection that is being closed
		}
		t.handle(clk, kind, data)
		clock.Yield(clk)
	}
}

func (t *Transport) handle(clk clock.Clock, kind websocket.MessageType, data []byte) {
	m, err := jsonrpc.Parse(data)
	if err != nil || kind != websocket.MessageText {
		t.session.NotJSON(data)
		return
	}
	t.session.Handle(clk, &m)
}

// failure is why reading ended, in words of this package; nil for a regular end.
func (t *Transport) failure(err error) error {
	closed, ok := errors.AsType[websocket.CloseError](err)
	switch {
	case errors.Is(err, websocket.ErrMessageTooBig):
		return &MessageTooLongError{Limit: t.opts.MaxMessage}
	case ok:
		if closed.Code == websocket.StatusNormalClosure || closed.Code == websocket.StatusGoingAway {
			return nil
		}
		return &ClosedError{Code: int(closed.Code), Reason: closed.Reason}
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF // no closing handshake
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op
	}
	return err
}

// end starts the owner. The goroutine that notices a reason to end first calls it.
func (t *Transport) end() { t.ending.Do(func() { go clock.Run(t.own) }) }

// own is the end of a connection: all callers are told, and everything is joined
// before OnClose.
func (t *Transport) own() {
	clk := clock.Named(t.opts.Clock, t.opts.Name+"/close")
	clock.Yield(clk) // what was sent just before goes out first
	t.session.Reject(clk)
	t.shut(clk)
	t.out.Stop(transport.ErrClosed)
	<-t.out.Done()
	<-t.readDone
	t.session.Dispatcher.Closed()
	close(t.closed)
}

// shut closes the connection: with a closing handshake if it was wanted, but
// never longer than Options.CloseWait.
func (t *Transport) shut(clk clock.Clock) {
	if t.life.Err() == nil {
		_ = t.conn.raw.Close()
		_ = t.conn.CloseNow()
		return
	}
	t.out.Flush(clk)
	cut := clk.AfterFunc(t.opts.CloseWait, func() { _ = t.conn.raw.Close() })
	defer cut.Stop()
	_ = t.conn.Conn.Close(websocket.StatusNormalClosure, "")
}

// frames is the outgoing half as the queue needs it: each Write is a message.
type frames struct{ conn *socket }

func (f frames) Write(p []byte) (int, error) {
	if err := f.conn.Write(context.Background(), websocket.MessageText, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close ends a Write that is waiting. The connection has been closed before.
func (f frames) Close() error { return f.conn.raw.Close() }
