package agents

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"syscall"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// fault is the class of one failure.
type fault int

const (
	faultOther fault = iota
	faultFatal
	faultCancelled   // by the session: the caller's own end is never classified
	faultClosed      // the connection or the request's stream ended
	faultUnreachable // no connection to the server
	faultTimeout
	faultStatus4xx
	faultStatus5xx
	faultStatusOther
	faultRPCTimeout // 408 of JSON-RPC
	faultRefused    // the server says that the request is wrong
)

// rpcRequestTimeout is the code with which a session reports that an answer did not
// come in time.
const rpcRequestTimeout = 408

// leaves takes a group of failures apart; a single failure is its own only leaf. A
// group is any error that unwraps to several, such as those of errors.Join (A-O2).
func leaves(err error) []error {
	for e := err; e != nil; e = errors.Unwrap(e) {
		group, ok := e.(interface{ Unwrap() []error })
		if !ok {
			continue
		}
		var all []error
		for _, member := range group.Unwrap() {
			all = append(all, leaves(member)...)
		}
		return all
	}
	return []error{err}
}

// classify finds the class of one failure that is no group.
func classify(err error) fault {
	if isFatal(err) { // whatever it is about
		return faultFatal
	}
	if e, ok := errors.AsType[*transport.HTTPError](err); ok {
		switch {
		case e.Status >= 500:
			return faultStatus5xx
		case e.Status >= 400:
			return faultStatus4xx
		}
		return faultStatusOther
	}
	if e, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return classifyRPC(e.Code)
	}
	var timed interface{ Timeout() bool }
	switch {
	case errors.Is(err, context.Canceled):
		return faultCancelled
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timed) && timed.Timeout():
		return faultTimeout
	case isAny(err, transport.ErrClosed, transport.ErrNotConnected, transport.ErrStreamEnded,
		io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE):
		return faultClosed
	}
	if isNetwork(err) {
		return faultUnreachable
	}
	return faultOther
}

func classifyRPC(code int64) fault {
	switch code {
	case rpcRequestTimeout:
		return faultRPCTimeout
	case jsonrpc.CodeParseError, jsonrpc.CodeInvalidRequest, jsonrpc.CodeMethodNotFound, jsonrpc.CodeInvalidParams:
		return faultRefused
	}
	return faultOther
}

func isNetwork(err error) bool {
	return is[*net.OpError](err) || is[*net.DNSError](err) || is[syscall.Errno](err)
}

func isAny(err error, targets ...error) bool {
	return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
}

// transient are the classes that a session of its own may cure (OAI-47).
var transient = []fault{faultCancelled, faultClosed, faultUnreachable, faultTimeout, faultStatus5xx, faultRPCTimeout}

// deterministic are the classes that come again whenever the request does (A-O1).
var deterministic = []fault{faultStatus4xx, faultRefused}

// Transient reports whether a call that failed with err may be repeated on an
// isolated session. Of a group, each member must allow it (OAI-48). It must not be
// asked about the caller's own cancellation.
func Transient(err error) bool {
	return !slices.ContainsFunc(leaves(err), func(leaf error) bool { return !slices.Contains(transient, classify(leaf)) })
}

// Deterministic reports whether a request that failed with err fails whenever it is
// sent: a status 4xx, or a JSON-RPC error about the request itself. In a group, one
// such member is enough.
func Deterministic(err error) bool {
	return slices.ContainsFunc(leaves(err), func(leaf error) bool { return slices.Contains(deterministic, classify(leaf)) })
}
