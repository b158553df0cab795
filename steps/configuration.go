package steps

import (
	"context"
	"errors"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"slices"
	"strconv"

	"github.com/cucumber/godog"

	"github.com/mcpsim/mcpsim/runtime/config"
)

// configured is what discovery finds for a session: the declared servers, unless
// a scenario says otherwise. It is discovery and the editor of definitions.
type configured struct {
	w       *World
	missing map[string]bool // declared and not configured

	// Guarded by World.mu.
	servers  []config.Server
	disabled map[string]bool
	failure  error
	readOnly bool
	keys     []string
	asked    []host.DiscoveryFilter
}

var (
	_ host.SessionDiscoverer = (*configured)(nil)
	_ host.SessionEditor     = (*configured)(nil)
)

func configurationSteps() []Step {
	return gherkin.Noun("configuration", []Step{
		{Keyword: Given, Pattern: `discovery fails with "([^"]*)"`, Manual: "makes it impossible to say which servers are configured",
			Example: `discovery fails with "mcp.json: not JSON"`, Func: (*World).failDiscovery},
		{Keyword: When, Pattern: `discovery begins to fail with "([^"]*)"`,
			Manual:  "makes it impossible from now on to say which servers are configured",
			Example: `discovery begins to fail with "mcp.json: not JSON"`, Func: (*World).failDiscovery},
		{Keyword: When, Pattern: `discovery recovers`, Manual: "lets discovery find what is configured again", Func: (*World).recoverDiscovery},
		{Keyword: Given, Pattern: `discovery finds the Exa keys? "([^"]*)"`, Manual: "lets discovery find keys in servers that it leaves out",
			Example: `discovery finds the Exa key "key-1"`, Func: (*World).findKeys},
		{Keyword: Given, Pattern: `server "([^"]+)" is not configured yet`, Manual: "declares that discovery does not find a server",
			Example: `server "mail" is not configured yet`, Func: (*World).takeOut},
		{Keyword: Given, Pattern: `the configuration cannot be edited`, Manual: "makes every change of the configuration by the program fail",
			Func: (*World).lockConfiguration},
		{Keyword: When, Pattern: `server "([^"]+)" is taken out of the configuration`, Manual: "lets later discoveries miss a server",
			Example: `server "docs" is taken out of the configuration`, Func: (*World).takeOut},
		{Keyword: When, Pattern: `server "([^"]+)" is added to the configuration`, Manual: "lets later discoveries find a server",
			Example: `server "mail" is added to the configuration`, Func: (*World).putIn},
		{Keyword: Then, Pattern: `discovery ran (\d+) times?`, Manual: "counts how often anybody asked which servers are configured",
			Example: `discovery ran 1 time`, Func: (*World).checkDiscoveries},
		{Keyword: Then, Pattern: `discovery (\d+) was asked with:`,
			Manual:  "compares what the n-th discovery was asked with; columns project config, Exa filter, browser filter: true, false, not set",
			Example: `discovery 1 was asked with:`, Func: (*World).checkAskedWith},
	})
}

// configure copies the declared definitions: discovery runs in the background.
func (w *World) configure() {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := &w.configured
	c.w, c.servers = w, nil
	for _, name := range w.order {
		if !c.missing[name] {
			c.servers = append(c.servers, w.servers[name].config)
		}
	}
}

// Discover returns the definitions.
func (c *configured) Discover(_ context.Context, o host.DiscoveryFilter) (host.Discovered, error) {
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
	c.asked = append(c.asked, o)
	if c.failure != nil {
		return host.Discovered{}, c.failure
	}
	found := host.Discovered{Configs: slices.Clone(c.servers), ExaKeys: c.keys}
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
		c.servers = slices.DeleteFunc(slices.Clone(c.servers), func(s config.Server) bool { return s.Name == name })
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
	c.w.mu.Lock()
	defer c.w.mu.Unlock()
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

func (w *World) failDiscovery(text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.configured.failure = errors.New(text)
	return nil
}

func (w *World) recoverDiscovery() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.configured.failure = nil
	return nil
}

func (w *World) findKeys(keys string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.configured.keys = splitNames(keys)
	return nil
}

func (w *World) takeOut(name string) error {
	if _, err := w.server(name); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.configured.leaveOut(name)
	return nil
}

func (w *World) putIn(name string) error {
	if _, err := w.server(name); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.configured.missing, name)
	return nil
}

func (w *World) lockConfiguration() error {
	w.configured.readOnly = true
	return nil
}

func (w *World) discoveries() []host.DiscoveryFilter {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.configured.asked)
}

func (w *World) checkDiscoveries(n int) error {
	return same("how often discovery ran", len(w.discoveries()), n)
}

func (w *World) checkAskedWith(n int, t *godog.Table) error {
	all := w.discoveries()
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
