package host

import (
	"context"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/conn"
	"github.com/mcpsim/mcpsim/runtime/manager"
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
	c := &connector{policy: p, seams: s}
	return c.open(ctx, server, manager.Life{Epoch: 1, OnNotification: onNotification})
}

// NewTransport makes the transport of a server and nothing else: no process is
// started and no handshake made. It belongs to the caller, who must close it.
func NewTransport(p Policy, s Seams, server config.Server) (transport.Transport, error) {
	s, err := s.complete()
	if err != nil {
		return nil, err
	}
	c := &connector{policy: p, seams: s}
	watch := &watcher{c, server.Name, 1}
	return c.transport(c.resolve(server, watch), 1, c.timeout(server, watch)), nil
}
