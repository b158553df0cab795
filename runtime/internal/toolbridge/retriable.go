package toolbridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/mcpsim/mcpsim/runtime/transport"
)

// retriableRule is one class of failure after which a new connection may help
// (A-17, F-28). It applies when any of its conditions does; unset ones do not.
type retriableRule struct {
	Class string // the documented name, in lower case
	// Text is contained in the error's text, in any case. This holds for every
	// error, also for one that came from the server.
	Text string
	// Status is that of a *transport.HTTPError, or the text starts with
	// "HTTP <status>:", in any case.
	Status int
	// Is are errors that mean the class in Go, matched by errors.Is.
	Is []error
	// Network stands for every net.Error.
	Network bool
}

// retriableRules in the order in which they are tried. Nothing else is retriable:
// no other status (500, 401, 408, 429), no timeout, no JSON-RPC error unless its
// text is one of these.
var retriableRules = []retriableRule{
	{Class: "http 404", Status: 404}, // how an expired session shows
	{Class: "http 502", Status: 502},
	{Class: "http 503", Status: 503},
	{Class: "econnrefused", Text: "econnrefused", Is: []error{syscall.ECONNREFUSED}},
	{Class: "econnreset", Text: "econnreset", Is: []error{syscall.ECONNRESET}},
	{Class: "epipe", Text: "epipe", Is: []error{syscall.EPIPE, io.ErrClosedPipe}},
	{Class: "enetunreach", Text: "enetunreach", Is: []error{syscall.ENETUNREACH}},
	{Class: "ehostunreach", Text: "ehostunreach", Is: []error{syscall.EHOSTUNREACH}},
	{Class: "fetch failed", Text: "fetch failed"},
	{Class: "transport not connected", Text: "transport not connected", Is: []error{transport.ErrNotConnected}},
	{Class: "transport closed", Text: "transport closed", Is: []error{transport.ErrClosed}},
	{Class: "network error", Text: "network error",
		Is: []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed}, Network: true},
}

// Retriable reports whether err is a failure of the connection that one reconnect
// may cure (F-28).
func Retriable(err error) bool {
	_, ok := retriableClass(err)
	return ok
}

// retriableClass is the class of a retriable error.
func retriableClass(err error) (class string, ok bool) {
	if err == nil {
		return "", false
	}
	ended := isEnded(err)
	for _, rule := range retriableRules {
		if rule.matchesText(err) || !ended && rule.matchesError(err) {
			return rule.Class, true
		}
	}
	return "", false
}

func (r retriableRule) matchesText(err error) bool {
	text := strings.ToLower(err.Error())
	if r.Status != 0 {
		status, ok := errors.AsType[*transport.HTTPError](err)
		return ok && status.Status == r.Status ||
			strings.HasPrefix(text, fmt.Sprintf("http %d:", r.Status))
	}
	return strings.Contains(text, r.Text)
}

func (r retriableRule) matchesError(err error) bool {
	if r.Network {
		if _, ok := errors.AsType[net.Error](err); ok {
			return true
		}
	}
	return slices.ContainsFunc(r.Is, func(target error) bool { return errors.Is(err, target) })
}

// isEnded reports whether err is a deadline or a cancellation, which reach us
// wrapped in errors of the network.
func isEnded(err error) bool {
	var timed interface{ Timeout() bool }
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		errors.As(err, &timed) && timed.Timeout()
}
