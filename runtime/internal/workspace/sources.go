package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// assemble is everything that the sources say now, at the start and after each
// change (QWEN-24, QWEN-26): the servers first, then who may connect (QWEN-10). A
// directory whose trust cannot be found out is not trusted; what runs there runs
// on, as the pass fails for the same reason (A-Q6).
func (w *Workspace) assemble() hotreload.Wanted {
	trusted, err := w.trusted()
	merged := w.files.layers(trusted && err == nil).Merge()
	servers := settings.Assemble(settings.Sources{
		Settings: merged.Servers, Project: w.projectServers(), Session: w.o.Session, CommandLine: w.o.MCPConfig,
	})
	records := w.gatingRecords()
	lists := admission.Lists{
		Allowed:  admission.Allowed(w.o.Launched, merged.Allowed),
		Excluded: merged.Excluded,
		Pending:  records.Gated(servers),
	}
	connectable := connectable(servers, w.expand(lists, servers))
	return hotreload.Wanted{Servers: servers, Gating: lists, Promptable: records.Promptable(connectable)}
}

// expand is what lists mean for servers, if they hold patterns. That is found out
// whenever it counts: servers come and go without a change of settings.
func (w *Workspace) expand(lists admission.Lists, servers settings.Map) admission.Lists {
	if w.in.Policy.Globs {
		names := servers.Names()
		lists.Allowed, lists.Excluded = admission.Expand(lists.Allowed, names), admission.Expand(lists.Excluded, names)
	}
	return lists
}

// gateLists are the lists as they decide about the servers that there are now; w.mu is held.
func (w *Workspace) gateLists() admission.Lists { return w.expand(w.lists, w.merged) }

// projectServers are those of .mcp.json, read anew each time: the file is not
// watched (S-QWEN-04, S-QWEN-05).
func (w *Workspace) projectServers() settings.Map {
	path := filepath.Join(w.in.Dir, settings.ProjectFile)
	data, err := w.o.Files.ReadFile(path, config.ReadLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var servers settings.Map
	var problems []config.Problem
	if err == nil {
		servers, problems, err = settings.ParseServers(path, data)
	}
	if err != nil {
		w.emit(event.Event{Kind: event.SettingsBroken, Name: string(settings.Project), Text: path, Err: err.Error()})
	}
	for _, p := range problems {
		w.log("warn", p.Server, p.String(), nil)
	}
	return servers
}

// report tells of settings files that could not be used.
func (w *Workspace) report(broken map[string]error) {
	for _, file := range w.files.paths {
		if err := broken[file.Scope]; err != nil {
			w.emit(event.Event{Kind: event.SettingsBroken, Name: file.Scope, Text: file.Path, Err: err.Error()})
		}
	}
}
