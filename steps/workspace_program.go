package steps

import (
	"context"
	"errors"
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func workspaceProgramSteps() []gherkin.Step {
	return slices.Concat(
		gherkin.Noun("workspace", []gherkin.Step{
			{Keyword: gherkin.Given, Pattern: `a workspace that has not started`, Manual: "makes a workspace that programs can be given before it starts",
				Func: (*workspace).prepare},
			{Keyword: gherkin.When, Pattern: `the program starts the workspace again`, Manual: "starts a workspace that has started, which is a no-op, without waiting for it",
				Func: (*workspace).startAgain},
			{Keyword: gherkin.When, Pattern: `the program replaces the servers of the settings by "([^"]*)"`,
				Manual:  "gives the runtime declared servers in the place of all that settings define, without a file and without waiting; none if empty",
				Example: `the program replaces the servers of the settings by "docs"`, Func: (*workspace).replaceServers},
			{Keyword: gherkin.When, Pattern: `the program adds "([^"]*)" to the servers of the settings`,
				Manual:  "gives the runtime declared servers besides those that settings define, without a file; none if empty",
				Example: `the program adds "docs" to the servers of the settings`, Func: (*workspace).addToServers},
		}),
		gherkin.Noun("workspace", []gherkin.Step{
			{Keyword: gherkin.When, Pattern: `the user installs the extension "([^"]+)" with the servers? "([^"]*)"`,
				Manual:  "installs an extension that brings declared servers, or another version of it, without waiting for it",
				Example: `the user installs the extension "tools" with the server "docs"`, Func: (*workspace).installExtension},
			{Keyword: gherkin.When, Pattern: `the user uninstalls the extension "([^"]+)"`, Manual: "removes an extension, without waiting for it",
				Example: `the user uninstalls the extension "tools"`, Func: (*workspace).uninstallExtension},
		}),
		gherkin.Noun("approval", []gherkin.Step{
			{Keyword: gherkin.Given, Pattern: `servers? "([^"]+)" (?:was|were) (approved|rejected) before, in "([^"]+)"`,
				Manual:  "stores a decision about servers as they are declared, for a project in another directory",
				Example: `server "docs" was approved before, in "/elsewhere"`, Func: (*workspace).decideElsewhere},
		}),
	)
}

func (n *workspace) prepare() error {
	if len(n.all) > 0 {
		return errors.New("there is a workspace already")
	}
	ws, err := n.new()
	if err != nil {
		return err
	}
	n.prepared = true
	n.add(ws)
	return nil
}

func (n *workspace) startAgain(ws *host.Workspace) error { return n.run(ws.Start) }

func (n *workspace) replaceServers(ws *host.Workspace, servers host.SettingsMap) error {
	return n.run(func(ctx context.Context) error { return ws.Reinitialize(ctx, servers) })
}

func (n *workspace) installExtension(ws *host.Workspace, name string, servers host.SettingsMap) error {
	return n.run(func(ctx context.Context) error { return ws.SetExtension(ctx, name, servers) })
}

func (n *workspace) uninstallExtension(ws *host.Workspace, name string) error {
	return n.run(func(ctx context.Context) error { return ws.RemoveExtension(ctx, name) })
}

func (n *workspace) addToServers(ws *host.Workspace, servers host.SettingsMap) error {
	return n.run(func(context.Context) error { return ws.AddServers(servers) })
}

// entriesOf are declared servers as the runtime is given them, in the order named;
// no map at all for none.
func entriesOf(servers []*server) host.SettingsMap {
	var all host.SettingsMap
	for _, s := range servers {
		all = append(all, host.SettingsEntry{Name: s.name, Definition: decoded(settingsDefinition(s))})
	}
	return all
}

func (n *workspace) decideElsewhere(servers host.SettingsMap, decision, dir string) error {
	return host.StoreApproval(n.approvalStorage(), n.ground.path(dir), decision == "approved", servers...)
}
