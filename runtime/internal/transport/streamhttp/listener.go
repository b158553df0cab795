package streamhttp

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Listen opens the GET stream for messages of the server (OMP-TP-92). It
// returns when the stream is established or refused, when its start-up wait is
// over, or when ctx ends; in the last two cases the attempt is given up. A
// refusal is silent (OMP-TP-96 to OMP-TP-99), a network error goes to OnError
// . Nothing reopens the stream (OMP-TP-104) unless Options.ResumeListener
// says so.
func (t *Transport) Listen(ctx context.Context) {
	if !t.Connected() {
		return
	}
	life, abort := context.WithCancel(t.life)
	settled := make(chan struct{})
	listen := func() {
		defer abort()
		t.listen(life, settled)
	}
	if !t.spawn(listen) {
		abort()
		return
	}
	if !t.awaitListener(ctx, settled) {
		abort()
	}
}

// awaitListener reports whether the attempt has settled in time.
func (t *Transport) awaitListener(ctx context.Context, settled <-chan struct{}) bool {
	var over <-chan time.Time
	if wait := listenWait(t.opts.Timeout); wait > 0 {
		timer := clock.Named(t.opts.Clock, t.opts.Name+"/listen").NewTimer(wait)
		defer timer.Stop()
		over = timer.Chan()
	}
	select {
	case <-settled:
		return true
	case <-over:
	case <-ctx.Done():
	}
	select {
	case <-settled:
		return true
	default:
		return false
	}
}

// listen is the life of the listener. It closes settled as soon as it is clear
// whether there is a stream.
func (t *Transport) listen(life context.Context, settled chan<- struct{}) {
	resp, err := t.send(life, http.MethodGet, nil, transport.Headers{})
	if err == nil && established(resp) {
		err = readable(resp)
	}
	if err != nil || !established(resp) {
		if err == nil {
			acknowledge(resp)
		} else if life.Err() == nil {
			t.callback(func() { t.dispatcher.Error(fmt.Errorf("opening the listener: %w", err)) })
		}
		close(settled)
		return
	}
	close(settled)
	clk := clock.Named(t.opts.Clock, t.opts.Name+"/listener")
	err = t.follow(life, clk, t.newStream(""), resp.Body, t.opts.ResumeListener)
	if life.Err() != nil {
		return // OMP-TP-102
	}
	if err != nil {
		t.callback(func() { t.dispatcher.Error(err) })
	}
	t.callback(t.dispatcher.Closed) // OMP-TP-103; still connected: A-28
}

// established reports whether the answer is a stream. A body of another type is
// none.
func established(resp *http.Response) bool {
	return accepted(resp) && isEvents(resp) && resp.Body != http.NoBody
}
