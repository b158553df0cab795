// Package plainhttp keeps clients at HTTP, and net/http at what it was asked for. It is not
// for those that ask for another protocol.
//
// net/http gives the connection away with an answer 101 (Switching Protocols), also to a
// request that asked for nothing of the kind: what is read then ends with no context, so a
// server can hold its client for ever. And what a server of HTTP/2 has not taken (GOAWAY) it
// sends again on the next connection, at once and as long as its context lasts: some six
// hundred times in a second.
package plainhttp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
)

// MaxConns is on how many connections one request to https is sent, if none takes it.
const MaxConns = 5

// ErrNotTaken is what a request ends with that so many connections did not take.
var ErrNotTaken = fmt.Errorf("%d connections in turn did not take the request (GOAWAY)", MaxConns)

// RoundTrip sends a request. The connection of an answer 101 that was not asked for is
// closed; the answer has no body then.
func RoundTrip(wire http.RoundTripper, r *http.Request) (*http.Response, error) {
	if r.URL.Scheme == "https" {
		wire = fewConns{wire}
	}
	resp, err := wire.RoundTrip(r)
	if err == nil && resp.StatusCode == http.StatusSwitchingProtocols && r.Header.Get("Upgrade") == "" {
		_ = resp.Body.Close()
		resp.Body = http.NoBody
	}
	return resp, err
}

// fewConns ends a request where net/http wants one connection more. What it adds to the context
// ends with the answer: a context that lives long would keep it.
type fewConns struct{ http.RoundTripper }

// RoundTrip sends a request.
func (f fewConns) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, end := context.WithCancelCause(r.Context())
	wanted := 0 // by one goroutine, that of RoundTrip
	resp, err := f.RoundTripper.RoundTrip(r.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GetConn: func(string) {
		if wanted++; wanted > MaxConns {
			end(ErrNotTaken)
		}
	}})))
	switch {
	case err != nil:
		end(nil)
	case resp.StatusCode != http.StatusSwitchingProtocols: // there the body is the connection
		resp.Body = &endingBody{resp.Body, end}
	}
	return resp, err
}

// endingBody is a body that ends its request when it is closed.
type endingBody struct {
	io.ReadCloser
	end context.CancelCauseFunc
}

// Close closes the body.
func (b *endingBody) Close() error {
	defer b.end(nil)
	return b.ReadCloser.Close()
}

// Wire is [RoundTrip] for an [http.Client].
type Wire struct{ http.RoundTripper }

// RoundTrip is the function of that name.
func (w Wire) RoundTrip(r *http.Request) (*http.Response, error) {
	return RoundTrip(w.RoundTripper, r)
}

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
func (w Wire) CloseIdleConnections() {
	if idle, ok := w.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		idle.CloseIdleConnections()
	}
}
