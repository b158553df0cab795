package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/outfile"
	"github.com/mcpsim/mcpsim/runtime/config"
)

// serveStdio is one process life, with the exit code that the script gives it.
// The first signal is a TERM, which a script may ignore; the second one ends
// the program in any case.
func (c *command) serveStdio(ctx context.Context, fake *fakeserver.Server, name string) error {
	forget, err := Announce(ctx, c.readyFile, "")
	if err != nil {
		return err
	}
	defer forget()
	stdout := c.ui.Protocol()
	in, out, stderr, ended := c.streams(name, stdout)
	broken := make(chan error, 1)
	code := fake.ServeStdio(fakeserver.Stdio{
		In: in, Out: out, Err: stderr, Term: ctx.Done(), Kill: make(chan struct{}), Broken: func(e *fakeserver.LongLineError) { broken <- e },
	})
	ended(code)
	cause := context.Cause(ctx)
	if lost := stdout.Lost(code); lost != nil {
		return lost
	}
	select {
	case err := <-broken:
		return ui.Fail(code, fmt.Errorf("%w, which ends the server\nnext: stdio: {maxLine: SIZE} in its script allows more", err))
	default:
	}
	switch {
	case code == ui.ExitOK:
		return nil
	case code == ui.ExitTerminated && cause != nil:
		return ui.Fail(ui.ExitCode(cause), nil) // an interrupt is a TERM to the script, not to the caller
	default:
		return ui.Fail(code, nil)
	}
}

// serveHTTP serves until a signal comes.
func (c *command) serveHTTP(ctx context.Context, fake *fakeserver.Server, script *fakeserver.Script) error {
	l, err := c.listen()
	if err != nil {
		return err
	}
	url := c.url(l.Addr().String(), script)
	if l, err = c.secured(ctx, l); err != nil {
		return ui.Fail(ui.ExitFailed, err)
	}
	forget, err := Announce(ctx, c.readyFile, url)
	if err != nil {
		_ = l.Close()
		return err
	}
	defer forget()
	c.ui.Hint("serving at %s", config.MaskURL(url))
	stop := context.AfterFunc(ctx, fake.Close)
	defer stop()
	if err := fake.Serve(l); err != nil {
		return ui.Fail(ui.ExitFailed, fmt.Errorf("serving: %w", err))
	}
	if cause := context.Cause(ctx); cause != nil {
		return ui.Fail(ui.ExitCode(cause), nil) // a signal is the usual end
	}
	return nil
}

// url is where a server that listens at addr is found.
func (f flags) url(addr string, script *fakeserver.Script) string {
	n := f.network()
	scheme := n.scheme
	if f.tls != "" {
		scheme += "s"
	}
	if n.name == "ws" {
		return scheme + "://" + addr + script.HTTP.WebSocket.Path
	}
	return scheme + "://" + addr + script.HTTP.StreamPath()
}

// listen opens the listener of --http, --sse or --ws.
func (f flags) listen() (net.Listener, error) {
	addr, err := f.address()
	if err != nil {
		return nil, ui.Usage(err)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, ui.Fail(ui.ExitFailed, fmt.Errorf("listening: %w", err))
	}
	return l, nil
}

// address is the checked address.
func (f flags) address() (string, error) {
	n := f.network()
	return Address("--"+n.name, n.addr, f.expose)
}

// Address is the address of a flag if only this machine can connect to it, or
// if it may be exposed.
func Address(flag, addr string, expose bool) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if n, wrong := strconv.Atoi(port); err != nil || wrong == nil && n > 65535 {
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

// Announce writes the ready file, whole or not at all; forget takes it away
// again. Without a name nothing happens.
func Announce(ctx context.Context, name, url string) (forget func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	err = outfile.WriteContext(ctx, name, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(ready{os.Getpid(), url})
	})
	if err != nil {
		return nil, ui.Fail(ui.ExitFailed, err)
	}
	return func() {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			_ = os.Remove(name) // it says that the server is there
		}
	}, nil
}
