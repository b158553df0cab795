package toolbridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

func dial(err error) error {
	return &url.Error{Op: "Post", URL: "http://h", Err: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", err)}}
}

func TestRetriable(t *testing.T) { // A-17, F-28
	rpc := func(text string) error { return &jsonrpc.Error{Code: -32000, Message: text} }
	for _, c := range []struct {
		err  error
		want string // class, "" is not retriable
	}{
		{nil, ""},
		// Statuses.
		{&transport.HTTPError{Status: 404, Body: "gone"}, "http 404"},
		{&transport.HTTPError{Status: 502}, "http 502"},
		{fmt.Errorf("calling: %w", &transport.HTTPError{Status: 503}), "http 503"},
		{errors.New("http 404: x"), "http 404"},
		{errors.New("saw HTTP 404: x"), ""},
		{errors.New("HTTP 4040: x"), ""},
		{&transport.HTTPError{Status: 400}, ""},
		{&transport.HTTPError{Status: 401}, ""},
		{&transport.HTTPError{Status: 408}, ""},
		{&transport.HTTPError{Status: 429}, ""},
		{&transport.HTTPError{Status: 500}, ""},
		{&transport.HTTPError{Status: 504}, ""},
		// The documented texts, in any case and anywhere.
		{errors.New("connect ECONNREFUSED 127.0.0.1:1"), "econnrefused"},
		{errors.New("read econnreset"), "econnreset"},
		{errors.New("write EPIPE"), "epipe"},
		{errors.New("ENETUNREACH"), "enetunreach"},
		{errors.New("EHOSTUNREACH"), "ehostunreach"},
		{errors.New("TypeError: Fetch Failed"), "fetch failed"},
		{errors.New("Network Error"), "network error"},
		{transport.ErrNotConnected, "transport not connected"},
		{transport.ErrClosed, "transport closed"},
		{errors.New(`Transport closed while sending notification "x"`), "transport closed"},
		// A server's texts count, too; its errors otherwise do not.
		{rpc("upstream: transport closed"), "transport closed"},
		{rpc("no such tool"), ""},
		{&transport.HTTPError{Status: 500, Body: "ECONNREFUSED"}, "econnrefused"},
		// What Go says for the same failures.
		{dial(syscall.ECONNREFUSED), "econnrefused"},
		{dial(syscall.ECONNRESET), "econnreset"},
		{dial(syscall.EPIPE), "epipe"},
		{dial(syscall.ENETUNREACH), "enetunreach"},
		{dial(syscall.EHOSTUNREACH), "ehostunreach"},
		{io.ErrClosedPipe, "epipe"},
		{dial(errors.New("anything")), "network error"},
		{&net.DNSError{Err: "no such host", Name: "h", IsNotFound: true}, "network error"},
		{&url.Error{Op: "Post", URL: "http://h", Err: io.EOF}, "network error"},
		{fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), "network error"},
		{net.ErrClosed, "network error"},
		// Deadlines and ended contexts never, whatever wraps them.
		{&transport.TimeoutError{What: "Request", After: 1e9}, ""},
		{&clock.TimeoutError{After: 1e9}, ""},
		{&url.Error{Op: "Post", URL: "http://h", Err: context.Canceled}, ""},
		{&url.Error{Op: "Post", URL: "http://h", Err: context.DeadlineExceeded}, ""},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, ""},
		{dial(syscall.ETIMEDOUT), ""},
		{errors.New("unexpected end of JSON input"), ""},
	} {
		t.Run(fmt.Sprint(c.err), func(t *testing.T) {
			class, ok := retriableClass(c.err)
			assert.Equal(t, class, c.want)
			assert.Equal(t, ok, c.want != "")
			assert.Equal(t, Retriable(c.err), ok)
		})
	}
}

func TestRetriableRulesAreTheDocumentedOnes(t *testing.T) { // F-28
	var classes []string
	for _, r := range retriableRules {
		classes = append(classes, r.Class)
		assert.Assert(t, r.Status != 0 || r.Text == r.Class, r.Class)
	}
	assert.DeepEqual(t, classes, []string{
		"http 404", "http 502", "http 503", "econnrefused", "econnreset", "epipe", "enetunreach", "ehostunreach",
		"fetch failed", "transport not connected", "transport closed", "network error",
	})
}
