package conn_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/netem/vtime"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/transport/dispatch"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// fake is a transport with a background stream, whose server does what a test
// says. It writes down what is asked of it.
type fake struct {
	clk     clock.Clock
	result  string                                             // of initialize
	answers func(method string, params string) (string, error) // of everything else
	fails   error                                              // Connect
	closing error                                              // what Close says
	delay   map[string]time.Duration
	timeout time.Duration // of requests; 0 = none

	dispatch.Dispatcher
	mu     sync.Mutex
	log    []string
	ended  chan struct{}
	closer sync.Once
}

func newFake(clk clock.Clock) *fake {
	return &fake{
		clk:    clk,
		result: `{"protocolVersion":"2025-03-26","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`,
		delay:  map[string]time.Duration{},
		ended:  make(chan struct{}),
	}
}

func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, fmt.Sprintf(format, args...))
}

func (f *fake) Connect(context.Context) error { f.note("connect"); return f.fails }
func (f *fake) Connected() bool               { return true }

func (f *fake) SetCallbacks(c transport.Callbacks) { f.note("callbacks"); f.Set(c) }
func (f *fake) SetProtocolVersion(revision string) { f.note("version %s", revision) }

func (f *fake) Listen(ctx context.Context) {
	f.note("listen")
	_ = clock.Sleep(ctx, f.clk, f.delay["listen"])
}

func (f *fake) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	raw, _ := json.Marshal(params)
	f.note("%s", method)
	if err := f.wait(ctx, f.delay[method]); err != nil {
		return nil, err
	}
	if method == protocol.MethodInitialize {
		return json.RawMessage(f.result), nil
	}
	text, err := f.answers(method, string(raw))
	return json.RawMessage(text), err
}

// wait takes d, unless the caller, the transport's timeout or Close is first.
func (f *fake) wait(ctx context.Context, d time.Duration) error {
	if f.timeout > 0 && d >= f.timeout {
		if err := clock.Sleep(ctx, f.clk, f.timeout); err != nil {
			return err
		}
		return &transport.TimeoutError{What: "Request", After: f.timeout}
	}
	timer := f.clk.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-f.ended:
		return transport.ErrClosed
	case <-timer.Chan():
		return nil
	}
}

// Notify knows no context, like every transport's.
func (f *fake) Notify(method string, _ any) error {
	f.note("%s", method)
	return f.wait(context.Background(), f.delay[method])
}

func (f *fake) Close() error {
	f.closer.Do(func() {
		f.note("close")
		close(f.ended)
		f.Closed()
	})
	return f.closing
}

// options are those of a connection to f.
func options(f *fake) conn.Options {
	return conn.Options{Server: "docs", Transport: f, Clock: f.clk, Revision: "2025-03-26"}
}

// simulate runs f in virtual time and fails the test for what is left over.
func simulate(t *testing.T, f func(s *vtime.Sim, fake *fake)) {
	t.Helper()
	assert.NilError(t, vtime.Run(t, vtime.Config{}, func(s *vtime.Sim) {
		f(s, newFake(s.Clock("docs")))
	}))
}
