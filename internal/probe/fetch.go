package probe

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/mcpsim/mcpsim/internal/verdict"
	"github.com/mcpsim/mcpsim/runtime/clock"
)

// reachTime is how long an address may take to answer: it is one of this machine.
const reachTime = time.Second

// Reachable sends a GET without any of the target's headers to an address of this
// machine and returns the status; 0 = there is no HTTP server.
func (b *Bench) Reachable(ip net.IP) int {
	u, err := url.Parse(b.Target.URL)
	if err != nil {
		return 0
	}
	u.Host = net.JoinHostPort(ip.String(), portOf(u))
	ctx, cancel := clock.WithTimeout(b.ctx, b.Target.Clock, reachTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return 0
	}
	resp, err := b.Target.HTTP.RoundTrip(req)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// maxMetadata bounds a metadata document, in bytes.
const maxMetadata = 1 << 20

// Fetch gets a public document: none of the target's headers are sent.
func (b *Bench) Fetch(place string) (status int, body []byte, err error) {
	ctx, cancel := clock.WithTimeout(b.ctx, b.Target.Clock, b.patience())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, place, nil)
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Accept", "application/json")
	b.noteRequest(http.MethodGet+" "+place, nil, "")
	resp, err := b.Target.HTTP.RoundTrip(req)
	if err != nil {
		return 0, nil, reasonOf(ctx, err)
	}
	defer resp.Body.Close()
	r := replyOf(resp)
	r.Body, err = io.ReadAll(io.LimitReader(resp.Body, maxMetadata))
	b.noteReply(r)
	return r.Status, r.Body, reasonOf(ctx, err)
}

// authorization is the header that tells a server who asks.
const authorization = "Authorization"

// Challenge is what a client without the token is told.
type Challenge struct {
	Reply     *Reply // to initialize
	Unguarded bool   // initialize succeeds
}

// Challenge sends initialize without the token, once for all checks. The error is
// why there is no answer, or not testable if the caller has given no token.
func (b *Bench) Challenge() (*Challenge, error) {
	if b.Target.Header.Get(authorization) == "" {
		return nil, verdict.NotTestable("no Authorization header was given")
	}
	if b.challenge == nil {
		c := b.newConn()
		c.Edits = map[string]*string{authorization: nil}
		answer, err := c.Initialize(InitializeParams(b.Target.Revision))
		if c.Reply.Status == 0 {
			return nil, err
		}
		b.challenge = &Challenge{c.Reply, answer.Members["result"] != nil}
		c.End()
	}
	return b.challenge, nil
}
