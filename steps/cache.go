package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// cache is the tool cache of a scenario: in memory, and slow or failing if asked.
type cache struct {
	host.Cache
	w        *World
	off      bool
	slow     time.Duration
	failSet  bool
	failGet  bool
	writes   int
	contents map[string]string // last written names by server
}

func newCache(w *World) *cache {
	return &cache{Cache: host.NewMemoryCache(w.ground.clock()), w: w, contents: map[string]string{}}
}

// Get reads from memory after the configured delay.
func (c *cache) Get(ctx context.Context, server, hash string) host.CachedTools {
	if c.slow > 0 {
		if err := clock.Sleep(ctx, clock.Named(c.w.ground.clock(), server+"/cache"), c.slow); err != nil {
			return host.CachedTools{Reason: "unreadable", Warning: err}
		}
	}
	if c.failGet {
		return host.CachedTools{Reason: "unreadable", Warning: errors.New("cache cannot be read")}
	}
	return c.Cache.Get(ctx, server, hash)
}

// Set writes to memory, unless writing fails.
func (c *cache) Set(ctx context.Context, server, hash string, tools []json.RawMessage) error {
	names := make([]string, len(tools))
	for i, raw := range tools {
		t, _ := protocol.ReadTool(raw) // a definition without a name is an empty word in the list
		names[i] = t.Name
	}
	c.w.mu.Lock()
	fail := c.failSet
	if !fail {
		c.writes++
		c.contents[server] = strings.Join(names, ", ")
	}
	c.w.mu.Unlock()
	if fail {
		return errors.New("cache cannot be written")
	}
	return c.Cache.Set(ctx, server, hash, tools)
}

func cacheSteps() []Step {
	return gherkin.Noun("cache", []Step{
		{Keyword: Given, Pattern: `the cache holds the tools? "([^"]*)" of server "([^"]+)"`,
			Manual:  "stores tool definitions for a server as an earlier session would have",
			Example: `the cache holds the tools "search, read" of server "docs"`, Func: (*World).fillCache},
		{Keyword: Given, Pattern: `the cache cannot be (read|written)`, Manual: "makes reading or writing the tool cache fail",
			Example: `the cache cannot be written`, Func: (*World).breakCache},
		{Keyword: Given, Pattern: `the cache takes (\S+) to read`, Manual: "delays every look-up in the tool cache",
			Example: `the cache takes 100ms to read`, Func: (*World).slowCache},
		{Keyword: Given, Pattern: `there is no cache`, Manual: "starts the runtime without a tool cache", Func: (*World).dropCache},
		{Keyword: Then, Pattern: `the cache of server "([^"]+)" holds the tools? "([^"]*)"`, Manual: "compares the names that were written last",
			Example: `the cache of server "docs" holds the tools "search"`, Func: (*World).checkCache},
		{Keyword: Then, Pattern: `the cache of server "([^"]+)" was not written`, Manual: "checks that nothing was stored for a server",
			Example: `the cache of server "docs" was not written`, Func: (*World).checkNoCache},
		{Keyword: Then, Pattern: `the cache was written (\d+) times?`, Manual: "counts successful writes of all servers",
			Example: `the cache was written 1 time`, Func: (*World).checkCacheWrites},
	})
}

// fillCache uses the definition as it is now: change it afterwards and the entry
// belongs to another configuration.
func (w *World) fillCache(tools, name string) error {
	s, err := w.server(name)
	if err != nil {
		return err
	}
	list := []json.RawMessage{}
	for _, tool := range splitNames(tools) {
		list = append(list, json.RawMessage(fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, tool)))
	}
	return w.cache.Cache.Set(w.life, name, config.Fingerprint(s.config), list)
}

func (w *World) breakCache(what string) error {
	w.cache.failGet = w.cache.failGet || what == "read"
	w.cache.failSet = w.cache.failSet || what == "written"
	return nil
}

func (w *World) slowCache(d string) (err error) {
	w.cache.slow, err = time.ParseDuration(d)
	return err
}

func (w *World) dropCache() error {
	w.cache.off = true
	return nil
}

func (w *World) checkCache(name, tools string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("the cache of "+name, splitNames(w.cache.contents[name]), splitNames(tools))
}

func (w *World) checkNoCache(name string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, written := w.cache.contents[name]
	return same("whether the cache of "+name+" was written", written, false)
}

func (w *World) checkCacheWrites(n int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return same("writes of the cache", w.cache.writes, n)
}
