package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

func discoverySteps() []gherkin.Step {
	return gherkin.Noun("discovery", []gherkin.Step{
		{Keyword: gherkin.When, Pattern: `configurations are discovered`, Manual: "reads all configuration files and connects nothing",
			Func: (*files).discover},
		{Keyword: gherkin.When, Pattern: `configurations are discovered by a program that has given up`, Manual: "reads nothing, as its context has ended",
			Func: (*files).discoverTooLate},
		{Keyword: gherkin.When, Pattern: `the runtime discovers and starts`,
			Manual: "starts the runtime with the servers of the configuration files; declared servers answer to their command or host name",
			Func:   (*files).start},
		{Keyword: gherkin.Then, Pattern: `these servers are discovered:`,
			Manual: "compares the servers to use, in order of priority; columns name, id, provider, level, path, transport",
			Func:   (*files).checkDiscovered},
		{Keyword: gherkin.Then, Pattern: `these servers are left out:`,
			Manual: "compares the definitions that are not used, in the order found; columns name, reason, path, by", Func: (*files).checkLeftOut},
		{Keyword: gherkin.Then, Pattern: `the discovered server "([^"]+)" is defined as:`, Manual: "compares the definition of a server, as JSON",
			Example: `the discovered server "docs" is defined as:`, Func: checkDefinition},
		{Keyword: gherkin.Then, Pattern: `the discovered server "([^"]+)" is shown as "(.*)"`,
			Manual:  "compares the text that logs and errors have for a server",
			Example: `the discovered server "docs" is shown as "docs (stdio, command npx)"`, Func: checkShown},
		{Keyword: gherkin.Then, Pattern: `the discovered servers "([^"]+)" and "([^"]+)" have (the same fingerprint|different fingerprints)`,
			Manual:  "compares the identities of two definitions, by which caches know them",
			Example: `the discovered servers "a" and "b" have the same fingerprint`, Func: checkFingerprints},
		{Keyword: gherkin.Then, Pattern: `the discovered server "([^"]+)" has the fingerprint "([0-9a-f]+)"`,
			Manual:  "compares the first 16 digits of the identity of a definition, which caches keep",
			Example: `the discovered server "docs" has the fingerprint "0123456789abcdef"`, Func: checkFingerprint},
		{Keyword: gherkin.Then, Pattern: `the discovered server "([^"]+)" is filled in as:`,
			Manual:  "compares the definition of a server, as JSON, in which variables of the environment are filled in",
			Example: `the discovered server "docs" is filled in as:`, Func: (*files).checkFilledIn},
		{Keyword: gherkin.Then, Pattern: `filling in the discovered server "([^"]+)" reports "(.*)"`,
			Manual:  "compares what is wrong with the variables of a server; nothing if empty",
			Example: `filling in the discovered server "docs" reports ""`, Func: (*files).checkFillingIn},
		{Keyword: gherkin.Then, Pattern: `the discovered servers and their sources have the names? "([^"]*)"`,
			Manual:  "compares the names of both parts of what was discovered, sorted, and each source with that of its definition",
			Example: `the discovered servers and their sources have the names "docs, mail"`, Func: checkBothNames},
		{Keyword: gherkin.Then, Pattern: `discovery found the Exa keys? "([^"]*)"`, Manual: "compares the keys of servers that were left out, in order",
			Example: `discovery found the Exa key "key-1"`, Func: checkFoundKeys},
		{Keyword: gherkin.Then, Pattern: `discovery ended with the error "(.*)"`, Manual: "compares why nothing was discovered",
			Example: `discovery ended with the error "given up"`, Func: (*files).checkFailure},
		{Keyword: gherkin.Then, Pattern: `discovery ended with this error:`, Manual: "compares why nothing was discovered, line by line",
			Func: (*files).checkFailureLines},
		{Keyword: gherkin.Then, Pattern: `the result of discovery is shown as "(.*)"`, Manual: "compares what is printed of it",
			Example: `the result of discovery is shown as "2 servers, 0 left out, 0 problems"`, Func: checkResultShown},
		{Keyword: gherkin.Then, Pattern: `discovery reported these problems:`,
			Manual: "compares what is wrong with the files; columns place, server, problem", Func: (*files).checkProblems},
	})
}

// discoverer reads the scenario's files as they are now.
func (n *files) discoverer() host.SessionDiscoverer {
	o := host.DiscoveryOptions{
		Home: n.root + n.ground.path(homeDir), Dir: n.root + n.ground.path(projectDir),
		EveryProgram: n.every, System: cmp.Or(n.system, "linux"),
	}
	if home, ok := n.lookIn["home"]; ok {
		o.Home = home
	}
	if project, ok := n.lookIn["project"]; ok {
		o.Dir = project
	}
	if len(n.World.env) > 0 {
		o.Env = n.hostEnv().LookupEnv
	}
	if n.root == "" && n.scenario.World == gherkin.Virtual {
		o.Files = n.inMemory() // else those on the disk
	}
	return host.DiscoverFiles(o, func(r *host.DiscoveryResult) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.result = r
	})
}

// inMemory are the files, and for whoever joins no directory with a name also those that
// a relative path would lead to.
func (n *files) inMemory() host.DiscoveryMemory {
	all := maps.Clone(n.contents)
	for what, dir := range map[string]string{"home": homeDir, "project": projectDir} {
		if chosen, ok := n.lookIn[what]; !ok || chosen != "" {
			continue
		}
		for name, content := range n.contents {
			if relative, below := strings.CutPrefix(name, dir+"/"); below {
				all[relative] = content
			}
		}
	}
	return all
}

func (n *files) discover() error {
	_, n.err = n.discoverer().Discover(n.life, n.asked)
	return nil
}

func (n *files) discoverTooLate() error {
	ctx, giveUp := context.WithCancelCause(n.life)
	giveUp(errors.New("given up"))
	_, n.err = n.discoverer().Discover(ctx, n.asked)
	return nil
}

func (n *files) checkFailure(text string) error {
	if n.err == nil {
		return errors.New("discovery did not fail")
	}
	return same("why discovery failed", n.err.Error(), text)
}

func (n *files) checkFailureLines(text *gherkin.DocString) error { return n.checkFailure(text.Content) }

func checkResultShown(r *host.DiscoveryResult, text string) error {
	for _, shown := range []string{fmt.Sprintf("%v", *r), fmt.Sprintf("%#v", *r)} {
		if err := same("what is shown of the result", shown, text); err != nil {
			return err
		}
	}
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

func (n *files) checkDiscovered(r *host.DiscoveryResult, t *gherkin.Table) error {
	var got []map[string]string
	for _, s := range r.Configs {
		from := r.Sources[s.Name]
		got = append(got, map[string]string{
			"name": s.Name, "id": from.Provider, "provider": from.ProviderName, "level": from.Level,
			"path": n.shortened(from.Path), "transport": s.Transport(),
		})
	}
	return sameTable("the discovered servers", t, got, "name", "id", "provider", "level", "path", "transport")
}

func (n *files) checkLeftOut(r *host.DiscoveryResult, t *gherkin.Table) error {
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
	s, err := discovered(r, name)
	if err != nil {
		return err
	}
	return sameDefinition(s, text)
}

func sameDefinition(s config.Server, text *gherkin.DocString) error {
	raw, err := definition(s)
	if err != nil {
		return err
	}
	return sameJSON("the definition of "+s.Name, raw, text.Content)
}

func discovered(r *host.DiscoveryResult, name string) (config.Server, error) {
	i := slices.IndexFunc(r.Configs, func(s config.Server) bool { return s.Name == name })
	if i < 0 {
		return config.Server{}, fmt.Errorf("no server %q was discovered", name)
	}
	return r.Configs[i], nil
}

func checkShown(r *host.DiscoveryResult, name, text string) error {
	s, err := discovered(r, name)
	for _, l := range r.LeftOut {
		if l.Server.Name == name {
			s, err = l.Server, nil
		}
	}
	if err != nil {
		return err
	}
	for _, shown := range []string{fmt.Sprintf("%v", s), fmt.Sprintf("%#v", s), s.LogValue().String()} {
		if err := same("what is shown of "+name, shown, text); err != nil {
			return err
		}
	}
	return nil
}

func checkFingerprints(r *host.DiscoveryResult, a, b, word string) error {
	first, err := discovered(r, a)
	if err != nil {
		return err
	}
	second, err := discovered(r, b)
	if err != nil {
		return err
	}
	equal := config.Fingerprint(first) == config.Fingerprint(second)
	if equal != (word == "the same fingerprint") {
		return fmt.Errorf("the fingerprints of %q and %q: equal is %t", a, b, equal)
	}
	return nil
}

func checkFingerprint(r *host.DiscoveryResult, name, digits string) error {
	s, err := discovered(r, name)
	if err != nil {
		return err
	}
	return same("the fingerprint of "+name, config.Fingerprint(s)[:16], digits)
}

func (n *files) checkFilledIn(r *host.DiscoveryResult, name string, text *gherkin.DocString) error {
	s, err := discovered(r, name)
	if err != nil {
		return err
	}
	s, _ = config.Expand(s, n.hostEnv().LookupEnv)
	return sameDefinition(s, text)
}

func (n *files) checkFillingIn(r *host.DiscoveryResult, name, text string) error {
	s, err := discovered(r, name)
	if err != nil {
		return err
	}
	var told []string
	_, problems := config.Expand(s, n.hostEnv().LookupEnv)
	for _, p := range problems {
		told = append(told, p.String())
	}
	return same("what is wrong with the variables of "+name, strings.Join(told, "; "), text)
}

func checkBothNames(r *host.DiscoveryResult, names []string) error {
	var configs []string
	for _, s := range r.Configs {
		configs = append(configs, s.Name)
		if from, known := r.Sources[s.Name]; known && from != s.Source {
			return fmt.Errorf("the source of %s is %s, and its definition is from %s", s.Name, from.Place(), s.Source.Place())
		}
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

func (n *files) checkProblems(r *host.DiscoveryResult, t *gherkin.Table) error {
	var got []map[string]string
	for _, p := range r.Problems {
		place := config.Source{Path: n.shortened(p.File), Line: p.Line, Column: p.Column}.Place()
		got = append(got, map[string]string{"place": place, "server": p.Server, "problem": p.Text})
	}
	return sameTable("the problems of discovery", t, got, "place", "server", "problem")
}
