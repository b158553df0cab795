package steps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// homeDir is the directory that "~" stands for.
const homeDir = "/home/user"

// files are the configuration files of a scenario and what they yielded.
type files struct {
	contents host.DiscoveryMemory
	asked    host.DiscoveryFilter
	err      error
	result   *host.DiscoveryResult // guarded by World.mu: a start discovers in the background
}

func filesSteps() []Step {
	return gherkin.Noun("files", []Step{
		{Keyword: Given, Pattern: `the file "([^"]+)" holds:`,
			Manual:  "writes a configuration file: ~/ is the user's home, everything else belongs to the project",
			Example: `the file "~/.claude.json" holds:`, Func: (*World).writeFile},
		{Keyword: Given, Pattern: `the file "([^"]+)" is gone`, Manual: "removes a configuration file", Example: `the file ".mcp.json" is gone`,
			Func: (*World).removeFile},
		{Keyword: Given, Pattern: `discovery's option "([^"]+)" is "([^"]*)"`,
			Manual:  "sets enableProjectConfig, filterExa or filterBrowser to true, false or \"not set\", which they are anyway",
			Example: `discovery's option "filterBrowser" is "true"`, Func: (*World).setDiscoveryOption},
		{Keyword: When, Pattern: `the file "([^"]+)" is saved with:`, Manual: "writes a configuration file while everything runs",
			Example: `the file ".lsp.json" is saved with:`, Func: (*World).saveFile},
		{Keyword: When, Pattern: `configurations are discovered`, Manual: "reads all configuration files and connects nothing",
			Func: (*World).discover},
		{Keyword: When, Pattern: `the runtime discovers and starts`,
			Manual: "starts the runtime with the servers of the configuration files; declared servers answer to their command or host name",
			Func:   (*World).discoverAndStart},
		{Keyword: Then, Pattern: `these servers are discovered:`,
			Manual: "compares the servers to use, in order of priority; columns name, provider, level, path, transport",
			Func:   (*World).checkDiscovered},
		{Keyword: Then, Pattern: `these servers are left out:`,
			Manual: "compares the definitions that are not used, in the order found; columns name, reason, path, by", Func: (*World).checkLeftOut},
		{Keyword: Then, Pattern: `the discovered server "([^"]+)" is defined as:`, Manual: "compares the definition of a server, as JSON",
			Example: `the discovered server "docs" is defined as:`, Func: (*World).checkDefinition},
		{Keyword: Then, Pattern: `the discovered servers and their sources have the names? "([^"]*)"`,
			Manual:  "compares the names of both parts of what was discovered, sorted",
			Example: `the discovered servers and their sources have the names "docs, mail"`, Func: (*World).checkBothNames},
		{Keyword: Then, Pattern: `discovery found the Exa keys? "([^"]*)"`, Manual: "compares the keys of servers that were left out, in order",
			Example: `discovery found the Exa key "key-1"`, Func: (*World).checkFoundKeys},
		{Keyword: Then, Pattern: `discovery reported these problems:`,
			Manual: "compares what is wrong with the files; columns place, server, problem", Func: (*World).checkProblems},
	})
}

// absolute is the path of a file as scenarios name it.
func (w *World) absolute(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return path.Join(homeDir, rest)
	}
	return path.Join(w.ground.hostEnv().Dir, name)
}

// shortened is a path as scenarios name it.
func (w *World) shortened(name string) string {
	if rest, ok := strings.CutPrefix(name, homeDir+"/"); ok {
		return "~/" + rest
	}
	return strings.TrimPrefix(name, w.ground.hostEnv().Dir+"/")
}

func (w *World) writeFile(name string, text *gherkin.DocString) error {
	if w.files.contents == nil {
		w.files.contents = host.DiscoveryMemory{}
	}
	w.files.contents[w.absolute(name)] = text.Content
	w.work.memory.WriteFile(w.absolute(name), text.Content)
	return nil
}

func (w *World) saveFile(name string, text *gherkin.DocString) error {
	if err := w.writeFile(name, text); err != nil {
		return err
	}
	return w.ground.settle()
}

func (w *World) removeFile(name string) error {
	if _, ok := w.files.contents[w.absolute(name)]; !ok {
		return fmt.Errorf("there is no file %q in this scenario", name)
	}
	delete(w.files.contents, w.absolute(name))
	w.work.memory.Remove(w.absolute(name))
	return nil
}

func (w *World) setDiscoveryOption(name, value string) error {
	on, err := parseSwitch(value)
	if err != nil {
		return err
	}
	switch name {
	case "enableProjectConfig":
		w.files.asked.EnableProjectConfig = on
	case "filterExa":
		w.files.asked.FilterExa = on
	case "filterBrowser":
		w.files.asked.FilterBrowser = on != nil && *on
	default:
		return fmt.Errorf("unknown option %q; there are enableProjectConfig, filterExa, filterBrowser", name)
	}
	return nil
}

// discoverer reads the scenario's files as they are now.
func (w *World) discoverer() host.SessionDiscoverer {
	return host.DiscoverFiles(host.DiscoveryOptions{
		Files: maps.Clone(w.files.contents), Home: homeDir, Dir: w.ground.hostEnv().Dir, Env: w.hostEnv().LookupEnv,
	}, func(r *host.DiscoveryResult) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.files.result = r
	})
}

func (w *World) discover() error {
	_, w.files.err = w.discoverer().Discover(w.life, w.files.asked)
	return nil
}

// discoverAndStart starts what the files define.
func (w *World) discoverAndStart() error {
	h, err := w.ensureHost()
	if err != nil {
		return err
	}
	w.begin = w.now()
	return w.beginStartup("startup", func(ctx context.Context) (host.StartResult, error) {
		found, err := w.discoverer().Discover(ctx, w.files.asked)
		if err != nil {
			return host.StartResult{Errors: []host.ServerError{{Server: ".mcp.json", Err: err}}}, nil
		}
		return h.Start(ctx, found.Configs), nil
	})
}

// discovered is what the files yielded last.
func (w *World) discovered() (*host.DiscoveryResult, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.files.err != nil:
		return nil, w.files.err
	case w.files.result == nil:
		return nil, errors.New(`nothing has been discovered: say "configurations are discovered" first`)
	}
	return w.files.result, nil
}

func (w *World) checkDiscovered(t *godog.Table) error {
	r, err := w.discovered()
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, s := range r.Configs {
		from := r.Sources[s.Name]
		got = append(got, map[string]string{
			"name": s.Name, "provider": from.ProviderName, "level": from.Level,
			"path": w.shortened(from.Path), "transport": s.Transport(),
		})
	}
	return sameTable("the discovered servers", t, got, "name", "provider", "level", "path", "transport")
}

func (w *World) checkLeftOut(t *godog.Table) error {
	r, err := w.discovered()
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, l := range r.LeftOut {
		got = append(got, map[string]string{
			"name": l.Server.Name, "reason": string(l.Reason),
			"path": w.shortened(l.Server.Source.Path), "by": w.shortened(l.By.Path),
		})
	}
	return sameTable("the servers left out", t, got, "name", "reason", "path", "by")
}

func (w *World) checkDefinition(name string, text *gherkin.DocString) error {
	r, err := w.discovered()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(r.Configs, func(s config.Server) bool { return s.Name == name })
	if i < 0 {
		return fmt.Errorf("no server %q was discovered", name)
	}
	raw, err := definition(r.Configs[i])
	if err != nil {
		return err
	}
	return sameJSON("the definition of "+name, raw, text.Content)
}

func (w *World) checkBothNames(names string) error {
	r, err := w.discovered()
	if err != nil {
		return err
	}
	var configs []string
	for _, s := range r.Configs {
		configs = append(configs, s.Name)
	}
	slices.Sort(configs)
	if err := same("the names of the servers", configs, splitNames(names)); err != nil {
		return err
	}
	return same("the names of the sources", slices.Sorted(maps.Keys(r.Sources)), splitNames(names))
}

func (w *World) checkFoundKeys(keys string) error {
	r, err := w.discovered()
	if err != nil {
		return err
	}
	return same("the Exa keys", r.ExaKeys, splitNames(keys))
}

func (w *World) checkProblems(t *godog.Table) error {
	r, err := w.discovered()
	if err != nil {
		return err
	}
	var got []map[string]string
	for _, p := range r.Problems {
		place := config.Source{Path: w.shortened(p.File), Line: p.Line, Column: p.Column}.Place()
		got = append(got, map[string]string{"place": place, "server": p.Server, "problem": p.Text})
	}
	return sameTable("the problems of discovery", t, got, "place", "server", "problem")
}
