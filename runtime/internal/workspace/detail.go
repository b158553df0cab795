package workspace

import (
	"slices"

	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// Detail is what a person sees of one server beside its line in the list. It holds no
// value that could be secret: of environment and headers only names.
type Detail struct {
	// Line is that of the list (QWEN-93). A server that the list does not have, because
	// it was removed or is not allowed, has the reason as its text.
	status.Line
	// Reason is why the server may not connect, Advice what a person can do about it;
	// both are empty for one that may.
	Reason, Advice string
	// Source says who brings the server: "user settings", ".mcp.json", "session",
	// "--mcp-config", "extension NAME", "program" and the like. Place is where the file
	// names it, path:line:column; empty if no file does.
	Source, Place string
	// Transport is stdio, http, sse, websocket, sdk or unknown. Config is the definition
	// in a line, with *** for values.
	Transport, Config string
	// Error is why the server failed, empty if it did not.
	Error string
	// Tools are those in the view, LeftOut those that the server has listed and that
	// are not, with the reason.
	Tools   []toolbridge.Tool
	LeftOut []manager.LeftOut
	// Prompts and Resources are what else the server offers: names and URIs.
	Prompts, Resources []string
}

// Untrusted is the reason for a server of a directory that is not trusted (QWEN-53).
const Untrusted = "untrusted"

// Detail is everything a person is told of one server. It is false for a name that was
// never configured.
func (w *Workspace) Detail(name string) (Detail, bool) {
	reason := w.reason(name)
	w.mu.Lock()
	entry, configured := w.merged.Get(name)
	source := w.source(entry)
	w.mu.Unlock()
	d := Detail{Line: status.Line{Name: name, Text: string(reason), Style: status.Neutral}, Reason: string(reason), Advice: advice[reason]}
	if !configured {
		return d, reason == admission.ReasonRemoved
	}
	if reason != admission.ReasonNotAllowed {
		d.Line = w.viewOf(settings.Map{entry}).Lines[0]
	}
	d.Source, d.Place, d.Transport = source, entry.Place.Place(), string(entry.Transport())
	if server, err := entry.Server(); err == nil {
		d.Config = server.String()
	}
	w.addOffer(&d)
	return d, true
}

// reason is why a server may not connect, the state of the directory included.
func (w *Workspace) reason(name string) admission.Reason {
	reason := w.Unavailable(name)
	if trusted, err := w.trusted(); reason == admission.None && (!trusted || err != nil) {
		return Untrusted
	}
	return reason
}

// addOffer adds what the server of a detail offers, and why it does not.
func (w *Workspace) addOffer(d *Detail) {
	for _, v := range w.m.Servers() {
		if v.Name == d.Name && v.Status == manager.StatusDisconnected && v.Err != nil {
			d.Error = v.Err.Error()
		}
	}
	for tool := range w.m.EachTool() {
		if tool.Server == d.Name {
			d.Tools = append(d.Tools, tool)
		}
	}
	d.LeftOut = w.m.LeftOut(d.Name)
	for _, p := range w.m.Prompts(d.Name) {
		d.Prompts = append(d.Prompts, p.Name)
	}
	for _, r := range w.m.Resources(d.Name) {
		d.Resources = append(d.Resources, r.URI)
	}
}

// source says who brings a server; w.mu is held.
func (w *Workspace) source(e settings.Entry) string {
	has := func(m settings.Map) bool { _, ok := m.Get(e.Name); return ok }
	switch {
	case has(w.added):
		return "program"
	case has(w.settings):
		return w.settingsSource(e, has)
	case e.Extension != "":
		return "extension " + e.Extension
	}
	return "extension"
}

// settingsSource says which source of the settings layer brings a server, the highest
// first.
func (w *Workspace) settingsSource(e settings.Entry, has func(settings.Map) bool) string {
	switch {
	case has(w.o.MCPConfig):
		return "--mcp-config"
	case has(w.o.Session):
		return "session"
	case e.Scope == settings.Project:
		return settings.ProjectFile
	case e.Scope == settings.Workspace:
		return settings.WorkspaceFile
	case e.Scope == settings.System:
		return scopeSystem + " settings"
	case e.Place.Path == "":
		return "program"
	case e.Place.Path == w.files.path(scopeSystemDefaults):
		return scopeSystemDefaults
	}
	return scopeUser + " settings"
}

// advice is what brings a server back (S-QWEN-38).
var advice = map[admission.Reason]string{
	admission.ReasonRemoved:    "it was removed during this session: add it to the settings again",
	admission.ReasonNotAllowed: "it is not in the list of allowed servers: add it to mcp.allowed, or start with another --allowed-mcp-server-names",
	admission.ReasonExcluded:   "it is excluded: take it out of mcp.excluded",
	admission.ReasonPending:    "it comes with the project: approve it, or edit it if it was rejected",
	Untrusted:                  "no server of a directory that is not trusted connects: trust the directory and reload",
}

// Missing is a server that may not connect, and why.
type Missing struct{ Name, Reason, Advice string }

// Missing are the servers that are configured and may not connect, in configured order,
// and then those that were removed during the session (A-Q28).
func (w *Workspace) Missing() []Missing {
	w.mu.Lock()
	names := slices.Concat(w.names.Configured, w.names.Removed)
	w.mu.Unlock()
	var out []Missing
	for _, name := range names {
		if reason := w.reason(name); reason != admission.None {
			out = append(out, Missing{name, string(reason), advice[reason]})
		}
	}
	return out
}
