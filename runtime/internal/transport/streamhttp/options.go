package streamhttp

import (
	"cmp"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// Options says where the server is and how to talk to it. URL, Wires, Clock and IDs must
// be set; of every other field the zero value is usable.
type Options struct {
	// Name is the server's name; it prefixes the names of clock actors.
	Name string
	URL  string // http or https; user info becomes basic authentication
	// Headers override the transport's own, but for those of session and
	// protocol version. "Host" sets the request's host.
	Headers map[string]string
	// Wires are the connections, which other transports may share.
	Wires *Wires
	// HTTP sends requests in the place of Wires; nil = Wires do. It must let answers
	// stream.
	HTTP  http.RoundTripper
	Clock clock.Clock
	IDs   jsonrpc.IDSource // makes request ids
	// Timeout bounds each request from sending to its answer, each
	// notification, each answer to a server request and the DELETE; 0 = no deadline
	// . The DELETE of Close always has one.
	Timeout time.Duration
	// Resume goes on with the stream of a request that ends without the answer,
	// by GET, if it had an event id (D-09). Off: the request fails.
	Resume bool
	// ResumeListener does the same for the listener before its end is reported
	// (D-10). Off: the end is reported at once.
	ResumeListener bool
	MaxBody        int // bytes of a JSON answer; 0 = [DefaultMaxBody]
	MaxEvent       int // bytes of one server-sent event; 0 = [DefaultMaxEvent]
}

// The limits, in bytes.
const (
	DefaultMaxBody  = 16 << 20
	DefaultMaxEvent = 16 << 20
	// MaxErrorBody is how much of a non-2xx answer's body an error holds.
	MaxErrorBody = 64 << 10
	// MaxSessionID is how long the id of a session may be: it goes out with every request.
	MaxSessionID = 4 << 10
	// maxHeader bounds the headers of a response.
	maxHeader = 1 << 20
	// maxAck is how much of the body of an acknowledgement is read, to be able
	// to use its connection again.
	maxAck = 4 << 10
)

// deleteTimeout bounds the DELETE of Close where requests have no deadline (OMP-TP-75).
const deleteTimeout = 30 * time.Second

// MaxRedirects is how many redirects within the origin are followed (FF-57).
const MaxRedirects = 10

// maxIdle is how many idle connections to one origin are kept for later requests.
const maxIdle = 64

func (o Options) withDefaults() Options {
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	o.MaxEvent = cmp.Or(o.MaxEvent, DefaultMaxEvent)
	return o
}

// listenWait is how long Listen waits for a stream to be established, 0 = for
// ever: a quarter of the timeout, between 1 ms and 1 s (F-30, OMP-TP-93 to 95).
func listenWait(timeout time.Duration) time.Duration {
	if timeout == 0 {
		return 0
	}
	quarter := (timeout / 4).Truncate(time.Millisecond)
	return min(max(quarter, time.Millisecond), time.Second)
}
