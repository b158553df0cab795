package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// configured is what discovery finds for a session: the declared servers, unless
// a scenario says otherwise. It is discovery and the editor of definitions.
type configured struct {
	noun
	missing map[string]bool // declared and not configured

	// Guarded by World.mu.
	found    []config.Server
	disabled map[string]bool
	failure  error
	readOnly bool
	keys     []string
	problems []config.Problem
	asked    []host.DiscoveryFilter
}

var (
	_ host.SessionDiscoverer = (*configured)(nil)
	_ host.SessionEditor     = (*configured)(nil)
)

func configurationSteps() []gherkin.Step {
	return gherkin.Noun("configuration", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `discovery fails with "([^"]*)"`, Manual: "makes it impossible to say which servers are configured",
			Example: `discovery fails with "mcp.json: not JSON"`, Func: (*configured).fail},
		{Keyword: gherkin.When, Pattern: `discovery begins to fail with "([^"]*)"`,
			Manual:  "makes it impossible from now on to say which servers are configured",
			Example: `discovery begins to fail with "mcp.json: not JSON"`, Func: (*configured).fail},
		{Keyword: gherkin.When, Pattern: `discovery recovers`, Manual: "lets discovery find what is configured again", Func: (*configured).recover},
		{Keyword: gherkin.Given, Pattern: `discovery finds the Exa keys? "([^"]*)"`, Manual: "lets discovery find keys in servers that it leaves out",
			Example: `discovery finds the Exa key "key-1"`, Func: (*configured).findKeys},
		{Keyword: gherkin.Given, Pattern: `discovery reports of "([^"]+)" that (.+)`, Manual: "lets discovery find something wrong with a file",
			Example: `discovery reports of ".mcp.json" that a key is unknown`, Func: (*configured).findProblem},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" is not configured yet`, Manual: "declares that discovery does not find a server",
			Example: `server "mail" is not configured yet`, Func: (*configured).takeOut},
		{Keyword: gherkin.Given, Pattern: `the configuration cannot be edited`, Manual: "makes every change of the configuration by the program fail",
			Func: (*configured).lock},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" is taken out of the configuration`, Manual: "lets later discoveries miss a server",
			Example: `server "docs" is taken out of the configuration`, Func: (*configured).takeOut},
		{Keyword: gherkin.When, Pattern: `server "([^"]+)" is added to the configuration`, Manual: "lets later discoveries find a server",
			Example: `server "mail" is added to the configuration`, Func: (*configured).putIn},
		{Keyword: gherkin.Then, Pattern: `discovery ran (\d+) times?`, Manual: "counts how often the runtime asked which servers are configured",
			Example: `discovery ran 1 time`, Func: (*configured).checkDiscoveries},
		{Keyword: gherkin.Then, Pattern: `discovery (\d+) was asked with:`,
			Manual:  "compares what the n-th discovery was asked with; columns project config, Exa filter, browser filter: true, false, not set",
			Example: `discovery 1 was asked with:`, Func: (*configured).checkAskedWith},
	})
}

// copy takes the declared definitions as they are: discovery runs in the
// background.
func (c *configured) copy() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.found = nil
	for _, name := range c.order {
		if !c.missing[name] {
			c.found = append(c.found, c.World.servers[name].config)
		}
	}
}

// Discover returns the definitions.
func (c *configured) Discover(_ context.Context, o host.DiscoveryFilter) (host.Discovered, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, o)
	if c.failure != nil {
		return host.Discovered{}, c.failure
	}
	found := host.Discovered{Configs: slices.Clone(c.found), ExaKeys: c.keys, Problems: c.problems}
	for i := range found.Configs {
		if c.disabled[found.Configs[i].Name] {
			found.Configs[i].Enabled = new(bool)
		}
	}
	return found, nil
}

// Remove takes a definition out.
func (c *configured) Remove(_ context.Context, name string) error {
	return c.edit(func() {
		c.found = slices.DeleteFunc(slices.Clone(c.found), func(s config.Server) bool { return s.Name == name })
		c.leaveOut(name)
	})
}

// Disable sets enabled: false in a definition.
func (c *configured) Disable(_ context.Context, name string) error {
	return c.edit(func() {
		if c.disabled == nil {
			c.disabled = map[string]bool{}
		}
		c.disabled[name] = true
	})
}

func (c *configured) edit(change func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.readOnly {
		return errors.New("the configuration cannot be edited")
	}
	change()
	return nil
}

func (c *configured) leaveOut(name string) {
	if c.missing == nil {
		c.missing = map[string]bool{}
	}
	c.missing[name] = true
}

func (c *configured) fail(text string) error { return c.set(func() { c.failure = errors.New(text) }) }

func (c *configured) recover() error { return c.set(func() { c.failure = nil }) }

func (c *configured) findKeys(keys []string) error { return c.set(func() { c.keys = keys }) }

func (c *configured) findProblem(file, text string) error {
	return c.set(func() { c.problems = append(c.problems, config.Problem{File: file, Text: text}) })
}

func (c *configured) takeOut(s *server) error { return c.set(func() { c.leaveOut(s.name) }) }

func (c *configured) putIn(s *server) error { return c.set(func() { delete(c.missing, s.name) }) }

func (c *configured) lock() error { return c.set(func() { c.readOnly = true }) }

func (c *configured) set(change func()) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
	return nil
}

func (c *configured) discoveries() []host.DiscoveryFilter {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.asked)
}

func (c *configured) checkDiscoveries(n int) error {
	return same("how often discovery ran", len(c.discoveries()), n)
}

func (c *configured) checkAskedWith(n int, t *gherkin.Table) error {
	all := c.discoveries()
	if n < 1 || n > len(all) {
		return fmt.Errorf("discovery ran %d times", len(all))
	}
	got := []map[string]string{{
		"project config": optional(all[n-1].EnableProjectConfig),
		"Exa filter":     optional(all[n-1].FilterExa),
		"browser filter": strconv.FormatBool(all[n-1].FilterBrowser),
	}}
	return sameTable("what discovery was asked with", t, got, "project config", "Exa filter", "browser filter")
}

func optional(b *bool) string {
	if b == nil {
		return "not set"
	}
	return strconv.FormatBool(*b)
}
