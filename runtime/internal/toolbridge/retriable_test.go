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
		want bool
	}{
		// Statuses.
		{&transport.HTTPError{Status: 404, Body: "gone"}, true},
		{&transport.HTTPError{Status: 502}, true},
		{fmt.Errorf("calling: %w", &transport.HTTPError{Status: 503}), true},
		{&transport.HTTPError{Status: 404, Answer: &jsonrpc.Error{Code: -32601, Message: "no"}}, false}, // MOD-CLI-50
		{&transport.HTTPError{Status: 404, Answer: &jsonrpc.Error{Code: -32000, Message: "no"}}, true},
		{errors.New("http 404: x"), true},
		{errors.New("saw HTTP 404: x"), false},
		{errors.New("HTTP 4040: x"), false},
		{&transport.HTTPError{Status: 400}, false},
		{&transport.HTTPError{Status: 401}, false},
		{&transport.HTTPError{Status: 408}, false},
		{&transport.HTTPError{Status: 429}, false},
		{&transport.HTTPError{Status: 500}, false},
		{&transport.HTTPError{Status: 504}, false},
		// The documented texts, in any case and anywhere.
		{errors.New("connect ECONNREFUSED 127.0.0.1:1"), true},
		{errors.New("read econnreset"), true},
		{errors.New("write EPIPE"), true},
		{errors.New("ENETUNREACH"), true},
		{errors.New("EHOSTUNREACH"), true},
		{errors.New("TypeError: Fetch Failed"), true},
		{errors.New("Network Error"), true},
		{transport.ErrNotConnected, true},
		{transport.ErrClosed, true},
		{errors.New(`Transport closed while sending notification "x"`), true},
		// A server's texts count, too; its errors otherwise do not.
		{rpc("upstream: transport closed"), true},
		{rpc("no such tool"), false},
		{&transport.HTTPError{Status: 500, Body: "ECONNREFUSED"}, true},
		// What Go says for the same failures.
		{dial(syscall.ECONNREFUSED), true},
		{dial(syscall.ECONNRESET), true},
		{dial(syscall.EPIPE), true},
		{dial(syscall.ENETUNREACH), true},
		{dial(syscall.EHOSTUNREACH), true},
		{io.ErrClosedPipe, true},
		{dial(errors.New("anything")), true},
		{&net.DNSError{Err: "no such host", Name: "h", IsNotFound: true}, true},
		{&url.Error{Op: "Post", URL: "http://h", Err: io.EOF}, true},
		{fmt.Errorf("reading: %w", io.ErrUnexpectedEOF), true},
		{net.ErrClosed, true},
		// Deadlines and ended contexts never, whatever wraps them.
		{&transport.TimeoutError{What: "Request", After: 1e9}, false},
		{&clock.TimeoutError{After: 1e9}, false},
		{&url.Error{Op: "Post", URL: "http://h", Err: context.Canceled}, false},
		{&url.Error{Op: "Post", URL: "http://h", Err: context.DeadlineExceeded}, false},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, false},
		{dial(syscall.ETIMEDOUT), false},
		{errors.New("unexpected end of JSON input"), false},
	} {
		t.Run(fmt.Sprint(c.err), func(t *testing.T) {
			assert.Equal(t, Retriable(c.err), c.want)
		})
	}
}
