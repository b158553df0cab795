package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func settingsSteps() []Step {
	const scope = `(user|workspace|system) settings`
	return gherkin.Noun("settings", []Step{
		{Keyword: Given, Pattern: `the ` + scope + ` define the servers? "([^"]*)"`,
			Manual:  "writes a settings file that defines declared servers and nothing else",
			Example: `the user settings define the servers "docs, mail"`, Func: (*World).defineInSettings},
		{Keyword: Given, Pattern: `the ` + scope + ` hold:`, Manual: "writes a settings file; the command of a server over stdio is its name",
			Example: `the workspace settings hold:`, Func: (*World).saveSettings},
		{Keyword: Given, Pattern: `"([^"]+)" is (.+) in the ` + scope, Manual: "sets one key of a settings file, by its path, to a JSON value",
			Example: `"mcp.excluded" is ["docs"] in the user settings`, Func: (*World).editSettings},
		{Keyword: When, Pattern: `the ` + scope + ` are saved with the servers? "([^"]*)"`,
			Manual:  "saves a settings file that defines declared servers; all else in it stays",
			Example: `the user settings are saved with the server "docs"`, Func: (*World).defineInSettings},
		{Keyword: When, Pattern: `the ` + scope + ` are saved with:`, Manual: "saves a settings file, right or wrong",
			Example: `the user settings are saved with:`, Func: (*World).saveSettings},
		{Keyword: When, Pattern: `"([^"]+)" becomes (.+) in the ` + scope,
			Manual:  "saves a settings file in which one key, by its path, has another JSON value",
			Example: `"mcpServers.docs.args" becomes ["-v"] in the user settings`, Func: (*World).editSettings},
		{Keyword: When, Pattern: `"([^"]+)" is taken out of the ` + scope, Manual: "saves a settings file without one key, by its path",
			Example: `"mcp.allowed" is taken out of the user settings`, Func: (*World).cutSettings},
		{Keyword: When, Pattern: `the ` + scope + ` are removed`, Manual: "removes a settings file", Example: `the workspace settings are removed`,
			Func: (*World).removeSettings},
		{Keyword: When, Pattern: `the program sets "([^"]+)" to (.+) in the (user|workspace) settings`,
			Manual:  "lets the program itself change a setting and write the file",
			Example: `the program sets "mcp.excluded" to ["docs"] in the user settings`, Func: (*World).programSets},
		{Keyword: Then, Pattern: `changed settings were told (\d+) times?`,
			Manual:  "counts how often listeners were told of changed settings since the counts started, whatever the number of files",
			Example: `changed settings were told 1 time`, Func: (*World).checkTold},
		{Keyword: Then, Pattern: `changed settings were told at "([^"]*)"`, Manual: "compares the moments, counted from the start",
			Example: `changed settings were told at "500ms"`, Func: (*World).checkToldAt},
		{Keyword: Then, Pattern: `these settings changes were told:`,
			Manual: "compares all changes since the start; columns scope, change (created, modified, deleted), keys",
			Func:   (*World).checkChangesTold},
		{Keyword: Then, Pattern: `the (user|workspace|system|project) settings were reported broken at (\d+):(\d+)`,
			Manual:  "looks for the newest report of a file that cannot be used, with line and column",
			Example: `the user settings were reported broken at 3:5`, Func: (*World).checkBroken},
	})
}

// workFiles is where the workspace of a scenario reads and watches its files.
func (w *World) workFiles() host.Files {
	if w.scenario.World == gherkin.Real {
		return host.OSFiles{}
	}
	w.work.memory.MakeDir(homeDir)
	w.work.memory.MakeDir(w.ground.hostEnv().Dir)
	return &w.work.memory
}

// home is the user's directory in the world of the scenario.
func (w *World) home() string {
	if w.scenario.World == gherkin.Real {
		return path.Join(w.ground.hostEnv().Dir, "home")
	}
	return homeDir
}

func (w *World) settingsPath(scope string) string {
	switch scope {
	case "user":
		return path.Join(w.home(), ".qwen/settings.json")
	case "system":
		return path.Join(w.ground.hostEnv().Dir, "system.json")
	}
	return path.Join(w.ground.hostEnv().Dir, ".qwen/settings.json")
}

func (w *World) saveSettings(scope string, text *gherkin.DocString) error {
	return w.save(scope, []byte(text.Content))
}

func (w *World) save(scope string, content []byte) error {
	if err := w.workFiles().Replace(w.settingsPath(scope), content); err != nil {
		return err
	}
	return w.ground.settle()
}

// currentSettings is what a settings file holds, decoded; empty if there is none.
func (w *World) currentSettings(scope string) (map[string]any, error) {
	values := map[string]any{}
	data, err := w.workFiles().ReadFile(w.settingsPath(scope), config.MaxFileSize)
	if errors.Is(err, fs.ErrNotExist) {
		return values, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &values)
	}
	return values, err
}

// editKey saves a settings file in which the value of a key was changed.
func (w *World) editKey(scope, key string, change func(object map[string]any, last string)) error {
	values, err := w.currentSettings(scope)
	if err != nil {
		return fmt.Errorf("editing the %s settings, which a step has written: %w", scope, err)
	}
	object := values
	parts := strings.Split(key, ".")
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
	return w.save(scope, text)
}

func (w *World) editSettings(key, value, scope string) error {
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%s is not JSON: %w", value, err)
	}
	return w.editKey(scope, key, func(object map[string]any, last string) { object[last] = v })
}

func (w *World) cutSettings(key, scope string) error {
	return w.editKey(scope, key, func(object map[string]any, last string) { delete(object, last) })
}

// defineInSettings works in both worlds: commands and addresses are those of the
// ground.
func (w *World) defineInSettings(scope, names string) error {
	servers, err := w.definitions(names)
	if err != nil {
		return err
	}
	return w.editKey(scope, "mcpServers", func(object map[string]any, last string) { object[last] = servers })
}

// definitions are declared servers as settings define them.
func (w *World) definitions(names string) (map[string]any, error) {
	servers := map[string]any{}
	for _, name := range expandNames(names) {
		s, err := w.server(name)
		if err != nil {
			return nil, err
		}
		servers[name] = settingsDefinition(s)
	}
	return servers, nil
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
func (w *World) removePath(name string) error {
	if w.scenario.World == gherkin.Real {
		return os.Remove(name)
	}
	if !w.work.memory.Remove(name) {
		return fmt.Errorf("there is no file %q in this scenario", w.shortened(name))
	}
	return nil
}

func (w *World) removeSettings(scope string) error {
	if err := w.removePath(w.settingsPath(scope)); err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) programSets(key, value, scope string) error {
	ws, err := w.workspace()
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal([]byte(value), &v); err != nil {
		return fmt.Errorf("%s is not JSON: %w", value, err)
	}
	if err := ws.Set(scope, strings.Split(key, "."), v); err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) checkTold(n int) error {
	return same("how often changed settings were told", len(w.seen(event.SettingsTold, ""))-w.work.skip[event.SettingsTold], n)
}

func (w *World) checkToldAt(moments string) error {
	var got []string
	for _, e := range w.seen(event.SettingsTold, "") {
		got = append(got, w.since(e.At).String())
	}
	return same("when changed settings were told", got, splitNames(moments))
}

func (w *World) checkChangesTold(t *godog.Table) error {
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
