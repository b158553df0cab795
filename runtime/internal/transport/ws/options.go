package ws

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
)

// Options says where the server is and how to talk to it. URL, Dial, Clock and IDs must
// be set; of every other field the zero value is usable.
type Options struct {
	// Name is the server's name; it prefixes the names of clock actors.
	Name string
	URL  string // ws or wss
	// Headers go with the upgrade. "Host" sets the request's host.
	Headers map[string]string
	// Dial opens connections. It must return when its context ends.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Around stands around what makes the upgrade; nil = nothing does.
	Around func(http.RoundTripper) http.RoundTripper
	Clock  clock.Clock
	IDs    jsonrpc.IDSource // makes request ids
	// Timeout bounds the upgrade, and each request from queueing to its answer; 0 = no
	// deadline.
	Timeout    time.Duration
	MaxMessage int // bytes read; 0 = [DefaultMaxMessage]
	// MaxQueue bounds the bytes that wait to be written because the server does
	// not read; 0 = no limit.
	MaxQueue int
	// CloseWait is how long Close waits for the server's half of the closing
	// handshake before it cuts the connection; 0 = 500 ms.
	CloseWait time.Duration
}

// DefaultMaxMessage is the longest message that is read, in bytes.
const DefaultMaxMessage = 16 << 20

// maxHeader bounds the headers of the answer to the upgrade, in bytes.
const maxHeader = 1 << 20

// Subprotocol is offered in every upgrade. A server need not choose it.
const Subprotocol = "mcp"

func (o Options) withDefaults() Options {
	if o.Around == nil {
		o.Around = func(wire http.RoundTripper) http.RoundTripper { return wire }
	}
	o.MaxMessage = cmp.Or(o.MaxMessage, DefaultMaxMessage)
	o.CloseWait = cmp.Or(o.CloseWait, 500*time.Millisecond)
	return o
}
