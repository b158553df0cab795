package control

import (
	"net/http"
)

// NewServer is the interface of a room server (ROOM-15).
func NewServer(r Runtime, g Guard) http.Handler {
	status := func(w http.ResponseWriter, req *http.Request) {
		who, _ := g.entity(req) // the guard has let it in
		answer(w, http.StatusOK, StatusBody(r.Providers(who)))
	}
	return routes{
		"/admin/mcp/load":   {http.MethodPost, g.protect(load(r))},
		"/admin/mcp/status": {http.MethodGet, g.protect(status)}, // the same body (ROOM-16)
		"/status/mcp":       {http.MethodGet, g.admit(status)},
		"/health":           {http.MethodGet, health},
		"/tools":            {http.MethodGet, g.identify(listTools(r))},
		"/tools/call":       {http.MethodPost, g.identify(callTool(r))},
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
