package agents_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

var errIsolated = errors.New("isolated")

// budgetOf is a server over HTTP with a budget.
func budgetOf(attempts int) agents.Settings {
	return agents.Settings{Config: overHTTP, Retry: agents.Retry{Attempts: attempts, Base: time.Second}}
}

// waits lists the waits between tries.
func (b *bench) waits() string {
	var out []string
	for _, e := range b.events {
		if e.Kind == event.BackoffWait {
			out = append(out, fmt.Sprint(int(e.After.Seconds())))
		}
	}
	return strings.Join(out, ",")
}

func TestOneBudget(t *testing.T) { // S-OAI-21: OAI-43, 45, 46, 79; D-O6
	for _, tt := range []struct {
		max, shared, isolated int
		err                   error
		waits                 string
	}{
		{0, 1, 0, errHTTP(503), ""},
		{1, 1, 1, errIsolated, ""},
		{2, 2, 1, errHTTP(503), "1"},
		{3, 2, 2, errIsolated, "1"},
		{4, 3, 2, errHTTP(503), "1,2"},
		{6, 4, 3, errHTTP(503), "1,2,4"},
	} {
		for _, setup := range []bool{false, true} { // what fails of an isolated try
			simulate(t, func(b *bench) {
				shared, isolated := 0, 0
				s := b.connected(budgetOf(tt.max), behaviour{fails: func(_ int, alone bool) error {
					if alone {
						isolated++
						return errIsolated
					}
					shared++
					return errHTTP(503)
				}})
				if setup {
					b.fakes.of("a").connectErr = errIsolated
				}
				err := requests[1](bg, s)
				if setup {
					isolated = strings.Count(b.fakes.seen(), "isolate a")
				}
				assert.Check(t, shared == tt.shared && isolated == tt.isolated, "max %d: %d shared, %d isolated", tt.max, shared, isolated)
				assert.Check(t, errors.Is(err, errIsolated) == errors.Is(tt.err, errIsolated), "max %d: %v", tt.max, err)
				assert.Check(t, b.waits() == tt.waits, "max %d: %s", tt.max, b.waits())
				assert.Check(t, s.Cleanup(bg))
			})
		}
	}
}

func TestIsolatedSessionHelps(t *testing.T) { // OAI-42, S-OAI-20
	simulate(t, func(b *bench) {
		s := b.connected(budgetOf(1), behaviour{fails: func(_ int, alone bool) error {
			if alone {
				return nil
			}
			return transport.ErrClosed
		}})
		took := b.elapsed(func() { assert.Check(t, requests[1](bg, s)) })
		assert.Check(t, took == 0)
		assert.Check(t, b.fakes.seen() == "tools/call | isolate a | tools/call | unisolate a")
		assert.Check(t, s.SessionID() == "a-1")
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestFatalCloseOfAnIsolatedSession(t *testing.T) { // OAI-13
	simulate(t, func(b *bench) {
		s := b.connected(budgetOf(5), behaviour{closeErr: &agents.FatalError{Err: errRefused}, fails: func(_ int, alone bool) error {
			if alone {
				return nil
			}
			return transport.ErrClosed
		}})
		fatal := (*agents.FatalError)(nil)
		assert.Check(t, errors.As(requests[1](bg, s), &fatal))
		assert.Check(t, b.fakes.seen() == "tools/call | isolate a | tools/call | unisolate a")
		assert.Check(t, errors.As(s.Cleanup(bg), &fatal))
	})
}

type wrapped struct{ error }

func (w wrapped) Unwrap() error { return w.error }

var rpc = func(code int64) error { return &jsonrpc.Error{Code: code, Message: "no"} }

func TestShapes(t *testing.T) { // OAI-47 to 49, A-O1, A-O2
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	for _, tt := range []struct {
		name                     string
		err                      error
		transient, deterministic bool
	}{
		{"cancelled by the session", fmt.Errorf("session: %w", context.Canceled), true, false},
		{"closed", transport.ErrClosed, true, false},
		{"not connected", transport.ErrNotConnected, true, false},
		{"stream ended", wrapped{transport.ErrStreamEnded}, true, false},
		{"refused", dial, true, false},
		{"timeout", &transport.TimeoutError{What: "Request"}, true, false},
		{"timeout of a context", &clock.TimeoutError{}, true, false},
		{"500", errHTTP(500), true, false},
		{"504", errHTTP(504), true, false},
		{"408 of JSON-RPC", rpc(408), true, false},
		{"400", errHTTP(400), false, true},
		{"401", errHTTP(401), false, true},
		{"404", wrapped{errHTTP(404)}, false, true},
		{"408 of HTTP", errHTTP(408), false, true},
		{"422", errHTTP(422), false, true},
		{"302", errHTTP(302), false, false},
		{"invalid params", rpc(-32602), false, true},
		{"internal error", rpc(-32603), false, false},
		{"another error", errRefused, false, false},
		{"group", errors.Join(transport.ErrClosed, errHTTP(503)), true, false},
		{"group of groups", errors.Join(errors.Join(dial), fmt.Errorf("x: %w", errors.Join(errHTTP(503)))), true, false},
		{"mixed group", errors.Join(transport.ErrClosed, errRefused), false, false},
		{"mixed with 4xx", wrapped{errors.Join(errHTTP(503), errHTTP(404))}, false, true},
	} {
		assert.Check(t, agents.Transient(tt.err) == tt.transient, tt.name)
		assert.Check(t, agents.Deterministic(tt.err) == tt.deterministic, tt.name)
	}
}

func TestWhatIsRepeated(t *testing.T) { // OAI-44, 51 to 53, A-O1; S-OAI-18
	for _, tt := range []struct {
		name         string
		kind         string
		err          error
		max          int
		replay       bool
		lists, calls int
		waits        string // of both
	}{
		{"no budget", config.Stdio, errRefused, 0, false, 1, 1, ""},
		{"budget", config.Stdio, errRefused, 2, false, 3, 3, "1,2,1,2"},
		{"stdio knows no isolated session", config.Stdio, errHTTP(503), 1, false, 2, 2, "1,1"},
		{"sse neither", config.SSE, transport.ErrClosed, 1, false, 2, 2, "1,1"},
		{"401", config.HTTP, errHTTP(401), 2, false, 3, 1, "1,2"},
		{"401 replayed", config.HTTP, errHTTP(401), 2, true, 3, 3, "1,2,1,2"},
		{"mixed group", config.HTTP, errors.Join(errHTTP(503), errRefused), 1, false, 2, 2, "1,1"},
		{"fatal", config.HTTP, &agents.FatalError{Err: errRefused}, 9, true, 1, 1, ""},
	} {
		simulate(t, func(b *bench) {
			s := b.connected(agents.Settings{
				Config: config.Server{Type: tt.kind}, Retry: agents.Retry{Attempts: tt.max, Base: time.Second, ReplayDeterministic: tt.replay},
			}, behaviour{fails: func(int, bool) error { return tt.err }})
			_, err := s.ListTools(bg, nil, nil)
			assert.Check(t, errors.Is(err, tt.err), tt.name)
			_, err = s.CallTool(bg, "x", nil)
			assert.Check(t, errors.Is(err, tt.err), tt.name)
			log := b.fakes.seen()
			assert.Check(t, strings.Count(log, "tools/list") == tt.lists, "%s: %s", tt.name, log)
			assert.Check(t, strings.Count(log, "tools/call") == tt.calls, "%s: %s", tt.name, log)
			assert.Check(t, !strings.Contains(log, "isolate"), "%s: %s", tt.name, log)
			assert.Check(t, b.waits() == tt.waits, "%s: %s", tt.name, b.waits())
			assert.Check(t, s.Cleanup(bg))
		})
	}
}

func TestUnlimitedRetries(t *testing.T) { // S-OAI-17
	simulate(t, func(b *bench) {
		s := b.connected(budgetOf(-1), behaviour{fails: func(n int, _ bool) error {
			if n < 12 {
				return errRefused
			}
			return nil
		}})
		_, err := s.ListTools(bg, nil, nil)
		assert.Check(t, err)
		assert.Check(t, b.waits() == "1,2,4,8,16,32,64,128,256,512,1024", b.waits())
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestCallerGivesUp(t *testing.T) { // OAI-41, OAI-50
	for name, how := range map[string]behaviour{
		"during the shared try": {request: time.Hour},
		"during the wait":       {fails: func(int, bool) error { return errRefused }},
		"during the isolated try": {fails: func(_ int, alone bool) error {
			return transport.ErrClosed
		}, request: 600 * time.Millisecond},
		"as the session fails": {request: time.Second, fails: func(int, bool) error { return transport.ErrClosed }},
	} {
		simulate(t, func(b *bench) {
			s := b.connected(budgetOf(5), how)
			took := b.elapsed(func() {
				err := requests[1](b.cancelAfter(time.Second), s)
				assert.Check(t, err == errGone, "%s: %v", name, err) //nolint:errorlint // the very error
			})
			assert.Check(t, took == time.Second, "%s: %s", name, took)
			log := b.fakes.seen()
			assert.Check(t, strings.Count(log, "unisolate") == strings.Count(log, "| isolate"), "%s: %s", name, log)
			assert.Check(t, s.Cleanup(bg))
		})
	}
}

// A session that fails because its caller goes away is not to blame.
func TestCallerGivesUpFirst(t *testing.T) { // OAI-41
	for _, max := range []int{0, 5} {
		simulate(t, func(b *bench) {
			ctx, cancel := context.WithCancelCause(bg)
			s := b.connected(budgetOf(max), behaviour{fails: func(int, bool) error {
				cancel(errGone)
				return transport.ErrClosed
			}})
			err := requests[1](ctx, s)
			assert.Check(t, err == errGone, err) //nolint:errorlint // the very error
			assert.Check(t, b.fakes.seen() == "tools/call")
			assert.Check(t, s.Cleanup(bg))
		})
	}
}

// The caller's own deadline is its cancellation, not the server's timeout.
func TestCallersDeadline(t *testing.T) {
	simulate(t, func(b *bench) {
		s := b.connected(budgetOf(5), behaviour{request: time.Hour})
		ctx, cancel := clock.WithTimeout(bg, b.sim.Clock("caller"), time.Second)
		defer cancel()
		err := requests[1](ctx, s)
		assert.Check(t, errors.Is(err, clock.ErrTimeout) && err.Error() == "timeout after 1s", err)
		assert.Check(t, !strings.Contains(b.fakes.seen(), "isolate"))
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestTextsOfFailures(t *testing.T) { // S-OAI-13, S-OAI-14
	refused := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	const connect, call, list = "Failed to connect to MCP server 'a': ", "Failed to call tool 'x' on MCP server 'a': ", "Failed to list tools from MCP server 'a': "
	for _, tt := range []struct {
		err                 error
		connect, call, list string
	}{
		{errHTTP(503), connect + "HTTP error 503 (Service Unavailable)", call + "HTTP error 503", list + "HTTP error 503"},
		{errors.Join(errRefused, errors.Join(errHTTP(404))), connect + "HTTP error 404 (Not Found)", call + "HTTP error 404", list + "HTTP error 404"},
		{refused, connect + "Could not reach the server.", call + "Connection lost. The server may have disconnected.", list + "Connection lost. The server may have disconnected."},
		{&transport.TimeoutError{What: "Request"}, connect + "Connection timeout.", call + "Connection timeout.", list + "Connection timeout."},
		{errRefused, "refused", "refused", "refused"},
		{rpc(-32000), "MCP error -32000: no", "MCP error -32000: no", "MCP error -32000: no"},
	} {
		simulate(t, func(b *bench) {
			s := b.connected(agents.Settings{}, behaviour{fails: func(int, bool) error { return tt.err }})
			for i, want := range []string{tt.list, tt.call} {
				err := requests[i](bg, s)
				assert.Check(t, err != nil && err.Error() == want, "%v", err)
			}
			assert.Check(t, s.Cleanup(bg))
			b.fakes.of("a").connectErr = tt.err
			err := s.Connect(bg)
			assert.Check(t, err != nil && err.Error() == tt.connect, "%v", err)
		})
	}
}
