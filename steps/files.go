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
	noun
	contents host.DiscoveryMemory
	asked    host.DiscoveryFilter
	err      error
	result   *host.DiscoveryResult // guarded by World.mu: a start discovers in the background
}

func filesSteps() []gherkin.Step {
	return gherkin.Noun("files", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" holds:`,
			Manual:  "writes a configuration file: ~/ is the user's home, everything else belongs to the project",
			Example: `the file "~/.claude.json" holds:`, Func: (*files).writeFile},
		{Keyword: gherkin.Given, Pattern: `the file "([^"]+)" is gone`, Manual: "removes a configuration file", Example: `the file ".mcp.json" is gone`,
			Func: (*files).removeFile},
		{Keyword: gherkin.Given, Pattern: `discovery's option "([^"]+)" is "([^"]*)"`,
			Manual:  "sets enableProjectConfig, filterExa or filterBrowser to true, false or \"not set\", which they are anyway",
			Example: `discovery's option "filterBrowser" is "true"`, Func: (*files).set},
		{Keyword: gherkin.When, Pattern: `the file "([^"]+)" is saved with:`, Manual: "writes a configuration file while everything runs",
			Example: `the file ".lsp.json" is saved with:`, Func: (*files).saveFile},
		{Keyword: gherkin.When, Pattern: `configurations are discovered`, Manual: "reads all configuration files and connects nothing",
			Func: (*files).discover},
		{Keyword: gherkin.When, Pattern: `the runtime discovers and starts`,
			Manual: "starts the runtime with the servers of the configuration files; declared servers answer to their command or host name",
			Func:   (*files).start},
		{Keyword: gherkin.Then, Pattern: `these servers are discovered:`,
			Manual: "compares the servers to use, in order of priority; columns name, provider, level, path, transport",
			Func:   (*files).checkDiscovered},
		{Keyword: gherkin.Then, Pattern: `these servers are left out:`,
			Manual: "compares the definitions that are not used, in the order found; columns name, reason, path, by", Func: (*files).checkLeftOut},
		{Keyword: gherkin.Then, Pattern: `the discovered server "([^"]+)" is defined as:`, Manual: "compares the definition of a server, as JSON",
			Example: `the discovered server "docs" is defined as:`, Func: checkDefinition},
		{Keyword: gherkin.Then, Pattern: `the discovered servers and their sources have the names? "([^"]*)"`,
			Manual:  "compares the names of both parts of what was discovered, sorted",
			Example: `the discovered servers and their sources have the names "docs, mail"`, Func: checkBothNames},
		{Keyword: gherkin.Then, Pattern: `discovery found the Exa keys? "([^"]*)"`, Manual: "compares the keys of servers that were left out, in order",
			Example: `discovery found the Exa key "key-1"`, Func: checkFoundKeys},
		{Keyword: gherkin.Then, Pattern: `discovery reported these problems:`,
			Manual: "compares what is wrong with the files; columns place, server, problem", Func: (*files).checkProblems},
	})
}

// absolute is the path of a file as scenarios name it.
func (n *files) absolute(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		return path.Join(homeDir, rest)
	}
	return path.Join(n.ground.hostEnv().Dir, name)
}

// shortened is a path as scenarios name it.
func (n *files) shortened(name string) string {
	if rest, ok := strings.CutPrefix(name, homeDir+"/"); ok {
		return "~/" + rest
	}
	return strings.TrimPrefix(name, n.ground.hostEnv().Dir+"/")
}

func (n *files) writeFile(name string, text *gherkin.DocString) error {
	if n.contents == nil {
		n.contents = host.DiscoveryMemory{}
	}
	n.contents[n.absolute(name)] = text.Content
	nounOf[workspace](n.World).memory.WriteFile(n.absolute(name), text.Content)
	return nil
}

func (n *files) saveFile(name string, text *gherkin.DocString) error {
	if err := n.writeFile(name, text); err != nil {
		return err
	}
	return n.ground.settle()
}

func (n *files) removeFile(name string) error {
	if _, ok := n.contents[n.absolute(name)]; !ok {
		return fmt.Errorf("there is no file %q in this scenario", name)
	}
	delete(n.contents, n.absolute(name))
	nounOf[workspace](n.World).memory.Remove(n.absolute(name))
	return nil
}

func (n *files) set(name, value string) error {
	on, err := parseSwitch(value)
	if err != nil {
		return err
	}
	switch name {
	case "enableProjectConfig":
		n.asked.EnableProjectConfig = on
	case "filterExa":
		n.asked.FilterExa = on
	case "filterBrowser":
		n.asked.FilterBrowser = on != nil && *on
	default:
		return fmt.Errorf("unknown option %q; there are enableProjectConfig, filterExa, filterBrowser", name)
	}
	return nil
}

// discoverer reads the scenario's files as they are now.
func (n *files) discoverer() host.SessionDiscoverer {
	return host.DiscoverFiles(host.DiscoveryOptions{
		Files: maps.Clone(n.contents), Home: homeDir, Dir: n.ground.hostEnv().Dir, Env: n.hostEnv().LookupEnv,
	}, func(r *host.DiscoveryResult) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.result = r
	})
}

func (n *files) discover() error {
	_, n.err = n.discoverer().Discover(n.life, n.asked)
	return nil
}

// start starts what the files define.
func (n *files) start() error {
	h, err := n.ensureHost()
	if err != nil {
		return err
	}
	n.begin = n.now()
	return n.beginStartup("startup", func(ctx context.Context) (host.StartResult, error) {
		found, err := n.discoverer().Discover(ctx, n.asked)
		if err != nil {
			return host.StartResult{Errors: []host.ServerError{{Server: ".mcp.json", Err: err}}}, nil
		}
		return h.Start(ctx, found.Configs), nil
	})
}

// found is what the files yielded last.
func (n *files) found() (*host.DiscoveryResult, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case n.err != nil:
		return nil, n.err
	case n.result == nil:
		return nil, errors.New(`nothing has been discovered: say "configurations are discovered" first`)
	}
	return n.result, nil
}

func (n *files) checkDiscovered(r *host.DiscoveryResult, t *godog.Table) error {
	var got []map[string]string
	for _, s := range r.Configs {
		from := r.Sources[s.Name]
		got = append(got, map[string]string{
			"name": s.Name, "provider": from.ProviderName, "level": from.Level,
			"path": n.shortened(from.Path), "transport": s.Transport(),
		})
	}
	return sameTable("the discovered servers", t, got, "name", "provider", "level", "path", "transport")
}

func (n *files) checkLeftOut(r *host.DiscoveryResult, t *godog.Table) error {
	var got []map[string]string
	for _, l := range r.LeftOut {
		got = append(got, map[string]string{
			"name": l.Server.Name, "reason": string(l.Reason),
			"path": n.shortened(l.Server.Source.Path), "by": n.shortened(l.By.Path),
		})
	}
	return sameTable("the servers left out", t, got, "name", "reason", "path", "by")
}

func checkDefinition(r *host.DiscoveryResult, name string, text *gherkin.DocString) error {
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

func checkBothNames(r *host.DiscoveryResult, names []string) error {
	var configs []string
	for _, s := range r.Configs {
		configs = append(configs, s.Name)
	}
	slices.Sort(configs)
	if err := same("the names of the servers", configs, names); err != nil {
		return err
	}
	return same("the names of the sources", slices.Sorted(maps.Keys(r.Sources)), names)
}

func checkFoundKeys(r *host.DiscoveryResult, keys []string) error {
	return same("the Exa keys", r.ExaKeys, keys)
}

func (n *files) checkProblems(r *host.DiscoveryResult, t *godog.Table) error {
	var got []map[string]string
	for _, p := range r.Problems {
		place := config.Source{Path: n.shortened(p.File), Line: p.Line, Column: p.Column}.Place()
		got = append(got, map[string]string{"place": place, "server": p.Server, "problem": p.Text})
	}
	return sameTable("the problems of discovery", t, got, "place", "server", "problem")
}
