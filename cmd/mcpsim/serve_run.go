package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// serveStdio is one process life, with the exit code that the script gives it.
// The first signal is a TERM, which a script may ignore; the second one ends
// the program in any case.
func (a *app) serveStdio(ctx context.Context, f serveFlags, fake *fakeserver.Server) error {
	forget, err := announce(f.readyFile, "")
	if err != nil {
		return err
	}
	defer forget()
	code := fake.ServeStdio(fakeserver.Stdio{
		In:   struct{ io.Reader }{a.stdin}, // closing it would not end a read
		Out:  struct{ io.Writer }{a.stdout},
		Err:  struct{ io.Writer }{a.stderr},
		Term: ctx.Done(),
		Kill: make(chan struct{}),
	})
	cause := context.Cause(ctx)
	switch {
	case code == exitOK:
		return nil
	case code == exitTerminated && cause != nil:
		return &failure{exitCode(cause), nil} // an interrupt is a TERM to the script, not to the caller
	default:
		return &failure{code, nil}
	}
}

// serveHTTP serves until a signal comes.
func (a *app) serveHTTP(ctx context.Context, f serveFlags, fake *fakeserver.Server, script *fakeserver.Script) error {
	l, err := f.listen()
	if err != nil {
		return err
	}
	url := f.url(l.Addr().String(), script)
	forget, err := announce(f.readyFile, url)
	if err != nil {
		_ = l.Close()
		return err
	}
	defer forget()
	a.ui.hint("serving at %s", config.MaskURL(url))
	stop := context.AfterFunc(ctx, fake.Close)
	defer stop()
	if err := fake.Serve(l); err != nil {
		return &failure{exitFailed, fmt.Errorf("serving: %w", err)}
	}
	if cause := context.Cause(ctx); cause != nil {
		return &failure{exitCode(cause), nil} // a signal is the usual end
	}
	return nil
}

// url is where a server that listens at addr is found.
func (f serveFlags) url(addr string, script *fakeserver.Script) string {
	n := f.network()
	if n.name == "ws" {
		return n.scheme + "://" + addr + script.HTTP.WebSocket.Path
	}
	return n.scheme + "://" + addr + script.HTTP.StreamPath()
}

// listen opens the listener of --http, --sse or --ws.
func (f serveFlags) listen() (net.Listener, error) {
	addr, err := f.address()
	if err != nil {
		return nil, usage(err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, &failure{exitFailed, fmt.Errorf("listening: %w", err)}
	}
	return l, nil
}

// address is the checked address.
func (f serveFlags) address() (string, error) {
	n := f.network()
	return checkAddress("--"+n.name, n.addr, f.expose)
}

// checkAddress is the address of a flag if only this machine can connect to it, or
// if it may be exposed.
func checkAddress(flag, addr string, expose bool) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("%s %s: want HOST:PORT, such as 127.0.0.1:8080 or :0", flag, addr)
	}
	if host == "" && !expose || host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); !expose && (ip == nil || !ip.IsLoopback()) {
		return "", fmt.Errorf("%s %s: other machines could connect: want a loopback address, such as 127.0.0.1:%s, or --expose",
			flag, addr, port)
	}
	return net.JoinHostPort(host, port), nil
}

// ready is the content of a ready file.
type ready struct {
	PID int    `json:"pid"`
	URL string `json:"url,omitempty"` // absent over stdio
}

// announce writes the ready file, whole or not at all; forget takes it away
// again. Without a name nothing happens.
func announce(name, url string) (forget func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	err = outfile.Write(name, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(ready{os.Getpid(), url})
	})
	if err != nil {
		return nil, &failure{exitFailed, err}
	}
	return func() {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			_ = os.Remove(name) // it says that the server is there
		}
	}, nil
}
