package clientcheck

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/process"
)

// speaks does what tools_call asks for, and returns the media type of the last answer.
func (c client) speaks() (form string) {
	session := ""
	for _, message := range []string{
		hello, `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add_numbers","arguments":{"a":1,"b":2}}}`,
	} {
		q, err := http.NewRequest(http.MethodPost, c.url(), strings.NewReader(message))
		if err != nil {
			return ""
		}
		q.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, HeaderSession: {session}}
		resp, err := c.http.Do(q)
		if err != nil {
			return ""
		}
		if id := resp.Header.Get(HeaderSession); id != "" {
			session = id
		}
		form = resp.Header.Get("Content-Type")
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	}
	return form
}

// TestCopes: a client over HTTP copes if it understands one of the two forms of answers.
func TestCopes(t *testing.T) {
	for name, c := range map[string]struct {
		fails func(form string) bool
		runs  int
		why   string
	}{
		"both":          {func(string) bool { return false }, 1, ""},
		"JSON":          {func(form string) bool { return form != "application/json" }, 1, ""},
		"event streams": {func(form string) bool { return form != "text/event-stream" }, 2, ""},
		"neither":       {func(string) bool { return true }, 2, "the client exited with code 1"},
	} {
		runs := 0
		program(func(told client) int {
			runs++
			if c.fails(told.speaks()) {
				return 1
			}
			return 0
		}).simulate(t, func(target Target) {
			target.Parallel = 1
			b, err := Open(context.Background(), target)
			assert.NilError(t, err)
			assert.Equal(t, said(b.Able(false)), c.why, name)
			b.Wait()
			assert.Equal(t, runs, c.runs, name)
		})
	}
}

// TestEras: which eras a client speaks. One that speaks neither should have a handshake.
func TestEras(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"m","version":"3"}}}}`
	for name, c := range map[string]struct {
		says           map[string]string // by what it is told to speak
		legacy, modern bool
		spoken, itself string
	}{
		"handshake":                       {map[string]string{Revision: hello, ModernRevision: hello}, true, false, "2025-11-25", "c 1"},
		"both":                            {map[string]string{Revision: hello, ModernRevision: request}, true, true, "2025-11-25 and 2026-07-28", "c 1"},
		"modern":                          {map[string]string{Revision: request, ModernRevision: request}, false, true, "2026-07-28", "m 3"},
		"a session without its beginning": {map[string]string{Revision: `{"jsonrpc":"2.0","id":1,"method":"ping"}`, ModernRevision: request}, true, true, "2026-07-28", "m 3"},
		"a discovery without its version": {map[string]string{Revision: hello, ModernRevision: `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`}, true, true, "2025-11-25 and 2026-07-28", "c 1"},
		"neither":                         {map[string]string{Revision: "{}", ModernRevision: "{}"}, true, false, "", ""},
	} {
		program(func(told client) int { told.post(c.says[told.told("MCP_CONFORMANCE_PROTOCOL_VERSION")]); return 0 }).simulate(t, func(target Target) {
			b, err := Open(context.Background(), target)
			assert.NilError(t, err)
			defer b.Wait()
			legacy, stateless := b.Eras()
			assert.Equal(t, legacy, c.legacy, name)
			assert.Equal(t, stateless, c.modern, name)
			spoken, itself := b.Info()
			assert.Equal(t, spoken, c.spoken, name)
			assert.Equal(t, itself, c.itself, name)
		})
	}
}

// TestEverything: the situations of an era, each once, the correct server first.
func TestEverything(t *testing.T) {
	b := &Bench{Target: Target{Timeout: time.Second}}
	other, plain := Situation{Scenario: "initialize"}, Plain(time.Second)
	b.Expect([]Case{{plain, "CLI-01", Telling}, {other, "CLI-02", Telling}, {PlainModern(time.Second), "M-CLI-01", Telling}, {Situation{Modern: true}, "M-CLI-02", Telling}})
	assert.DeepEqual(t, b.Everything(false), []Case{{plain, "a correct server", Telling}, {other, "CLI-02", Telling}})
	assert.DeepEqual(t, b.Everything(true), []Case{{PlainModern(time.Second), "a correct server", Telling}, {Situation{Modern: true}, "M-CLI-02", Telling}})
}

// TestNoMoreRuns: the time for all runs ends, and so do runs and checks. Runs go on as many at
// a time as the target says.
func TestNoMoreRuns(t *testing.T) {
	runs := 0
	program(func(c client) int { runs++; c.post(hello); time.Sleep(2 * time.Second); return 0 }).simulate(t, func(target Target) {
		ctx, stop := context.WithCancelCause(context.Background())
		target.Parallel, target.Budget = 3, 5*time.Second
		b, err := Open(ctx, target)
		assert.NilError(t, err)
		b.Wait()
		assert.Equal(t, b.queue.places-b.queue.going, 3)
		_, err = b.Play(Situation{Scenario: "initialize", Limit: time.Minute})
		assert.NilError(t, err)
		for _, scenario := range []string{"sse-retry", "http-custom-headers"} { // the first is ended, the second does not begin
			_, err = b.Play(Situation{Scenario: scenario, Limit: time.Minute})
			assert.ErrorContains(t, err, "the time for all runs of the client, 5s, is over")
			assert.Equal(t, runs, 3)
		}
		assert.NilError(t, b.Stopped())
		stop(errors.New("enough"))
		assert.Error(t, b.Stopped(), "enough")
		_, err = b.Play(Situation{Scenario: "mcpsim-echo", Limit: time.Minute})
		assert.Error(t, err, "enough")
		b.Wait()
		assert.Equal(t, runs, 3)
		target.Starter = process.StarterFunc(func(process.Command) (process.Process, error) { return nil, errors.New("no such program") })
		_, err = Open(context.Background(), target)
		assert.Error(t, err, "starting the client: no such program")
	})
}

// TestEnough: a client that has said enough is ended, and the report says when.
func TestEnough(t *testing.T) {
	r := program(func(c client) int {
		time.Sleep(time.Second)
		c.post(hello)
		time.Sleep(2 * time.Second)
		c.post(hello)
		<-c.term
		return 0
	}).play(t, Situation{Scenario: "initialize", Limit: time.Minute, Most: 2})
	assert.Equal(t, r.End(), "still ran after 2s")
	assert.NilError(t, r.Missing())
	r = program(func(c client) int { c.post(hello); return 0 }).play(t, Situation{
		Scenario: "initialize", Limit: time.Minute, Script: "rules: [{when: {method: ping}, do: [drop]}]"})
	assert.ErrorContains(t, r.Missing(), "ping")
}

// watched is a process whose input is looked at.
type watched struct {
	running
	closed *bool
}

func (w watched) Stdin() io.WriteCloser { return closes{io.Discard, w.closed} }

type closes struct {
	io.Writer
	closed *bool
}

func (c closes) Close() error { *c.closed = true; return nil }

// TestStopped: a client whose checks are stopped is killed at once. Nothing of it is left open.
func TestStopped(t *testing.T) {
	stubborn := program(func(c client) int { c.post(hello); <-c.kill; return 0 })
	stubborn.simulate(t, func(target Target) {
		ctx, stop := context.WithCancelCause(context.Background())
		closed := false
		start := target.Starter
		target.Starter = process.StarterFunc(func(c process.Command) (process.Process, error) {
			p, err := start.Start(c)
			return watched{p.(running), &closed}, err
		})
		target = target.withDefaults()
		begin := target.Clock.Now()
		_, err := target.run(ctx, Plain(time.Minute), func() { stop(errors.New("stopped")) })
		assert.Error(t, err, "stopped")
		assert.Equal(t, target.Clock.Since(begin) < termWait, true)
		assert.Equal(t, closed, true)
	})
}

// TestOutputHeldUp: what a grandchild holds open is waited for a moment, and closed.
func TestOutputHeldUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, held := io.Pipe()
		kept := newTail(out)
		_, _ = held.Write([]byte("last words\n\n"))
		begin := time.Now()
		assert.Equal(t, kept.end(clock.Real()), "last words\n")
		assert.Equal(t, time.Since(begin), outputWait)
		_, err := held.Write([]byte("x"))
		assert.ErrorIs(t, err, io.ErrClosedPipe)
	})
	assert.Equal(t, newTail(strings.NewReader("")).end(clock.Real()), "")
}
