package control

import (
	"net/http"
)

// NewServer is the interface of a room server (ROOM-15).
func NewServer(r Runtime, g Guard) http.Handler {
	status := func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, StatusBody(r.Providers()))
	}
	return routes{
		"/admin/mcp/load":   {http.MethodPost: g.protect(load(r))},
		"/admin/mcp/status": {http.MethodGet: g.protect(status)}, // the same body (ROOM-16)
		"/status/mcp":       {http.MethodGet: status},
		"/health":           {http.MethodGet: health},
	}
}

// load answers as soon as the command is understood (ROOM-28, ROOM-29).
func load(r Runtime) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		data, ok := body(w, req)
		if !ok {
			return
		}
		providers, err := parseLoad(data)
		if err == nil && len(providers) == 0 {
			err = errNoProviders
		}
		if err != nil {
			fail(w, http.StatusBadRequest, err)
			return
		}
		r.Load(latest(providers))
		answer(w, http.StatusOK, encode(loaded{"MCP providers loading initiated", len(providers)}))
	}
}

// loaded is the answer to a load command.
type loaded struct {
	Message string `json:"message"`
	Count   int    `json:"count"` // entries of the request
}
