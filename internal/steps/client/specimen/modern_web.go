package main

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"

	"github.com/mcpsim/mcpsim/internal/words"
)

// stamp sets the headers that repeat what the body says.
func (l *webLink) stamp(h http.Header, body, method string) {
	if !l.c.modern.Load() || method == "" {
		return
	}
	h.Set("Mcp-Protocol-Version", newest)
	h.Set("Mcp-Method", method)
	var m struct {
		Params struct {
			Name, URI, TaskID string
			Arguments         json.RawMessage
			RequestState      json.RawMessage
			InputResponses    json.RawMessage
		}
	}
	_ = json.Unmarshal([]byte(body), &m)
	goesOn := m.Params.RequestState != nil
	if l.c.is("M-TASK-25") || l.c.is("M-TASK-25.update") && method == "tasks/update" || l.c.is("M-TASK-25.cancel") && method == "tasks/cancel" {
		m.Params.TaskID = ""
	}
	if l.c.is("M-CLI-23.resource") {
		m.Params.URI = ""
	}
	if name := m.Params.Name + m.Params.URI + m.Params.TaskID; name != "" && !l.c.is("M-CLI-23.name") {
		h.Set("Mcp-Name", l.nameInHeader(name))
	}
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	mirrored := l.c.mirrored[m.Params.Name]
	for _, path := range slices.Sorted(maps.Keys(mirrored)) { // of two with one name the last counts
		header := mirrored[path]
		value, given := valueAt(m.Params.Arguments, path)
		if value == "" && l.c.is("M-CLI-64.empty") || value == "0" && l.c.is("M-CLI-64.zero") || value == "false" && l.c.is("M-CLI-64.false") || goesOn && l.c.is("M-CLI-64.round") || m.Params.InputResponses != nil && l.c.is("M-CLI-64.form") {
			continue
		}
		if given && !l.c.is("M-CLI-23.param") && words.IsToken(header) {
			h.Set("Mcp-Param-"+header, l.inHeader(l.c.asNumber(value)))
		} else if l.c.is("M-CLI-64") && path == "none" {
			h.Set("Mcp-Param-"+header, "null")
		}
	}
	if goesOn && l.c.is("M-CLI-07.round") {
		h.Set("Accept", "application/json")
	}
	if goesOn && l.c.is("M-CLI-23.round") {
		h.Del("Mcp-Name")
	}
	if method == discoverMethod && l.c.is("M-CLI-22.discover") {
		h.Del("Mcp-Protocol-Version")
	}
	switch l.c.mutant {
	case "M-CLI-22.header":
		h.Del("Mcp-Protocol-Version")
	case "M-CLI-23.later":
		if l.c.ids > 4 && method == "tools/call" {
			h.Del("Mcp-Name")
		}
	case "M-CLI-23":
		h.Set("Mcp-Method", "tools/list")
	}
}

// refusal is what an answer over HTTP that is none of success means to a modern client.
func (l *webLink) refusal(answer *http.Response, id string) error {
	body, _ := io.ReadAll(answer.Body)
	if at, err := answer.Location(); err == nil && l.c.is("M-CLI-137") {
		r := l.request(l.ctx, http.MethodGet, "", "")
		r.URL = at
		_, _ = l.http.Do(r)
	}
	if answer.StatusCode == http.StatusNotFound && l.c.is("M-CLI-50") {
		_ = l.c.goBack()
	}
	var told struct{ Error json.RawMessage }
	if json.Unmarshal(body, &told) == nil && told.Error != nil {
		l.c.answered(id, reply{Error: told.Error})
		return nil
	}
	return httpError(answer.StatusCode)
}
