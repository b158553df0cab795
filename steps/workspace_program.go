package steps

import (
	"slices"

	"context"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func workspaceProgramSteps() []Step {
	return slices.Concat(
		gherkin.Noun("workspace", []Step{
			{Keyword: Given, Pattern: `a workspace that has not started`, Manual: "makes a workspace that programs can be given before it starts",
				Func: (*World).prepareWorkspace},
			{Keyword: When, Pattern: `the program replaces the servers of the settings by "([^"]*)"`,
				Manual:  "gives the runtime declared servers in the place of all that settings define, without a file and without waiting; none if empty",
				Example: `the program replaces the servers of the settings by "docs"`, Func: (*World).replaceServers},
			{Keyword: When, Pattern: `the program adds "([^"]+)" to the servers of the settings`,
				Manual:  "gives the runtime declared servers besides those that settings define, without a file",
				Example: `the program adds "docs" to the servers of the settings`, Func: (*World).addToServers},
		}),
		gherkin.Noun("approval", []Step{
			{Keyword: Given, Pattern: `servers? "([^"]+)" (?:was|were) (approved|rejected) before, in "([^"]+)"`,
				Manual:  "stores a decision about servers as they are declared, for a project in another directory",
				Example: `server "docs" was approved before, in "/elsewhere"`, Func: (*World).decideElsewhere},
		}),
	)
}

func (w *World) prepareWorkspace() error {
	if len(w.work.all) > 0 {
		return errors.New("there is a workspace already")
	}
	ws, err := w.newWorkspace()
	if err != nil {
		return err
	}
	w.work.prepared = true
	w.addWorkspace(ws)
	return nil
}

// replaceServers gives no map at all for no servers: nobody has to make an empty
// one.
func (w *World) replaceServers(names string) error {
	servers, err := w.entries(names)
	if err != nil {
		return err
	}
	return w.commandWorkspace(func(ctx context.Context, ws *host.Workspace) error { return ws.Reinitialize(ctx, servers) })
}

func (w *World) addToServers(names string) error {
	servers, err := w.entries(names)
	if err != nil {
		return err
	}
	return w.commandWorkspace(func(_ context.Context, ws *host.Workspace) error { return ws.AddServers(servers) })
}

// entries are declared servers as the runtime is given them, in the order named.
func (w *World) entries(names string) (host.SettingsMap, error) {
	definitions, err := w.definitions(names)
	if err != nil {
		return nil, err
	}
	var servers host.SettingsMap
	for _, name := range expandNames(names) {
		servers = append(servers, host.SettingsEntry{Name: name, Definition: decoded(definitions[name])})
	}
	return servers, nil
}

func (w *World) decideElsewhere(names, decision, dir string) error {
	servers, err := w.entries(names)
	if err != nil {
		return err
	}
	return host.StoreApproval(w.approvalStorage(), dir, decision == "approved", servers...)
}
