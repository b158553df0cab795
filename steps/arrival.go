package steps

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/internal/words"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// arrived is what the runtime has read of a server, as it came out of the wire. Only
// traces tell of it: what a scenario finds must not depend on whether there is one.
const arrived event.Kind = "wire.arrived"

// watchedStarter tells what the runtime reads of the stdout of processes.
func (w *World) watchedStarter(s process.Starter) process.Starter {
	if !w.scenario.Traced {
		return s
	}
	return process.StarterFunc(func(c process.Command) (process.Process, error) {
		p, err := s.Start(c)
		if err != nil {
			return nil, err
		}
		w.mu.Lock()
		w.lives[c.Path]++
		life := w.lives[c.Path]
		w.mu.Unlock()
		watched := watchedProcess{p, w.reading(p.Stdout(), c.Path, life)}
		if n, ok := p.(process.Notifier); ok {
			return struct {
				watchedProcess
				process.Notifier
			}{watched, n}, nil
		}
		return watched, nil
	})
}

type watchedProcess struct {
	process.Process
	stdout io.Reader
}

func (p watchedProcess) Stdout() io.Reader { return p.stdout }

// watchedDial tells what the runtime reads of its connections.
func (w *World) watchedDial(dial host.DialFunc) host.DialFunc {
	if !w.scenario.Traced {
		return dial
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		server, _, _ := strings.Cut(address, ".test:")
		var number int
		_, _ = fmt.Sscanf(c.LocalAddr().String(), "runtime:%d", &number) // 0 in the real world, where it would be a port
		return watchedConn{c, w.reading(c, server, number)}, nil
	}
}

type watchedConn struct {
	net.Conn
	in io.Reader
}

func (c watchedConn) Read(b []byte) (int, error) { return c.in.Read(b) }

// reading is a reader that tells what is read.
func (w *World) reading(in io.Reader, server string, conn int) io.Reader {
	return &arrivals{in: in, w: w, tell: event.Event{
		Actor: fmt.Sprintf(".wire/%s/%d", server, conn), Kind: arrived, Server: server, Conn: conn,
	}}
}

// drawn is what answers a random number of the client: no two runs of a scenario would
// have the same trace.
var drawn = words.Pattern(`(?i)(\r\nSec-WebSocket-Accept: )[^\r]*`)

type arrivals struct {
	in   io.Reader
	w    *World
	tell event.Event
}

func (a *arrivals) Read(b []byte) (int, error) {
	n, err := a.in.Read(b)
	if n > 0 {
		e := a.tell
		e.N, e.Raw = n, string(drawn().ReplaceAll(b[:min(n, fakeserver.MaxRaw)], []byte("${1}[random]")))
		a.w.Emit(e)
	}
	return n, err
}

// Close closes what is read, if that can be closed.
func (a *arrivals) Close() error {
	if c, ok := a.in.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
