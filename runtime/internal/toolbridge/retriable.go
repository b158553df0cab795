package toolbridge

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// The failures after which a new connection may help (A-17, F-28). Nothing else is
// retriable: no other status (500, 401, 408, 429), no timeout, no JSON-RPC error unless
// its text is one of these.
var (
	// retriableStatuses are those of a *transport.HTTPError; a text that starts with
	// "HTTP <status>:", in any case, means the same, as errors of other programs'
	// transports have it. 404 is how an expired session shows, but not with the answer that
	// there is no such method: that is how a modern server says so (MOD-CLI-50).
	retriableStatuses = []int{404, 502, 503}

	// retriableTexts are contained in the text of the error, in any case. This holds for
	// every error, also for one that came from the server.
	retriableTexts = []string{
		"econnrefused", "econnreset", "epipe", "enetunreach", "ehostunreach",
		"fetch failed", "transport not connected", "transport closed", "network error",
	}

	// lostConnections are what Go calls the same, beside every net.Error, which the
	// numbers of the system are as well.
	lostConnections = []error{io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe}
)

// Retriable reports whether err, which is not nil, is a failure of the connection
// that one reconnect may cure (F-28).
func Retriable(err error) bool {
	if _, final := errors.AsType[*transport.FinalError](err); final {
		return false
	}
	if unknownMethod(err) {
		return false
	}
	text := strings.ToLower(err.Error())
	contained := func(part string) bool { return strings.Contains(text, part) }
	return slices.Contains(retriableStatuses, statusOf(err, text)) || slices.ContainsFunc(retriableTexts, contained) || Lost(err)
}

// unknownMethod reports whether a modern server over HTTP has answered that it does not know
// the method: it is there, and would say so again.
func unknownMethod(err error) bool {
	refused, ok := errors.AsType[*transport.HTTPError](err)
	return ok && refused.Answer != nil && refused.Answer.Code == jsonrpc.CodeMethodNotFound
}

// statusOf is the HTTP status that an error or its text tells, 0 if there is none.
func statusOf(err error, text string) (status int) {
	if refused, ok := errors.AsType[*transport.HTTPError](err); ok {
		return refused.Status
	}
	words, http := strings.CutPrefix(text, "http ")
	if code, _, told := strings.Cut(words, ":"); http && told {
		status, _ = strconv.Atoi(code)
	}
	return status
}

// RetryAfter is how long a server asks to be left alone that is overloaded: it
// answered 429 or 503 and said so. 0 for every other failure.
func RetryAfter(err error) time.Duration {
	refused, ok := errors.AsType[*transport.HTTPError](err)
	if !ok || refused.Status != http.StatusTooManyRequests && refused.Status != http.StatusServiceUnavailable {
		return 0
	}
	return refused.RetryAfter
}

// Lost reports whether err is a failure of the network. A deadline or a
// cancellation is none, though it reaches us wrapped in errors of the network.
func Lost(err error) bool {
	if isEnded(err) {
		return false
	}
	_, network := errors.AsType[net.Error](err)
	return network || slices.ContainsFunc(lostConnections, func(lost error) bool { return errors.Is(err, lost) })
}

// isEnded reports whether err is a deadline or a cancellation.
func isEnded(err error) bool {
	var timed interface{ Timeout() bool }
	return errors.Is(err, context.Canceled) || errors.As(err, &timed) && timed.Timeout()
}
