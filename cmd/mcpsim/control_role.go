package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/control"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// role is a room server or an operator that is ready to serve.
type role struct {
	handler http.Handler
	close   func() // once nobody can ask any more
}

// roomRole starts a room server's runtime, whose log goes to a sink.
func roomRole(log event.Sink, settings control.ServerSettings, g control.Guard) (*role, error) {
	room, err := host.NewRoom(host.RoomServer(), host.Seams{Events: log})
	if err != nil {
		return nil, err
	}
	room.Start(settings)
	return &role{control.NewServer(room, g), room.Close}, nil
}

// operatorRole makes an operator. It speaks to the room server with the token that
// it demands itself.
func operatorRole(settings control.OperatorSettings, g control.Guard) *role {
	return &role{control.NewOperator(control.OperatorOptions{
		BaseURL: settings.BaseURL, Providers: settings.Providers, Token: g.Token,
		Dial: new(net.Dialer).DialContext, Clock: clock.Real(), Guard: g,
	}), func() {}}
}

// serveRole serves a role until a signal comes. Nothing is started before the
// address is known to be free.
func (a *app) serveRole(ctx context.Context, f controlFlags, start func(control.Guard) (*role, error)) error {
	guard, err := f.guard()
	if err != nil {
		return usage(err)
	}
	addr, err := checkAddress("--addr", f.addr, f.expose)
	if err != nil {
		return usage(err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return &failure{exitFailed, fmt.Errorf("listening (--addr chooses another port): %w", err)}
	}
	defer func() { _ = l.Close() }()
	r, err := start(guard)
	if err != nil {
		return err
	}
	defer r.close()
	url := "http://" + l.Addr().String()
	forget, err := announce(f.readyFile, url)
	if err != nil {
		return err
	}
	defer forget()
	a.ui.hint("serving at %s", url)
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	if err := control.Serve(l, r.handler); err != nil {
		return &failure{exitFailed, fmt.Errorf("serving: %w", err)}
	}
	if cause := context.Cause(ctx); cause != nil {
		return &failure{exitCode(cause), nil} // a signal is the usual end
	}
	return nil
}

// roleLog writes the log records of a runtime as lines. It may be used by many
// goroutines.
type roleLog struct {
	mu sync.Mutex
	w  io.Writer
}

// Emit writes an event if it is a record, on one line whatever is in it.
func (l *roleLog) Emit(e event.Event) {
	if e.Kind != event.ServerLog || e.Name == "debug" {
		return
	}
	text := e.Text
	if e.Server != "" && !strings.HasPrefix(text, "[") {
		text = "[" + e.Server + "] " + text
	}
	if e.Err != "" {
		text += ": " + e.Err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.w, "%s %s %s\n", e.At.UTC().Format("2006-01-02T15:04:05.000Z"), e.Name, printable(text))
}
