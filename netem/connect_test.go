package netem_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem"
	"github.com/mcpsim/mcpsim/netem/vtime"
)

// The faults of connecting hit only the attempt in their scope.
func TestFaultsOnConnecting(t *testing.T) {
	var noHost *net.DNSError
	tests := map[string]struct {
		fault netem.Fault
		wants func(error) bool
	}{
		"refuse":       {netem.Refuse{}, func(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }},
		"no_such_host": {netem.NoSuchHost{}, func(err error) bool { return errors.As(err, &noHost) && noHost.IsNotFound }},
		"no answer of the resolver": {netem.NoSuchHost{Temporary: true},
			func(err error) bool { return errors.As(err, &noHost) && noHost.IsTimeout }},
		"blackhole": {netem.Blackhole{}, func(err error) bool { return errors.Is(err, context.Canceled) }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				_, _ = n.Listen(addr)
				n.Link("docs").Add(test.fault, netem.Scope{Conn: 2})
				for attempt := 1; attempt <= 3; attempt++ {
					ctx, cancel := context.WithCancel(context.Background())
					stop := s.Clock("patience").AfterFunc(time.Minute, cancel)
					_, err := n.Dial("host")(ctx, "tcp", addr)
					stop.Stop()
					cancel()
					if attempt == 2 {
						assert.Check(t, test.wants(err), "%v", err)
					} else {
						assert.Check(t, err == nil, "%v", err)
					}
				}
			})
		})
	}
}

func TestBlackholeLetsGoWhenRemoved(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		_, _ = n.Listen(addr)
		remove := n.Link("docs").Add(netem.Blackhole{})
		s.Clock("healer").AfterFunc(time.Minute, remove)
		begin := time.Now()
		_, err := n.Dial("host")(context.Background(), "tcp", addr)
		assert.Check(t, err == nil, "%v", err)
		assert.Check(t, time.Since(begin).Round(time.Millisecond) == time.Minute)
	})
}

func TestSlowAccept(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		l, _ := n.Listen(addr)
		n.Link("docs").Add(netem.SlowAccept{Delay: time.Minute})
		begin := time.Now()
		client, err := n.Dial("host")(context.Background(), "tcp", addr)
		assert.Check(t, err == nil && time.Since(begin) < time.Millisecond, "%v", err)
		write(t, client, "early")
		server, _ := l.Accept()
		assert.Check(t, time.Since(begin).Round(time.Millisecond) == time.Minute)
		expect(t, server, "early")
	})
}

func TestObserversSeeEverything(t *testing.T) {
	simulate(t, func(s *vtime.Sim, n *netem.Net) {
		var mu sync.Mutex
		var got []string
		n.Observe(func(e netem.Event) {
			mu.Lock()
			defer mu.Unlock()
			n.Open() // observers may call back
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", e.Actor, e.Kind, e.Fault, e.Detail)))
		})
		remove := n.Link("docs").Add(netem.Truncate{Keep: 1}, netem.Scope{Direction: netem.Up})
		client, server := connect(t, n)
		write(t, client, "xyz")
		expect(t, server, "x")
		remove()
		server.Close()
		client.Close()
		p := n.Process("docs")
		_ = p.Terminate()
		_, _ = p.Wait()
		_, _ = n.Dial("host")(context.Background(), "tcp", addr)
		_ = s.Settle()
		mu.Lock()
		defer mu.Unlock()
		assert.DeepEqual(t, got, []string{
			"docs fault.add truncate",
			"docs/conn-1 conn.open  host -> docs.test:80",
			"docs/conn-1/up fault.hit truncate replace",
			"docs fault.remove truncate",
			"docs/conn-1/up conn.close  server",
			"docs/conn-1/down conn.close  client",
			"docs/proc-2 process.start",
			"docs/proc-2 process.signal  terminated",
			"docs/proc-2 process.exit  signal: terminated",
			"docs/conn-3 conn.refuse  connect: connection refused",
		})
	})
}

// What a connection brings before its client has it (here its end) is read only
// after what the client does first: one that writes and reads side by side, as
// net/http does, meets one order, whichever of its goroutines runs first.
func TestWhatCameBeforeTheConnection(t *testing.T) {
	for name, fault := range map[string]netem.Fault{"half_close": netem.HalfClose{}, "reset_peer": netem.ResetPeer{}} {
		t.Run(name, func(t *testing.T) {
			simulate(t, func(s *vtime.Sim, n *netem.Net) {
				n.Link("docs").Add(fault, netem.Scope{Direction: netem.Down})
				client, _ := connect(t, n)
				got := time.Now()
				_, err := client.Read(make([]byte, 1))
				assert.Check(t, err != nil)
				assert.Check(t, time.Since(got) > 0, "read in the event that brought the connection")
			})
		})
	}
}
