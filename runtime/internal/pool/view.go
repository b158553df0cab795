package pool

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// view is a connection as one of its users has it. To close it gives the
// connection back; the other users do not notice.
type view struct {
	entry   *entry
	options connect.Options
	clk     clock.Clock

	closed    chan struct{}
	closeOnce sync.Once
	ctx       context.Context // ends with the view, and ends its requests
	cancel    context.CancelFunc

	subscribed map[string]bool // by resource; guarded by the mutex of the pool
}

var _ connect.Conn = (*view)(nil)

func newView(e *entry, clk clock.Clock, o connect.Options) *view {
	v := &view{entry: e, options: o, clk: clk, closed: make(chan struct{}), subscribed: map[string]bool{}}
	v.ctx, v.cancel = context.WithCancel(context.Background())
	return v
}

// Closed is closed when the connection has ended or was given back.
func (v *view) Closed() <-chan struct{} { return v.closed }

// Close gives the connection back.
func (v *view) Close(context.Context) error {
	v.giveBack()
	return nil
}

func (v *view) giveBack() {
	v.entry.release(v)
	v.end()
}

// end fails the requests of this user, after saying why.
func (v *view) end() {
	v.closeOnce.Do(func() { close(v.closed) })
	v.cancel()
}

// ask makes a request over the shared connection. It ends with the view: the connection
// sees a request that was given up, and not that it was closed itself, as it goes on for
// the other users. A caller that sees the connection lost must not find the view open.
func ask[T any](ctx context.Context, v *view, request func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(v.ctx, cancel)
	defer stop()
	result, err := request(ctx)
	if err != nil && clock.Closed(v.entry.conn.Closed()) {
		v.closeOnce.Do(func() { close(v.closed) })
	}
	if err != nil && v.ctx.Err() != nil {
		err = transport.ErrClosed
	}
	return result, err
}

// CallTool is that of the connection.
func (v *view) CallTool(ctx context.Context, name string, arguments json.RawMessage) (json.RawMessage, error) {
	return ask(ctx, v, func(ctx context.Context) (json.RawMessage, error) {
		return v.entry.conn.CallTool(ctx, name, arguments)
	})
}

// SessionID is that of the connection.
func (v *view) SessionID() string { return v.entry.conn.SessionID() }

// Server is what the server said about itself.
func (v *view) Server() protocol.InitializeResult { return v.entry.conn.Server() }

// ListTools returns what is known, or asks.
func (v *view) ListTools(ctx context.Context) ([]json.RawMessage, error) {
	return listed(ctx, v, &v.entry.tools, v.entry.conn.ListTools)
}

// ListResources returns what is known, or asks.
func (v *view) ListResources(ctx context.Context) ([]protocol.Resource, error) {
	return listed(ctx, v, &v.entry.resources, v.entry.conn.ListResources)
}

// ListResourceTemplates returns what is known, or asks.
func (v *view) ListResourceTemplates(ctx context.Context) ([]protocol.ResourceTemplate, error) {
	return listed(ctx, v, &v.entry.templates, v.entry.conn.ListResourceTemplates)
}

// ListPrompts returns what is known, or asks.
func (v *view) ListPrompts(ctx context.Context) ([]protocol.Prompt, error) {
	return listed(ctx, v, &v.entry.prompts, v.entry.conn.ListPrompts)
}

func listed[T any](ctx context.Context, v *view, l *list[T], load func(context.Context) ([]T, error)) ([]T, error) {
	return ask(ctx, v, func(ctx context.Context) ([]T, error) { return get(ctx, v, l, load) })
}

// ReadResource is that of the connection.
func (v *view) ReadResource(ctx context.Context, uri string) (protocol.ReadResourceResult, error) {
	return ask(ctx, v, func(ctx context.Context) (protocol.ReadResourceResult, error) {
		return v.entry.conn.ReadResource(ctx, uri)
	})
}

// GetPrompt is that of the connection.
func (v *view) GetPrompt(ctx context.Context, name string, arguments map[string]string) (protocol.GetPromptResult, error) {
	return ask(ctx, v, func(ctx context.Context) (protocol.GetPromptResult, error) {
		return v.entry.conn.GetPrompt(ctx, name, arguments)
	})
}

// Subscribe is that of the connection: a server takes the second one for one
// resource as a repetition. All users hear of an update.
func (v *view) Subscribe(ctx context.Context, uri string) error {
	v.wish(uri, true)
	_, err := ask(ctx, v, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, v.entry.conn.Subscribe(ctx, uri)
	})
	if err != nil {
		v.wish(uri, false)
		return fmt.Errorf("subscribing over a shared connection: %w", err)
	}
	return nil
}

// Unsubscribe tells the server when the last subscriber goes.
func (v *view) Unsubscribe(ctx context.Context, uri string) error {
	if wished := v.wish(uri, false); wished {
		return nil
	}
	_, err := ask(ctx, v, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, v.entry.conn.Unsubscribe(ctx, uri)
	})
	return err
}

// wish notes whether this user wants to hear of a resource, and reports whether any
// user of the connection does.
func (v *view) wish(uri string, on bool) bool {
	e := v.entry
	e.p.mu.Lock()
	defer e.p.mu.Unlock()
	v.subscribed[uri] = on
	return slices.ContainsFunc(e.users, func(one *view) bool { return one.subscribed[uri] })
}
