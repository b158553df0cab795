package connect

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// link is how a server is reached: through a proxy if there is one, and looked on at.
func (v *visit) link(s config.Server, env config.Lookup) (host.Link, error) {
	reached := func() { v.recorder.reached(s.Name) }
	dial, err := outside.Proxied(s, env)
	if err != nil {
		return host.Link{}, err
	}
	link := host.Link{Starter: v.children.Starter(s.Name, reached), Dial: outside.Observed(dial, reached)}
	if v.taps.tap != nil {
		link = v.recorded(link, s.Name, reached)
	}
	return link, nil
}

// observe looks on while connections are opened: what the server says about itself, and
// how long things take.
func (v *visit) observe(next host.Connector) host.Connector {
	return host.ConnectorFunc(func(ctx context.Context, s config.Server, life host.Life) (host.Conn, error) {
		begin := time.Now()
		opened, err := next.Connect(ctx, s, life)
		if err != nil {
			v.recorder.connected(s.Name, time.Since(begin), nil, err)
			return nil, err
		}
		info := opened.Server()
		v.recorder.connected(s.Name, time.Since(begin), &info, nil)
		return &watchedConn{Conn: opened, name: s.Name, recorder: v.recorder}, nil
	})
}

// watchedConn takes the time of lists.
type watchedConn struct {
	host.Conn
	name     string
	recorder *recorder
}

// ListTools lists all tools.
func (w *watchedConn) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	begin := time.Now()
	tools, err := w.Conn.ListTools(ctx)
	w.recorder.listed(w.name, time.Since(begin), err)
	return tools, err
}
