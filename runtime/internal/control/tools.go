package control

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// identify lets a handler know who a request is from.
func (g Guard) identify(next func(http.ResponseWriter, *http.Request, room.Entity)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := g.entity(r)
		if err != nil {
			refuse(w, err)
			return
		}
		next(w, r, who)
	}
}

// toolEntry is one tool in the list of tools.
type toolEntry struct {
	Name        string          `json:"name"` // provider:tool
	Provider    string          `json:"provider"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// listTools lists the tools that the asking entity sees.
func listTools(run Runtime) func(http.ResponseWriter, *http.Request, room.Entity) {
	return func(w http.ResponseWriter, _ *http.Request, who room.Entity) {
		entries := []toolEntry{}
		for _, t := range run.Tools(who) {
			entries = append(entries, toolEntry{t.Name, t.Server, t.Description, t.InputSchema})
		}
		answer(w, http.StatusOK, encode(map[string]any{"tools": entries}))
	}
}

// callRequest is the body of a call. Unknown members are ignored.
type callRequest struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // an object; anything else, also nothing, is {}
}

// called is the answer to a call. Text is for a model.
type called struct {
	IsError    bool               `json:"isError"`
	Text       string             `json:"text"`
	Content    []protocol.Content `json:"content,omitempty"`
	Structured json.RawMessage    `json:"structuredContent,omitempty"`
}

// errNoTool says what is missing in the body of a call.
var errNoTool = errors.New("name is missing")

// callTool calls a tool. A call that the provider refused or that failed is an answer 200,
// too: its text says why.
func callTool(run Runtime) func(http.ResponseWriter, *http.Request, room.Entity) {
	return func(w http.ResponseWriter, r *http.Request, who room.Entity) {
		data, ok := body(w, r)
		if !ok {
			return
		}
		var request callRequest
		err := decode(data, &request)
		if err == nil && request.Name == "" {
			err = errNoTool
		}
		if err != nil {
			fail(w, http.StatusBadRequest, err)
			return
		}
		out, err := run.Call(r.Context(), who, request.Name, request.Arguments)
		if err != nil {
			refuseCall(w, err)
			return
		}
		answer(w, http.StatusOK, encode(called{out.IsError, out.Text, out.Content, out.Structured}))
	}
}

// refuseCall answers a call that was not made.
func refuseCall(w http.ResponseWriter, err error) {
	code := http.StatusServiceUnavailable // the client has gone, or the server ends
	if _, ok := errors.AsType[*manager.UnknownToolError](err); ok {
		code = http.StatusNotFound
	}
	if _, ok := errors.AsType[*room.ForbiddenError](err); ok {
		code = http.StatusForbidden
	}
	if limit, ok := errors.AsType[*room.RateLimitError](err); ok {
		code = http.StatusTooManyRequests
		w.Header().Set("Retry-After", strconv.Itoa(limit.Seconds()))
	}
	fail(w, code, err)
}
