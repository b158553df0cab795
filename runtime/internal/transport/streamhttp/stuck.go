package streamhttp

import (
	"context"
	"io"
	"net/http"

	"github.com/mcpsim/mcpsim/runtime/clock"
)

// unstuck is for connections of HTTP/2. A server can stop net/http there for good (a
// WINDOW_UPDATE of a stream that is too large locks a connection that is locked): then
// neither the end of a context nor Close ends a request, and what is under way can be joined
// by no one. So nothing waits for it: a goroutine that is stuck is left behind.
type unstuck struct{ wire http.RoundTripper }

// arrival is what came of a request.
type arrival struct {
	resp *http.Response
	err  error
}

// RoundTrip returns at once when the context of the request ends.
func (u unstuck) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, came := req.Context(), make(chan arrival)
	go clock.Run(func() { // ends with the request, if that does: what came is always taken
		resp, err := u.wire.RoundTrip(req)
		came <- arrival{resp, err}
	})
	select {
	case a := <-came:
		if a.err == nil && a.resp.ProtoMajor == 2 {
			a.resp.Body = &unstuckBody{ReadCloser: a.resp.Body, ctx: ctx}
		}
		return a.resp, a.err
	case <-ctx.Done():
		go func() { // the same
			if a := <-came; a.err == nil {
				_ = a.resp.Body.Close()
			}
		}()
		return nil, context.Cause(ctx)
	}
}

// unstuckBody is a body whose reads end with the context of its request. It is for one
// goroutine.
type unstuckBody struct {
	io.ReadCloser
	ctx  context.Context
	mine []byte // what is read into; nil before the first read
	rest []byte // of it, what was not asked for yet
	err  error  // that follows it
	over bool   // a read was given up
}

// readAhead is how much a body of HTTP/2 is asked for at a time.
const readAhead = 32 << 10

// read is what a read has brought.
type read struct {
	data []byte
	err  error
}

// Read reads into memory of its own: a read that is given up may still write.
func (b *unstuckBody) Read(p []byte) (int, error) {
	if len(b.rest) == 0 && b.err == nil && !b.over {
		came, into := make(chan read, 1), b.room(len(p))
		go func() { // ends with the read, if that does
			n, err := b.ReadCloser.Read(into)
			came <- read{into[:n], err}
		}()
		select {
		case r := <-came:
			b.rest, b.err = r.data, r.err
		case <-b.ctx.Done():
			b.over = true
		}
	}
	if b.over {
		return 0, context.Cause(b.ctx)
	}
	n := copy(p, b.rest)
	if b.rest = b.rest[n:]; len(b.rest) == 0 {
		return n, b.err
	}
	return n, nil
}

// room is where to read as much as is asked for, within bounds.
func (b *unstuckBody) room(asked int) []byte {
	n := min(max(asked, 1), readAhead)
	if cap(b.mine) < n {
		b.mine = make([]byte, n)
	}
	return b.mine[:n]
}

// Close does not wait: it needs the lock that may be held for good.
func (b *unstuckBody) Close() error {
	go func() { _ = b.ReadCloser.Close() }()
	return nil
}
