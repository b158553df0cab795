package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// Unavailable is why the tools of a server are not there, [admission.None] for one
// that may connect and for one that was never configured (QWEN-109, QWEN-110).
func (w *Workspace) Unavailable(server string) admission.Reason {
	w.mu.Lock()
	defer w.mu.Unlock()
	return admission.Unavailable(w.names, w.gateLists(), server)
}

// MissingToolError explains why a tool is not there. It wraps a
// [manager.UnknownToolError].
type MissingToolError struct {
	Text string // what to tell, and what to do about it (QWEN-111, QWEN-112)
	Err  error
}

func (e *MissingToolError) Error() string { return e.Text }

// Unwrap returns the error of the manager.
func (e *MissingToolError) Unwrap() error { return e.Err }

// Call calls a tool like [manager.Manager.Call]. A tool of a server that is not
// there is a [MissingToolError].
func (w *Workspace) Call(ctx context.Context, name string, arguments json.RawMessage) (toolbridge.Output, error) {
	out, err := w.m.Call(ctx, name, arguments)
	if _, unknown := errors.AsType[*manager.UnknownToolError](err); !unknown {
		return out, err
	}
	w.mu.Lock()
	text, ours := admission.NotFound(name, w.names, w.gateLists())
	w.mu.Unlock()
	if !ours {
		return out, err
	}
	return out, &MissingToolError{Text: text, Err: err}
}

// View is what a person sees of the servers: those that may be connected, and
// those that may not and why, in configured order. Servers that are not allowed
// are not in it (S-QWEN-03).
func (w *Workspace) View() status.View {
	w.mu.Lock()
	servers, gate := w.merged, admission.Gate{Lists: w.gateLists()}.Ready()
	w.mu.Unlock()
	return w.viewOf(servers.Filter(func(e settings.Entry) bool { return gate.Verdict(e.Name) != admission.NotAllowed }))
}

// viewOf is the view of servers that are allowed: a line for each.
func (w *Workspace) viewOf(servers settings.Map) status.View {
	records := w.records()
	w.mu.Lock()
	gate := admission.Gate{Lists: w.gateLists()}.Ready()
	w.mu.Unlock()
	failures := map[string]error{}
	for _, v := range w.m.Servers() {
		if v.Status == manager.StatusDisconnected {
			failures[v.Name] = v.Err
		}
	}
	var seen []status.Server
	for _, entry := range servers {
		s := status.Server{
			Name: entry.Name, Disabled: gate.Verdict(entry.Name) == admission.Excluded,
			Connection: status.Connection(w.m.Status(entry.Name)), NeedsAuth: wantsLogin(failures[entry.Name]),
		}
		_, err := entry.Server()
		if invalid, ok := errors.AsType[*config.InvalidError](err); ok {
			s.Problems = invalid.Problems
		}
		switch records.State(entry) {
		case approval.Pending:
			s.Approval = status.Pending
		case approval.Rejected:
			s.Approval = status.Rejected
		}
		seen = append(seen, s)
	}
	return status.Of(seen)
}

// wantsLogin reports whether a server refused the connection for want of a login.
func wantsLogin(err error) bool {
	refused, ok := errors.AsType[*transport.HTTPError](err)
	return ok && refused.Status == http.StatusUnauthorized
}
