// Package era tells from the outcome of server/discover which generation of the protocol
// a server speaks. [Classify] is a pure function: it does no I/O and keeps nothing. What
// follows from a verdict is done by package conn.
package era

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Kind is what a verdict means.
type Kind int

// The kinds of verdicts.
const (
	Legacy       Kind = iota // initialize; Dead: of a new process
	Modern                   // go on with Version
	Retry                    // discover again with Version
	NeedsAuth                // nothing is known before a login
	Outage                   // nothing is known; the reconnect ladder decides
	Incompatible             // modern, and no common revision
	Refused                  // modern, and the request was refused: a mistake of one of the two
)

// Verdict is what an outcome says about the server.
type Verdict struct {
	Kind
	Version   protocol.Revision   // of Modern and Retry
	Supported []protocol.Revision // of Incompatible and Legacy: what the server says that it speaks
	Dead      bool                // of Legacy: the process has ended, a new one is needed
	Why       string              // of Legacy and Incompatible: in words, for people
}

// String is the verdict in words, for people.
func (v Verdict) String() string {
	switch v.Kind {
	case Modern:
		return "it speaks " + string(v.Version)
	case Retry:
		return "it asks for " + string(v.Version)
	case NeedsAuth:
		return "it wants a login"
	case Outage:
		return "no answer"
	case Refused:
		return "it refused the request"
	}
	return v.Why
}

// Outcome is what came of a server/discover.
type Outcome struct {
	Result *protocol.DiscoverResult // nil if there is none, or none that can be used
	Err    error                    // why there was no answer
	HTTP   bool                     // the server is reached over HTTP
	// Again says that the probe has been repeated already: a server that still does not
	// take the revision it named is incompatible.
	Again bool
}

// spoken are the modern revisions of this client, the preferred one first.
var spoken = []protocol.Revision{protocol.Revision20260728}

// Classify is the ladder of detection (MOD-01).
func Classify(o Outcome) Verdict {
	switch {
	case o.Result != nil:
		return ofVersions(o.Result.SupportedVersions, Modern)
	case o.Err == nil:
		return Verdict{Kind: Legacy, Why: "its answer to server/discover is no discover result"}
	}
	if e, ok := errors.AsType[*transport.HTTPError](o.Err); ok {
		v := ofStatus(e.Status)
		if e.Answer == nil || v.Kind == NeedsAuth { // before a login no body says who would have answered
			return v
		}
	}
	if e, ok := errors.AsType[*jsonrpc.Error](o.Err); ok {
		return ofError(e, o.Again)
	}
	if !o.HTTP && errors.Is(o.Err, transport.ErrClosed) {
		return Verdict{Kind: Legacy, Dead: true, Why: "it ended when it was asked server/discover"}
	}
	return Verdict{Kind: Outage}
}

// ofVersions decides by what a server says it speaks.
func ofVersions(supported []protocol.Revision, found Kind) Verdict {
	for _, version := range spoken {
		if slices.Contains(supported, version) {
			return Verdict{Kind: found, Version: version}
		}
	}
	if slices.ContainsFunc(supported, func(r protocol.Revision) bool { return r.Era() != protocol.EraLegacy }) {
		return Verdict{Kind: Incompatible, Supported: supported, Why: "it speaks no revision that this client speaks"}
	}
	return Verdict{Kind: Legacy, Supported: supported, Why: "it names legacy revisions only"}
}

func ofError(e *jsonrpc.Error, again bool) Verdict {
	switch e.Code {
	case protocol.CodeUnsupportedVersion:
		data, err := protocol.Read[protocol.VersionData](e.Data)
		if err != nil || len(data.Supported) == 0 {
			return Verdict{Kind: Incompatible, Why: "it refuses the revision and names none that it speaks"}
		}
		v := ofVersions(data.Supported, Retry)
		if v.Kind == Retry && again {
			return Verdict{Kind: Incompatible, Supported: data.Supported, Why: "it refuses the revision that it names"}
		}
		return v
	case protocol.CodeHeaderMismatch, protocol.CodeMissingCapability:
		return Verdict{Kind: Refused}
	}
	return Verdict{Kind: Legacy, Why: "it answered server/discover with " + e.Error()}
}

// ofStatus decides by an HTTP status whose body says nothing.
func ofStatus(status int) Verdict {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Verdict{Kind: NeedsAuth}
	case status == http.StatusTooManyRequests || status >= 500 && status != http.StatusNotImplemented:
		return Verdict{Kind: Outage}
	}
	return Verdict{Kind: Legacy, Why: strings.TrimSpace(fmt.Sprintf("it refused server/discover with HTTP %d %s", status, http.StatusText(status)))}
}
