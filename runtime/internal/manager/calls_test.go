package manager_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/backoff"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// script is what one server does, step by step: every connect and every call
// takes the next one and is noted in the log.
type script struct {
	*fakes
	t      *testing.T
	steps  []step
	log    []string
	cancel context.CancelCauseFunc // ends the caller's context
}

// step is what happens next: which request is expected, how long it takes,
// whether the caller's context ends at its end, and what comes out.
type step struct {
	method string // connect or call
	takes  time.Duration
	abort  bool
	result string
	err    error
}

func (s *script) next(method string) step {
	if len(s.steps) == 0 {
		s.t.Fatalf("unexpected %s after %v", method, s.log)
	}
	p := s.steps[0]
	s.steps = s.steps[1:]
	assert.Check(s.t, p.method == method, "%s instead of %s after %v", method, p.method, s.log)
	s.log = append(s.log, method)
	return p
}

func (s *script) do(ctx context.Context, method string) step {
	p := s.next(method)
	if p.takes > 0 {
		timer := s.clk.NewTimer(p.takes)
		defer timer.Stop()
		select {
		case <-timer.Chan():
		case <-ctx.Done():
			return step{err: context.Cause(ctx)}
		}
	}
	if p.abort {
		s.cancel(errGone)
	}
	return p
}

func (s *script) Connect(ctx context.Context, server config.Server, life connect.Options) (connect.Conn, error) {
	if p := s.do(ctx, "connect"); p.err != nil {
		return nil, p.err
	}
	c, err := s.fakes.Connect(ctx, server, life)
	if err != nil {
		return nil, err
	}
	return scripted{c.(*fakeConn), s}, nil
}

// scripted is a connection that answers calls as its script says.
type scripted struct {
	*fakeConn
	s *script
}

func (c scripted) CallTool(ctx context.Context, name string, args json.RawMessage) (json.RawMessage, error) {
	assert.Check(c.s.t, name == "Read It" && string(args) == `{"a":1}`, "%s %s", name, args)
	p := c.s.do(ctx, "call")
	return json.RawMessage(p.result), p.err
}

var (
	errGone   = errors.New("the user pressed escape")
	errLost   = fmt.Errorf("calling: %w", transport.ErrClosed)
	errHTTP   = &transport.HTTPError{Status: 500, Body: "no"}
	errRPC    = &jsonrpc.Error{Code: -32602, Message: "bad params"}
	errAbsent = &manager.NotConnectedError{Server: "docs"}
)

const okResult = `{"content":[{"type":"text","text":"fine"}]}`

// What servers and their connections do. The one attempt of the retry loop that
// these tests use is made at once.
var (
	good = step{method: "call", result: okResult}
	lost = step{method: "call", err: errLost}
	up   = step{method: "connect"}
	down = step{method: "connect", err: errRefused}
	slow = step{method: "connect", takes: time.Second}
)

// play starts the server and makes one call; a deferred one is made while the
// server may still be connecting. It fails the test when steps are left over.
func play(t *testing.T, deferred bool, steps []step) (out toolbridge.Output, err error) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		ctx, cancel := context.WithCancelCause(context.Background())
		server := &script{fakes: newFakes(s.Clock("script")), t: t, steps: steps, cancel: cancel}
		m := manager.New(manager.Options{
			Connector: server, Clock: s.Clock("manager"), Events: event.Discard, Rand: noJitter,
			Policy: manager.Policy{Gate: manager.NoGate, Reconnect: backoff.Schedule{Attempts: 1}},
		})
		m.Start(context.Background(), []config.Server{definition("docs")})
		assert.Check(t, s.Settle())
		done := make(chan struct{})
		s.Go("caller", func() {
			defer close(done)
			out, err = m.CallTool(ctx, tool(deferred), json.RawMessage(`{"a":1}`))
		})
		assert.Check(t, s.Sleep(time.Minute))
		<-done
		m.StopAll()
		assert.Check(t, len(server.steps) == 0, "not done: %v, done: %v", server.steps, server.log)
	}))
	return out, err
}

func tool(deferred bool) toolbridge.Tool {
	return toolbridge.Tool{Name: "mcp__docs_read_it", Server: "docs", Original: "Read It", Provider: "Claude Code", Deferred: deferred}
}

func TestCall(t *testing.T) {
	for _, c := range []struct {
		name     string
		deferred bool
		steps    []step
		want     string // text
		err      error  // behind the text
	}{
		{"OMP-LC-77: a live tool uses the existing connection", false,
			[]step{up, good}, "fine", nil},
		{"OMP-LC-78: a deferred tool waits for the connection", true,
			[]step{slow, good}, "fine", nil},
		{"OMP-LC-79: live, one reconnect and one retry", false,
			[]step{up, lost, up, good}, "fine", nil},
		{"OMP-LC-79: deferred, one reconnect and one retry", true,
			[]step{slow, lost, up, good}, "fine", nil},
		{"OMP-LC-80: a second failure is final", false,
			[]step{up, lost, up, {method: "call", err: transport.ErrNotConnected}},
			"MCP error: Transport not connected", transport.ErrNotConnected},
		{"OMP-LC-81: a non-retriable HTTP status is final", false,
			[]step{up, {method: "call", err: errHTTP}}, "MCP error: HTTP 500: no", errHTTP},
		{"OMP-LC-81, 83: a JSON-RPC error is final and keeps its text", true,
			[]step{slow, {method: "call", err: errRPC}}, "MCP error: MCP error -32602: bad params", errRPC},
		{"OMP-LC-83: the prefix is not doubled", false,
			[]step{up, {method: "call", err: errors.New("MCP error: x")}}, "MCP error: x", nil},
		{"OMP-LC-103: a live tool without connection recovers", false,
			[]step{down, up, good}, "fine", nil},
		{"OMP-LC-103: recovery fails again", false,
			[]step{down, down}, "MCP error: MCP server not connected: docs", errAbsent},
		{"A-18: a deferred tool whose server is not there", true,
			[]step{down, down}, "MCP error: MCP server not connected: docs", errAbsent},
		{"A-18: a deferred tool whose connect failed while it waited", true,
			[]step{{method: "connect", takes: time.Second, err: errHTTP}, up, good}, "fine", nil},
		{"A-16: one reconnect is all there is, waiting included", true,
			[]step{{method: "connect", takes: time.Second, err: errHTTP}, up, lost},
			"MCP error: calling: Transport closed", errLost},
		{"a failed reconnect does not hide why it was needed", false,
			[]step{up, lost, down}, "MCP error: calling: Transport closed", errLost},
		{"a result that cannot be read is a failure", false,
			[]step{up, {method: "call", result: `[]`}},
			"MCP error: reading the result of docs/Read It: not an object", nil},
		{"FF-78: an error of the tool is a result, without retry", false,
			[]step{up, {method: "call", result: `{"isError":true,"content":[{"type":"text","text":"transport closed"}]}`}},
			"Error: transport closed", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := play(t, c.deferred, c.steps)
			assert.NilError(t, err)
			assert.Equal(t, out.Text, c.want)
			assert.Equal(t, out.IsError, strings.HasPrefix(c.want, toolbridge.ErrorPrefix) || strings.HasPrefix(c.want, "Error: "))
			assert.Equal(t, out.Server+"|"+out.Tool+"|"+out.Provider, "docs|Read It|Claude Code")
			switch absent := (*manager.NotConnectedError)(nil); {
			case c.err == error(errAbsent):
				assert.Assert(t, errors.As(out.Err, &absent))
			case c.err != nil:
				assert.ErrorIs(t, out.Err, c.err)
			}
			assert.Equal(t, out.Err != nil, strings.HasPrefix(c.want, toolbridge.ErrorPrefix))
			refused := c.steps[len(c.steps)-1].err == errRefused
			assert.Check(t, errors.Is(out.ReconnectErr, errRefused) == refused && (out.ReconnectErr != nil) == refused, "%v", out.ReconnectErr)
		})
	}
}

// TestAbortStaysAbort ends the caller's context during each step: nothing comes
// after it, and its cause is the error (OMP-LC-84, U-05).
func TestAbortStaysAbort(t *testing.T) {
	tooLate := step{method: "connect", takes: time.Second, abort: true}
	for _, c := range []struct {
		name     string
		deferred bool
		steps    []step
	}{
		{"while waiting", true, []step{{method: "connect", takes: time.Second, abort: true, err: errRefused}}},
		{"when the connection comes too late", true, []step{tooLate}},
		{"during the call", false, []step{up, {method: "call", abort: true, err: errGone}}},
		{"during the call, seen as a lost connection", false, []step{up, {method: "call", abort: true, err: errLost}}},
		{"during the reconnect", false, []step{up, lost, {method: "connect", takes: time.Second, abort: true, err: errGone}}},
		{"when the reconnect comes too late", false, []step{up, lost, tooLate}},
		{"during the second call", true, []step{slow, lost, up, {method: "call", abort: true, err: errLost}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := play(t, c.deferred, c.steps)
			assert.Equal(t, err, errGone)
			assert.DeepEqual(t, out, toolbridge.Output{})
		})
	}
	for _, deferred := range []bool{false, true} {
		t.Run(fmt.Sprintf("before anything, deferred %t", deferred), func(t *testing.T) {
			out, err := play(t, deferred, []step{{method: "connect", abort: true}})
			assert.Equal(t, err, errGone)
			assert.DeepEqual(t, out, toolbridge.Output{})
		})
	}
	t.Run("a result that is there stays a result", func(t *testing.T) {
		out, err := play(t, false, []step{up, {method: "call", abort: true, result: okResult}})
		assert.NilError(t, err)
		assert.Equal(t, out.Text, "fine")
	})
}
