package steps

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func settingsSteps() []gherkin.Step {
	const scope = `(user|workspace|system|default) settings`
	return gherkin.Noun("settings", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the ` + scope + ` define the servers? "([^"]*)"`,
			Manual:  "writes a settings file that defines declared servers and nothing else",
			Example: `the user settings define the servers "docs, mail"`, Func: (*workspace).define},
		{Keyword: gherkin.Given, Pattern: `the project brings the servers? "([^"]*)"`, Manual: "writes a .mcp.json that defines declared servers",
			Example: `the project brings the server "docs"`, Func: (*workspace).defineProject},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" of the project defines the servers? "([^"]*)"`,
			Manual:  "writes a file of servers that nothing reads unless it is named",
			Example: `the file "session.json" of the project defines the server "docs"`, Func: (*workspace).defineFile},
		{Keyword: gherkin.Given, Pattern: `the ` + scope + ` hold:`, Manual: "writes a settings file; the command of a server over stdio is its name",
			Example: `the workspace settings hold:`, Func: (*workspace).saveText},
		{Keyword: gherkin.Given, Pattern: `"([^"]+)" is (.+) in the ` + scope, Manual: "sets one key of a settings file, by its path, to a JSON value",
			Example: `"mcp.excluded" is ["docs"] in the user settings`, Func: (*workspace).edit},
		{Keyword: gherkin.When, Pattern: `the ` + scope + ` are saved with the servers? "([^"]*)"`,
			Manual:  "saves a settings file that defines declared servers; all else in it stays",
			Example: `the user settings are saved with the server "docs"`, Func: (*workspace).define},
		{Keyword: gherkin.When, Pattern: `the ` + scope + ` are saved with:`, Manual: "saves a settings file, right or wrong",
			Example: `the user settings are saved with:`, Func: (*workspace).saveText},
		{Keyword: gherkin.When, Pattern: `"([^"]+)" becomes (.+) in the ` + scope,
			Manual:  "saves a settings file in which one key, by its path, has another JSON value",
			Example: `"mcpServers.docs.args" becomes ["-v"] in the user settings`, Func: (*workspace).edit},
		{Keyword: gherkin.When, Pattern: `"([^"]+)" is taken out of the ` + scope, Manual: "saves a settings file without one key, by its path",
			Example: `"mcp.allowed" is taken out of the user settings`, Func: (*workspace).cut},
		{Keyword: gherkin.When, Pattern: `the ` + scope + ` are removed`, Manual: "removes a settings file", Example: `the workspace settings are removed`,
			Func: (*workspace).remove},
		{Keyword: gherkin.When, Pattern: `the directory of the (user|workspace) settings is removed`,
			Manual: "removes the directory with all files", Example: `the directory of the workspace settings is removed`,
			Func: (*workspace).removeDirectory},
		{Keyword: gherkin.When, Pattern: `the program sets "([^"]*)" to (.+) in the (user|workspace|system|session) settings`,
			Manual:  "lets the program itself change a setting and write the file; no key if empty",
			Example: `the program sets "mcp.excluded" to ["docs"] in the user settings`, Func: (*workspace).programSets},
		{Keyword: gherkin.Then, Pattern: `the ` + scope + ` are this text:`, Manual: "compares a settings file, character by character",
			Example: `the user settings are this text:`, Func: (*workspace).checkText},
		{Keyword: gherkin.Then, Pattern: `changed settings were told (\d+) times?`,
			Manual:  "counts how often listeners were told of changed settings since the counts started, whatever the number of files",
			Example: `changed settings were told 1 time`, Func: (*workspace).checkTold},
		{Keyword: gherkin.Then, Pattern: `changed settings were told at "([^"]*)"`, Manual: "compares the moments, counted from the start",
			Example: `changed settings were told at "500ms"`, Func: (*World).checkToldAt},
		{Keyword: gherkin.Then, Pattern: `the settings dialog shows "([^"]*)"`,
			Manual:  "compares the settings that can be changed in the dialog, each as key=value, or key alone without a value",
			Example: `the settings dialog shows "ide.enabled, ui.theme=dark"`, Func: checkDialog},
		{Keyword: gherkin.Then, Pattern: `the settings dialog asks for a restart because of "([^"]*)"`,
			Manual:  "compares the settings, changed since the start, that the dialog says count from the next start on",
			Example: `the settings dialog asks for a restart because of "ide.enabled"`, Func: checkRestartAsked},
		{Keyword: gherkin.Then, Pattern: `these settings changes were told:`,
			Manual: "compares all changes since the start; columns scope, change (created, modified, deleted), keys",
			Func:   (*World).checkChangesTold},
		{Keyword: gherkin.Then, Pattern: `these settings files were reported broken:`,
			Manual: "compares all reports of files that cannot be used; columns scope, path, error", Func: (*files).checkAllBroken},
		{Keyword: gherkin.Then, Pattern: `the (user|workspace|system|project) settings were reported broken at (\d+):(\d+)`,
			Manual:  "looks for the newest report of a file that cannot be used, with line and column",
			Example: `the user settings were reported broken at 3:5`, Func: (*World).checkBroken},
	})
}

// files is where the workspace of a scenario reads and watches its files.
func (n *workspace) files() host.Files {
	if n.scenario.World == gherkin.Real {
		return host.OSFiles{}
	}
	n.memory.MakeDir(homeDir)
	n.memory.MakeDir(projectDir)
	return &n.memory
}

// home is the user's directory in the world of the scenario.
func (n *workspace) home() string { return n.ground.path(homeDir) }

func (n *workspace) path(scope string) string {
	switch scope {
	case "user":
		return path.Join(n.home(), ".qwen/settings.json")
	case "system", "default":
		return path.Join(n.ground.hostEnv().Dir, scope+".json")
	}
	return path.Join(n.ground.hostEnv().Dir, ".qwen/settings.json")
}

func (n *workspace) saveText(scope string, text *gherkin.DocString) error {
	return n.save(scope, []byte(text.Content))
}

func (n *workspace) save(scope string, content []byte) error {
	if err := saveIn(n.files(), n.path(scope), content); err != nil {
		return err
	}
	return n.ground.settle()
}

// saveIn replaces a file, whatever it holds.
func saveIn(files host.Files, name string, content []byte) error {
	return files.Change(name, len(content)+1, func([]byte) ([]byte, error) { return content, nil })
}

// settings is what a settings file holds, decoded, and its servers as they are written, in their
// order, which decoding loses; both are empty if there is none.
func (n *workspace) settings(scope string) (values map[string]any, servers json.RawMessage, err error) {
	values = map[string]any{}
	data, err := n.files().ReadFile(n.path(scope), config.MaxFileSize)
	if errors.Is(err, fs.ErrNotExist) {
		return values, nil, nil
	}
	var file map[string]json.RawMessage
	if err == nil {
		err = cmp.Or(json.Unmarshal(data, &values), json.Unmarshal(data, &file))
	}
	return values, file[keyServers], err
}

// editKey saves a settings file in which the value of a key was changed.
func (n *workspace) editKey(scope, key string, change func(object map[string]any, last string)) error {
	values, servers, err := n.settings(scope)
	if err != nil {
		return fmt.Errorf("editing the %s settings, which a step has written: %w", scope, err)
	}
	object := values
	parts := strings.Split(key, ".")
	if parts[0] != keyServers && servers != nil {
		values[keyServers] = servers
	}
	for _, part := range parts[:len(parts)-1] {
		inner, ok := object[part].(map[string]any)
		if !ok {
			inner = map[string]any{}
			object[part] = inner
		}
		object = inner
	}
	change(object, parts[len(parts)-1])
	text, err := json.MarshalIndent(values, "", "  ")
	if err != nil {
		return err
	}
	return n.save(scope, text)
}

func (n *workspace) edit(key string, v jsonValue, scope string) error {
	return n.editKey(scope, key, func(object map[string]any, last string) { object[last] = v.any })
}

// jsonValue is a JSON value in a step.
type jsonValue struct{ any }

func parseJSON(text string) (v jsonValue, err error) {
	if err := json.Unmarshal([]byte(text), &v.any); err != nil {
		return v, fmt.Errorf("%s is not JSON: %w", text, err)
	}
	return v, nil
}

func (n *workspace) cut(key, scope string) error {
	there := false
	err := n.editKey(scope, key, func(object map[string]any, last string) {
		_, there = object[last]
		delete(object, last)
	})
	if err == nil && !there {
		return fmt.Errorf("%q is not in the settings of the %s: the step does nothing", key, scope)
	}
	return err
}

// define works in both worlds: commands and addresses are those of the
// ground.
func (n *workspace) define(scope string, servers []*server) error {
	definitions, err := definitionsOf(servers)
	if err != nil {
		return err
	}
	return n.editKey(scope, keyServers, func(object map[string]any, last string) { object[last] = definitions })
}

// keyServers is the key of a file under which its servers are.
const keyServers = "mcpServers"

// definitionsOf are definitions as people write them: in the order of a step, which is
// the configured one.
func definitionsOf(servers []*server) (json.RawMessage, error) {
	var members []string
	for _, s := range servers {
		definition, err := json.Marshal(settingsDefinition(s))
		if err != nil {
			return nil, err
		}
		name, _ := json.Marshal(s.name) // a string always can be
		members = append(members, string(name)+":"+string(definition))
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}"), nil
}

func (n *workspace) defineProject(servers []*server) error { return n.defineFile(".mcp.json", servers) }

func (n *workspace) defineFile(name string, servers []*server) error {
	definitions, err := definitionsOf(servers)
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]any{keyServers: definitions})
	if err != nil {
		return err
	}
	return saveIn(n.files(), path.Join(n.ground.hostEnv().Dir, name), text)
}

func settingsDefinition(s *server) map[string]any {
	d := map[string]any{}
	put := func(key string, value any, there bool) {
		if there {
			d[key] = value
		}
	}
	put("command", s.config.Command, s.kind == stdioServer)
	put("args", s.config.Args, len(s.config.Args) > 0)
	put("env", s.config.Env, len(s.config.Env) > 0)
	put("httpUrl", s.config.URL, s.kind == httpServer)
	put("url", s.config.URL, s.kind == sseServer)
	put("tcp", s.config.URL, s.kind == wsServer)
	put("headers", s.config.Headers, len(s.config.Headers) > 0)
	put("era", s.config.Era, s.config.Era != "")
	return d
}

// decoded is a definition as a settings file would yield it.
func decoded(definition any) map[string]any {
	var out map[string]any
	text, err := json.Marshal(definition)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		return nil // it was made of texts
	}
	return out
}

// removePath removes a file in the world of the scenario.
func (n *workspace) removePath(name string) error {
	if n.scenario.World == gherkin.Real {
		return os.Remove(name)
	}
	if !n.memory.Remove(name) {
		return fmt.Errorf("there is no file %q in this scenario", nounOf[files](n.World).shortened(name))
	}
	return nil
}

func (n *workspace) remove(scope string) error {
	if err := n.removePath(n.path(scope)); err != nil {
		return err
	}
	return n.ground.settle()
}

func (n *workspace) removeDirectory(scope string) error {
	dir := path.Dir(n.path(scope))
	if n.scenario.World == gherkin.Real {
		return os.RemoveAll(dir)
	}
	n.memory.RemoveDir(dir)
	return n.ground.settle()
}

func (n *workspace) programSets(ws *host.Workspace, key string, v jsonValue, scope string) error {
	var parts []string
	if key != "" {
		parts = strings.Split(key, ".")
	}
	return n.run(func(context.Context) error { return ws.Set(scope, parts, v.any) })
}

func (n *workspace) checkText(scope string, want *gherkin.DocString) error {
	data, err := n.files().ReadFile(n.path(scope), config.MaxFileSize)
	if err != nil {
		return err
	}
	return same("the "+scope+" settings", strings.TrimSpace(string(data)), want.Content)
}

func (n *workspace) checkTold(times int) error {
	return same("how often changed settings were told", n.counted(event.SettingsTold), times)
}

func (w *World) checkToldAt(moments string) error {
	var got []string
	for _, e := range w.seen(event.SettingsTold, "") {
		got = append(got, w.since(e.At).String())
	}
	return same("when changed settings were told", got, splitNames(moments))
}

func (w *World) checkChangesTold(t *gherkin.Table) error {
	var got []map[string]string
	for _, e := range w.seen(event.SettingsChanged, "") {
		got = append(got, map[string]string{"scope": e.Name, "change": e.To, "keys": e.Text})
	}
	return sameTable("the changes of settings", t, got, "scope", "change", "keys")
}

func (w *World) checkBroken(scope, line, column string) error {
	place := fmt.Sprintf(":%s:%s:", line, column)
	newest := ""
	for _, e := range w.seen(event.SettingsBroken, "") {
		if e.Name == scope {
			newest = e.Err
		}
	}
	if !strings.Contains(newest, place) {
		return fmt.Errorf("the newest report about the %s settings is %q", scope, newest)
	}
	return nil
}

func (n *files) checkAllBroken(t *gherkin.Table) error {
	var got []map[string]string
	for _, e := range n.seen(event.SettingsBroken, "") {
		got = append(got, map[string]string{"scope": e.Name, "path": n.shortened(e.Text), "error": n.asWritten(e.Err)})
	}
	return sameTable("the reports of broken files", t, got, "scope", "path", "error")
}

func checkDialog(ws *host.Workspace, want []string) error {
	var got []string
	for _, s := range ws.Dialog().Settings {
		line := s.Key
		if s.Value != nil {
			line += fmt.Sprintf("=%v", s.Value)
		}
		got = append(got, line)
	}
	return same("what the settings dialog shows", got, want)
}

func checkRestartAsked(ws *host.Workspace, want []string) error {
	return same("what the settings dialog asks for a restart because of", ws.Dialog().Restart, want)
}
