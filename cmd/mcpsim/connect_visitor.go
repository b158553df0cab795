package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// visitor opens connections as a host does, and looks on: what the server says
// about itself, how long things take, and which processes there are.
type visitor struct {
	policy   host.Policy
	seams    host.Seams
	recorder *recorder
	children *outside.Processes
}

// Connect opens one connection.
func (c *visitor) Connect(ctx context.Context, cfg config.Server, life host.ManagerLife) (host.ManagerConn, error) {
	seams := c.seams
	seams.Starter = c.children.Starter(cfg.Name, func() { c.recorder.reached(cfg.Name) })
	dial, err := outside.Proxied(cfg, c.seams.Env)
	if err != nil {
		c.recorder.connected(cfg.Name, 0, nil, err)
		return nil, err
	}
	seams.Dial = outside.Observed(dial, func() { c.recorder.reached(cfg.Name) })
	begin := time.Now()
	opened, err := host.Open(ctx, c.policy, seams, cfg, life.OnNotification)
	if err != nil {
		c.recorder.connected(cfg.Name, time.Since(begin), nil, err)
		return nil, err
	}
	info := opened.Server()
	c.recorder.connected(cfg.Name, time.Since(begin), &info, nil)
	return &watchedConn{Conn: opened, name: cfg.Name, recorder: c.recorder}, nil
}

// watchedConn takes the time of lists.
type watchedConn struct {
	*host.Conn
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
