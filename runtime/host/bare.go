package host

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Open connects one server without a manager: one handshake, no gate, no cache,
// no reconnect (OMP-TP-04, OMP-TP-07). The connection belongs to the caller, who
// must close it. onNotification may be nil.
func Open(ctx context.Context, p Policy, s Seams, server config.Server, onNotification func(method string, params []byte)) (*conn.Conn, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	c := newConnector(p, s)
	c.alone = true
	opened, err := c.open(ctx, server, manager.Life{Epoch: 1, OnNotification: onNotification})
	if err != nil {
		c.tokens.Close()
	}
	return opened, err
}

// NewTransport makes the transport of a server and nothing else: no process is
// started and no handshake made, though the values of the definition are looked
// up. It belongs to the caller, who must close it.
func NewTransport(p Policy, s Seams, server config.Server) (transport.Transport, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	c := newConnector(p, s)
	watch := &watcher{c, server.Name, 1}
	return c.transport(c.resolve(context.Background(), server, watch), 1, c.timeout(server, watch)), nil
}

// releasing is the transport of a connection that has no host: it ends the
// renewal of its tokens with itself.
type releasing struct {
	httpTransport
	tokens *secrets.Tokens
}

// httpTransport is what every transport over HTTP can do.
type httpTransport interface {
	transport.Transport
	transport.Listener
	transport.Versioned
	transport.Refresher
}

// Close closes the transport, so that nobody waits for a renewal any more.
func (r releasing) Close() error {
	err := r.httpTransport.Close()
	r.tokens.Close()
	return err
}
