package steps

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func sessionLoaderSteps() []gherkin.Step {
	return gherkin.Noun("session", []gherkin.Step{
		{Keyword: gherkin.Then, Pattern: `the session reported no errors`, Manual: "checks that the session's loader returned without an error",
			Func: checkNoLoadErrors},
		{Keyword: gherkin.Then, Pattern: `the session reported these errors:`,
			Manual: "compares the errors of the session's loader, in order; columns path, error", Func: checkLoadErrors},
		{Keyword: gherkin.Then, Pattern: `the session's loader returned the tools? "([^"]*)" and the servers? "([^"]*)"`,
			Manual:  "compares the names of loaded tools and of connected servers, in order",
			Example: `the session's loader returned the tools "" and the servers ""`, Func: checkLoaded},
		{Keyword: gherkin.Then, Pattern: `the session's loader returned these tools:`,
			Manual: "compares loaded tools with their paths, in order; columns name, path, resolved path", Func: checkLoadedTools},
		{Keyword: gherkin.Then, Pattern: `the session's loader returned the Exa keys? "([^"]*)"`,
			Manual: "compares the keys for the native integration, in order", Example: `the session's loader returned the Exa key "key-1"`,
			Func: checkExaKeys},
		{Keyword: gherkin.Then, Pattern: `the Exa keys are shown as "([^"]*)"`,
			Manual:  "compares what is printed, logged and written as JSON of the keys that the session's loader returned",
			Example: `the Exa keys are shown as "1 keys"`, Func: checkKeysShown},
		{Keyword: gherkin.Given, Pattern: `the session cannot export variables`, Manual: "makes every change of the program's environment fail",
			Func: (*session).seal},
		{Keyword: gherkin.Then, Pattern: `the session exported "([^"]*)"`, Manual: "compares the variables that the session has set, as NAME=value",
			Example: `the session exported "EXA_API_KEY=key-1"`, Func: (*session).checkExported},
		{Keyword: gherkin.Then, Pattern: `the loader without a session returned the same`,
			Manual: "compares tools with their paths, errors, connected servers and Exa keys of both loaders", Func: (*session).checkSameLoaded},
		{Keyword: gherkin.Then, Pattern: `the session has the manager that its loader returned`, Manual: "checks that it is the very same one",
			Func: checkManager},
		{Keyword: gherkin.Then, Pattern: `the session has no manager`, Manual: "checks that the session runs no servers", Func: checkNoManager},
	})
}

// resultOf lets the steps about startup look at what a session's loader returned.
func resultOf(l host.Loaded) host.StartResult {
	r := host.StartResult{Connected: l.Connected}
	for _, t := range l.Tools {
		r.Tools = append(r.Tools, t.Tool)
	}
	for _, e := range l.Errors {
		r.Errors = append(r.Errors, host.ServerError{Server: e.Server, Err: e.Err})
	}
	return r
}

func (n *session) loadAlone() error {
	w := n.World
	nounOf[configured](w).copy()
	h, err := host.New(w.policy.Policy, w.hostEnv())
	if err != nil {
		return err
	}
	w.mu.Lock()
	n.alone = h
	w.mu.Unlock()
	w.ground.spawn("loader", func() {
		loaded := h.Load(w.life, nounOf[configured](w), host.DiscoveryFilter{
			EnableProjectConfig: n.settings.EnableProjectConfig, FilterBrowser: n.settings.BrowserEnabled,
		})
		w.mu.Lock()
		defer w.mu.Unlock()
		n.other = &loaded
	})
	return w.ground.settle()
}

func loadErrorRows(l host.Loaded) []map[string]string {
	var out []map[string]string
	for _, e := range l.Errors {
		out = append(out, map[string]string{"path": e.Path, "error": e.Err.Error()})
	}
	return out
}

func checkNoLoadErrors(l host.Loaded) error {
	return same("the errors of the loader", loadErrorRows(l), nil)
}

func checkLoadErrors(l host.Loaded, t *gherkin.Table) error {
	return sameTable("the errors of the loader", t, loadErrorRows(l), "path", "error")
}

func loadedNames(l host.Loaded) []string {
	var names []string
	for _, t := range l.Tools {
		names = append(names, t.Tool.Name)
	}
	return names
}

func checkLoaded(l host.Loaded, tools, servers []string) error {
	if err := same("the loaded tools", loadedNames(l), tools); err != nil {
		return err
	}
	return same("the connected servers", l.Connected, servers)
}

func checkLoadedTools(l host.Loaded, t *gherkin.Table) error {
	var got []map[string]string
	for _, tool := range l.Tools {
		got = append(got, map[string]string{"name": tool.Tool.Name, "path": tool.Path, "resolved path": tool.ResolvedPath})
	}
	return sameTable("the loaded tools", t, got, "name", "path", "resolved path")
}

func checkExaKeys(l host.Loaded, keys []string) error {
	return same("the Exa keys", []string(l.ExaKeys), keys)
}

// outline is everything that a loader returned, as text.
func outline(l host.Loaded) []string {
	var out []string
	for _, t := range l.Tools {
		out = append(out, fmt.Sprintf("tool %s %s %s %v", t.Tool.Name, t.Path, t.ResolvedPath, t.Tool.Deferred))
	}
	for _, e := range l.Errors {
		out = append(out, fmt.Sprintf("error %s %s", e.Path, e.Err))
	}
	for _, name := range l.Connected {
		out = append(out, "connected "+name)
	}
	for _, key := range l.ExaKeys {
		out = append(out, "Exa key "+key)
	}
	return out
}

func (n *session) checkSameLoaded(l host.Loaded) error {
	n.mu.Lock()
	other := n.other
	n.mu.Unlock()
	if other == nil {
		return errors.New("no other loader has returned")
	}
	return same("what the loaders returned", outline(*other), outline(l))
}

// checkManager compares the runtime of the session with what its loader returned:
// another manager would have other servers.
func checkManager(s *host.Session) error {
	loaded := s.Loaded()
	if s.Host() == nil || len(loaded.Connected)+len(loaded.Errors) == 0 {
		return errors.New("the session has no manager, or one without servers")
	}
	for _, failed := range loaded.Errors {
		if _, known := s.Host().Source(failed.Server); !known {
			return fmt.Errorf("the session's manager does not know %s, which its loader has tried", failed.Server)
		}
	}
	for _, name := range loaded.Connected {
		if err := same("the status of "+name, s.Host().Status(name), host.Connected); err != nil {
			return err
		}
	}
	return nil
}

func checkNoManager(s *host.Session) error {
	if s.Host() != nil {
		return errors.New("the session has a manager")
	}
	return nil
}

func (n *session) seal() error {
	n.exportFails = true
	return nil
}

func (n *session) checkExported(want []string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return same("the exported variables", n.exported, want)
}

func checkKeysShown(l host.Loaded, want string) error {
	raw, err := json.Marshal(l.ExaKeys)
	if err != nil {
		return err
	}
	var unquoted string
	if err := json.Unmarshal(raw, &unquoted); err != nil {
		return err
	}
	for _, shown := range []string{fmt.Sprint(l.ExaKeys), fmt.Sprintf("%#v", l.ExaKeys), unquoted, slog.AnyValue(l.ExaKeys).Resolve().String()} {
		if err := same("what is shown of the Exa keys", shown, want); err != nil {
			return err
		}
	}
	return nil
}
