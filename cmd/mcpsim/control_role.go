package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/serve"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// role is a room server or an operator that is ready to serve.
type role struct {
	handler http.Handler
	close   func() // once it serves no request any more
}

// roomRole starts a room server's runtime, whose log goes to a sink. The secrets of each
// provider are known before anything can be said about it, and no answer holds them.
func roomRole(log event.Sink, settings host.RoomOptions, g host.Guard, redact *outside.Redactor) (*role, error) {
	env := outside.Lookup(os.Environ())
	link := func(s config.Server) (host.Link, error) {
		redact.Add(outside.Secrets([]config.Server{s}, env)...)
		return host.Link{}, nil
	}
	room, err := host.NewRoom(host.RoomServer(), host.Env{Events: log, Link: link}, settings)
	if err != nil {
		return nil, err
	}
	room.Start()
	return &role{printable(host.NewRoomAPI(room, g), redact), room.Close}, nil
}

// printable answers as next does, for programs and terminals alike: without secrets in
// the strings of the body, and with characters that drive a terminal escaped.
func printable(next http.Handler, redact *outside.Redactor) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &heldAnswer{ResponseWriter: w, code: http.StatusOK}
		next.ServeHTTP(a, r)
		w.WriteHeader(a.code)
		body := words.NewJSONDoor(w)
		_, _ = body.Write(redact.Whole(a.body.Bytes())) // the client may be gone
		_ = body.Flush()
	})
}

// heldAnswer is an answer that is not sent yet.
type heldAnswer struct {
	http.ResponseWriter
	code int
	body bytes.Buffer
}

func (a *heldAnswer) WriteHeader(code int)        { a.code = code }
func (a *heldAnswer) Write(p []byte) (int, error) { return a.body.Write(p) }

// operatorRole makes an operator. It speaks to the room server with the token that
// it demands itself.
func operatorRole(settings host.OperatorSettings, g host.Guard) *role {
	return &role{printable(host.NewOperator(host.OperatorOptions{
		BaseURL: settings.BaseURL, Providers: settings.Providers, Token: g.Token,
		Dial: new(net.Dialer).DialContext, Clock: clock.Real(), Guard: g,
	}), outside.NewRedactor([]string{g.Token})), func() {}}
}

// serveRole serves a role until a signal comes. Nothing is started before the
// address is known to be free.
func (a *app) serveRole(ctx context.Context, f controlFlags, start func(host.Guard) (*role, error)) error {
	guard, err := f.guard()
	if err != nil {
		return ui.Usage(err)
	}
	addr, err := serve.Address("--addr", f.addr, f.expose)
	if err != nil {
		return ui.Usage(err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("listening (--addr chooses another port): %w", err))
	}
	defer func() { _ = l.Close() }()
	r, err := start(guard)
	if err != nil {
		return err
	}
	defer r.close()
	url := "http://" + l.Addr().String()
	forget, err := serve.Announce(ctx, f.readyFile, url)
	if err != nil {
		return err
	}
	defer forget()
	a.ui.Hint("serving at %s", url)
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	if err := host.ServeControl(l, r.handler); err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("serving: %w", err))
	}
	if cause := context.Cause(ctx); cause != nil {
		return ui.Fail(ui.ExitCode(cause), nil) // a signal is the usual end
	}
	return nil
}
