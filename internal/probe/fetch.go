package probe

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/mcpsim/mcpsim/internal/plainhttp"
	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// reachTime is how long an address may take to answer: it is one of this machine.
const reachTime = time.Second

// Reachable sends a GET without any of the target's headers to an address of this
// machine and reports whether there is a server, and the status of its answer; 0 = there is none.
func (b *Bench) Reachable(ip net.IP) (there bool, status int) {
	u, err := url.Parse(b.Target.URL)
	if err != nil {
		return false, 0
	}
	u.Host = net.JoinHostPort(ip.String(), portOf(u))
	ctx, cancel := clock.WithTimeout(b.context(), b.Target.Clock, reachTime)
	defer cancel()
	var connected atomic.Bool // the transport may go on when the request has ended
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn:     func(httptrace.GotConnInfo) { connected.Store(true) },
		ConnectDone: func(_, _ string, err error) { connected.Store(connected.Load() || err == nil) }, // no TLS may follow
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return false, 0
	}
	resp, err := plainhttp.RoundTrip(b.Target.HTTP, req)
	if b.lacking(err) != nil {
		return connected.Load(), 0
	}
	_ = resp.Body.Close()
	return true, resp.StatusCode
}

// maxMetadata bounds a metadata document, in bytes.
const maxMetadata = 1 << 20

// Fetch gets a public document: none of the target's headers are sent.
func (b *Bench) Fetch(place string) (*Reply, error) { return b.FetchFrom(place, "") }

// FetchFrom is [Bench.Fetch] for a page in a browser with an origin; "" = none.
func (b *Bench) FetchFrom(place, origin string) (*Reply, error) {
	ctx, cancel := clock.WithTimeout(b.context(), b.Target.Clock, b.patience())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, place, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	b.noteRequest(http.MethodGet+" "+place, nil, "")
	resp, err := plainhttp.RoundTrip(b.Target.HTTP, req)
	if err != nil {
		return nil, reasonOf(ctx, b.lacking(err))
	}
	defer resp.Body.Close()
	r := replyOf(resp)
	r.Body, err = io.ReadAll(io.LimitReader(resp.Body, maxMetadata))
	b.noteReply(r)
	return r, reasonOf(ctx, err)
}

// authorization is the header that tells a server who asks.
const authorization = "Authorization"

// Challenge is what a client without the token is told.
type Challenge struct {
	Reply     *Reply // to initialize, or in the modern era to server/discover
	Unguarded bool   // that succeeds
}

// Challenge sends the first request without the token, once for all checks. The error is
// why there is no answer, or not testable if the caller has given no token.
func (b *Bench) Challenge() (*Challenge, error) {
	if b.Target.Header.Get(authorization) == "" {
		return nil, verdict.NotTestable("no Authorization header was given")
	}
	if b.Target.challenge == nil {
		reply, succeeds, err := b.beginAs(nil)
		if err != nil {
			return nil, err
		}
		b.Target.challenge = &Challenge{reply, succeeds}
	}
	return b.Target.challenge, nil
}

// challengeOf is what a client without the token is told; nil = that is to be asked later.
func challengeOf(ctx context.Context, t Target) *Challenge {
	b := newBench(ctx, t)
	defer b.endAll()
	challenge, err := b.Challenge()
	if err != nil {
		return nil
	}
	return challenge
}

// Vouched reports whether the first request succeeds without the token now, which it did
// not before others had it: the server knows who asks by something else.
func (b *Bench) Vouched() bool {
	if b.vouched == nil {
		_, succeeds, _ := b.beginAs(nil)
		b.vouched = &succeeds
	}
	c, err := b.Challenge()
	return err == nil && !c.Unguarded && *b.vouched
}

// TakesAnyToken reports whether the first request succeeds with a token that was made up.
func (b *Bench) TakesAnyToken() bool {
	made := "Bearer mcpsim-made-up"
	_, succeeds, _ := b.beginAs(&made)
	return succeeds
}

// beginAs sends the first request with another Authorization header, nil = none, on a
// network connection that was not used before. The error is why there is no answer.
func (b *Bench) beginAs(token *string) (r *Reply, succeeds bool, err error) {
	b.LeaveConnections()
	c := b.newConn()
	c.Edits = map[string]*string{authorization: token}
	answer, err := c.begin()
	if c.Reply.Status == 0 {
		return nil, false, err
	}
	c.End()
	return c.Reply, answer.Members["result"] != nil, nil
}

// begin sends what begins a conversation: initialize, or in the modern era server/discover.
func (c *Conn) begin() (Frame, error) {
	if !c.bench.IsModern() {
		return c.Initialize(InitializeParams(c.bench.Target.Revision))
	}
	return c.Call(c.bench.Light(), "")
}
