package toolbridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/transport"
	"gotest.tools/v3/assert"
)

// fake is a Caller and its connections. Every call takes the next word of its
// script and is noted in the log.
type fake struct {
	t      *testing.T
	script []step
	log    []string
	cancel context.CancelCauseFunc
}

// step is what happens next: which method is expected, whether the caller's
// context ends during it, and what comes out.
type step struct {
	method string // connection, wait, reconnect or call
	abort  bool
	result string
	err    error
}

func (f *fake) next(method string) step {
	if len(f.script) == 0 {
		f.t.Fatalf("unexpected %s after %v", method, f.log)
	}
	s := f.script[0]
	f.script = f.script[1:]
	assert.Equal(f.t, method, s.method)
	f.log = append(f.log, method)
	if s.abort {
		f.cancel(errGone)
	}
	return s
}

func (f *fake) connect(method, server string) (toolbridge.Conn, error) {
	assert.Equal(f.t, server, "docs")
	if s := f.next(method); s.err != nil {
		return nil, s.err
	}
	return f, nil
}

func (f *fake) Connection(_ context.Context, server string) (toolbridge.Conn, error) {
	return f.connect("connection", server)
}

func (f *fake) WaitForConnection(_ context.Context, server string) (toolbridge.Conn, error) {
	return f.connect("wait", server)
}

func (f *fake) Reconnect(_ context.Context, server string) (toolbridge.Conn, error) {
	return f.connect("reconnect", server)
}

func (f *fake) CallTool(_ context.Context, name string, args json.RawMessage) (json.RawMessage, error) {
	assert.Equal(f.t, name, "Read It")
	assert.Equal(f.t, string(args), `{"a":1}`)
	s := f.next("call")
	return json.RawMessage(s.result), s.err
}

var (
	errGone   = errors.New("the user pressed escape")
	errLost   = fmt.Errorf("calling: %w", transport.ErrClosed)
	errHTTP   = &transport.HTTPError{Status: 500, Body: "no"}
	errRPC    = &jsonrpc.Error{Code: -32602, Message: "bad params"}
	errAbsent = &toolbridge.NotConnectedError{Server: "docs"}
	errLadder = errors.New("all attempts failed")
)

const okResult = `{"content":[{"type":"text","text":"fine"}]}`

// good is the step that ends a call well.
var good = step{method: "call", result: okResult}

func TestCall(t *testing.T) {
	for _, c := range []struct {
		name     string
		deferred bool
		script   []step
		want     string // text
		err      error  // behind the text
	}{
		{"OMP-LC-77: a live tool uses the existing connection", false,
			[]step{{method: "connection"}, good}, "fine", nil},
		{"OMP-LC-78: a deferred tool waits for the connection", true,
			[]step{{method: "wait"}, good}, "fine", nil},
		{"OMP-LC-79: live, one reconnect and one retry", false,
			[]step{{method: "connection"}, {method: "call", err: errLost}, {method: "reconnect"}, good}, "fine", nil},
		{"OMP-LC-79: deferred, one reconnect and one retry", true,
			[]step{{method: "wait"}, {method: "call", err: errLost}, {method: "reconnect"}, good}, "fine", nil},
		{"OMP-LC-80: a second failure is final", false,
			[]step{{method: "connection"}, {method: "call", err: errLost}, {method: "reconnect"}, {method: "call", err: transport.ErrNotConnected}},
			"MCP error: Transport not connected", transport.ErrNotConnected},
		{"OMP-LC-81: a non-retriable HTTP status is final", false,
			[]step{{method: "connection"}, {method: "call", err: errHTTP}}, "MCP error: HTTP 500: no", errHTTP},
		{"OMP-LC-81, 83: a JSON-RPC error is final and keeps its text", true,
			[]step{{method: "wait"}, {method: "call", err: errRPC}}, "MCP error: MCP error -32602: bad params", errRPC},
		{"OMP-LC-83: the prefix is not doubled", false,
			[]step{{method: "connection"}, {method: "call", err: errors.New("MCP error: x")}}, "MCP error: x", nil},
		{"OMP-LC-103: a live tool without connection recovers", false,
			[]step{{method: "connection", err: errAbsent}, {method: "reconnect"}, good}, "fine", nil},
		{"OMP-LC-103: recovery fails again", false,
			[]step{{method: "connection", err: errAbsent}, {method: "reconnect", err: errLadder}},
			"MCP error: MCP server not connected: docs", errAbsent},
		{"A-18: a deferred tool whose server is not there", true,
			[]step{{method: "wait", err: errAbsent}, {method: "reconnect", err: errLadder}},
			"MCP error: MCP server not connected: docs", errAbsent},
		{"A-18: a deferred tool whose connect failed, whatever the reason", true,
			[]step{{method: "wait", err: errHTTP}, {method: "reconnect"}, good}, "fine", nil},
		{"A-16: one reconnect is all there is, waiting included", true,
			[]step{{method: "wait", err: errHTTP}, {method: "reconnect"}, {method: "call", err: errLost}},
			"MCP error: calling: Transport closed", errLost},
		{"a failed reconnect does not hide why it was needed", false,
			[]step{{method: "connection"}, {method: "call", err: errLost}, {method: "reconnect", err: errLadder}},
			"MCP error: calling: Transport closed", errLost},
		{"a result that cannot be read is a failure", false,
			[]step{{method: "connection"}, {method: "call", result: `[]`}},
			"MCP error: reading the result of docs/Read It: not an object", nil},
		{"FF-78: an error of the tool is a result, without retry", false,
			[]step{{method: "connection"}, {method: "call", result: `{"isError":true,"content":[{"type":"text","text":"transport closed"}]}`}},
			"Error: transport closed", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &fake{t: t, script: c.script}
			out, err := toolbridge.Call(t.Context(), f, tool(c.deferred), json.RawMessage(`{"a":1}`))
			assert.NilError(t, err)
			assert.Equal(t, len(f.script), 0, "not called: %v", f.script)
			assert.Equal(t, out.Text, c.want)
			assert.Equal(t, out.IsError, strings.HasPrefix(c.want, toolbridge.ErrorPrefix) || strings.HasPrefix(c.want, "Error: "))
			assert.Equal(t, out.Server+"|"+out.Tool+"|"+out.Provider, "docs|Read It|Claude Code")
			if c.err != nil {
				assert.ErrorIs(t, out.Err, c.err)
			}
			assert.Equal(t, out.Err != nil, strings.HasPrefix(c.want, toolbridge.ErrorPrefix))
			assert.Equal(t, out.ReconnectErr != nil, c.script[len(c.script)-1].err == errLadder)
		})
	}
}

// TestAbortStaysAbort ends the caller's context during each step: nothing comes
// after it, and its cause is the error (OMP-LC-84, U-05).
func TestAbortStaysAbort(t *testing.T) {
	lost := step{method: "call", err: errLost}
	for _, c := range []struct {
		name     string
		deferred bool
		script   []step
	}{
		{"while looking for the connection", false, []step{{method: "connection", abort: true}}},
		{"while waiting", true, []step{{method: "wait", abort: true, err: errGone}}},
		{"when the connection comes too late", true, []step{{method: "wait", abort: true}}},
		{"during the call", false, []step{{method: "connection"}, {method: "call", abort: true, err: errGone}}},
		{"during the call, seen as a lost connection", false, []step{{method: "connection"}, {method: "call", abort: true, err: errLost}}},
		{"during the reconnect", false, []step{{method: "connection"}, lost, {method: "reconnect", abort: true, err: errGone}}},
		{"when the reconnect comes too late", false, []step{{method: "connection"}, lost, {method: "reconnect", abort: true}}},
		{"during the second call", true, []step{{method: "wait"}, lost, {method: "reconnect"}, {method: "call", abort: true, err: errLost}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			f := &fake{t: t, script: c.script, cancel: cancel}
			out, err := toolbridge.Call(ctx, f, tool(c.deferred), json.RawMessage(`{"a":1}`))
			assert.Equal(t, err, errGone)
			assert.DeepEqual(t, out, toolbridge.Output{})
			assert.Equal(t, len(f.script), 0)
		})
	}
	t.Run("before anything", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errGone)
		out, err := toolbridge.Call(ctx, &fake{t: t}, tool(true), nil)
		assert.Equal(t, err, errGone)
		assert.DeepEqual(t, out, toolbridge.Output{})
	})
	t.Run("a result that is there stays a result", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		f := &fake{t: t, cancel: cancel, script: []step{{method: "connection"}, {method: "call", abort: true, result: okResult}}}
		out, err := toolbridge.Call(ctx, f, tool(false), json.RawMessage(`{"a":1}`))
		assert.NilError(t, err)
		assert.Equal(t, out.Text, "fine")
	})
}

func tool(deferred bool) toolbridge.Tool {
	return toolbridge.Tool{Name: "mcp__docs_read_it", Server: "docs", Original: "Read It", Provider: "Claude Code", Deferred: deferred}
}

// wire is one connection that answers every call and keeps the arguments.
type wire struct{ result, args string }

func (w *wire) Connection(context.Context, string) (toolbridge.Conn, error)        { return w, nil }
func (w *wire) WaitForConnection(context.Context, string) (toolbridge.Conn, error) { return w, nil }
func (w *wire) Reconnect(context.Context, string) (toolbridge.Conn, error)         { return w, nil }

func (w *wire) CallTool(_ context.Context, _ string, args json.RawMessage) (json.RawMessage, error) {
	w.args = string(args)
	return json.RawMessage(w.result), nil
}

func TestArguments(t *testing.T) { // F-27: what is no object is sent as {}
	for in, want := range map[string]string{
		``: `{}`, `null`: `{}`, `[1]`: `{}`, `"x"`: `{}`, `{`: `{}`, `{}x`: `{}`, ` {"a": 1.0} `: `{"a": 1.0}`,
	} {
		w := &wire{result: okResult}
		_, err := toolbridge.Call(t.Context(), w, tool(false), json.RawMessage(in))
		assert.NilError(t, err)
		assert.Equal(t, w.args, want, in)
	}
}

func TestResults(t *testing.T) { // OMP-LC-82, F-27
	for _, c := range []struct{ name, result, text, structured string }{
		{"text", okResult, "fine", ""},
		{"blocks are joined by a blank line", `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b\n"},{"type":"text","text":"c"}]}`, "a\n\nb\n\n\nc", ""},
		{"image", `{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}`, "[Image: image/png]", ""},
		{"audio", `{"content":[{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]}`, "[Audio: audio/wav]", ""},
		{"resource", `{"content":[{"type":"resource","resource":{"uri":"file:///a","text":"A"}}]}`, "[Resource: file:///a]\nA", ""},
		{"resource without text", `{"content":[{"type":"resource","resource":{"uri":"file:///a","blob":"AA"}}]}`, "[Resource: file:///a]", ""},
		{"resource without resource", `{"content":[{"type":"resource"}]}`, "[Resource: ]", ""},
		{"link", `{"content":[{"type":"resource_link","uri":"file:///a","name":"a"}]}`, "[Resource: file:///a]", ""},
		{"another type", `{"content":[{"type":"hologram"}]}`, `[Content of type "hologram"]`, ""},
		{"structured beside text", `{"content":[{"type":"text","text":"t"}],"structuredContent":{"a": 1}}`, "t", `{"a": 1}`},
		{"structured only", `{"structuredContent":{"a": 1}}`, `{"a": 1}`, `{"a": 1}`},
		{"no structure", `{"content":[],"structuredContent":null}`, "", ""},
		{"nothing", `{}`, "", ""},
		{"marked as an error", `{"isError":true,"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, "Error: a\n\nb", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := toolbridge.Call(t.Context(), &wire{result: c.result}, tool(false), nil)
			assert.NilError(t, err)
			assert.NilError(t, out.Err)
			assert.Equal(t, out.Text, c.text)
			assert.Equal(t, string(out.Structured), c.structured)
			assert.Equal(t, out.IsError, strings.HasPrefix(c.text, "Error: "))
		})
	}
	t.Run("blocks are kept as sent", func(t *testing.T) {
		const block = `{"type":"image", "data":"AAAA","x":1}`
		out, err := toolbridge.Call(t.Context(), &wire{result: `{"content":[` + block + `]}`}, tool(false), nil)
		assert.NilError(t, err)
		assert.Equal(t, string(out.Content[0].Raw), block)
	})
	for _, bad := range []string{``, `null`, `"x"`, `{"content":{}}`, `{"content":[1]}`, `{"isError":"yes"}`, `{`} {
		out, err := toolbridge.Call(t.Context(), &wire{result: bad}, tool(false), nil)
		assert.NilError(t, err)
		assert.Assert(t, strings.HasPrefix(out.Text, "MCP error: reading the result of docs/Read It: "), out.Text)
		assert.Assert(t, out.IsError && out.Err != nil)
	}
}
