package steps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// cache is the tool cache of a scenario: in memory or on disk, and slow or failing if
// asked.
type cache struct {
	noun
	host.Cache
	off      bool
	slow     time.Duration
	failSet  bool
	failGet  bool
	writes   int
	contents map[string]string // last written names by server
}

func (c *cache) enter(w *World) {
	c.noun.enter(w)
	c.Cache, c.contents = host.NewMemoryCache(w.ground.clock()), map[string]string{}
}

// Get reads from memory after the configured delay.
func (c *cache) Get(ctx context.Context, server, hash string) host.CachedTools {
	if c.slow > 0 {
		if err := clock.Sleep(ctx, clock.Named(c.ground.clock(), server+"/cache"), c.slow); err != nil {
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
	c.mu.Lock()
	fail := c.failSet
	if !fail {
		c.writes++
		c.contents[server] = strings.Join(names, ", ")
	}
	c.mu.Unlock()
	if fail {
		return errors.New("cache cannot be written")
	}
	return c.Cache.Set(ctx, server, hash, tools)
}

// Legacy reads a verdict, unless reading fails.
func (c *cache) Legacy(ctx context.Context, key string) (time.Time, bool) {
	if c.failGet {
		return time.Time{}, false
	}
	return c.Cache.(host.CachedEras).Legacy(ctx, key)
}

// SetLegacy keeps a verdict, unless writing fails.
func (c *cache) SetLegacy(ctx context.Context, key string) error {
	c.mu.Lock()
	fail := c.failSet
	c.mu.Unlock()
	if fail {
		return errors.New("cache cannot be written")
	}
	return c.Cache.(host.CachedEras).SetLegacy(ctx, key)
}

func cacheSteps() []gherkin.Step {
	return gherkin.Noun("cache", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the cache holds the tools? "([^"]*)" of server "([^"]+)"`,
			Manual:  "stores tool definitions for a server as an earlier session would have",
			Example: `the cache holds the tools "search, read" of server "docs"`, Func: fillCache},
		{Keyword: gherkin.Given, Pattern: `the cache cannot be (read|written)`, Manual: "makes reading or writing the tool cache fail",
			Example: `the cache cannot be written`, Func: (*cache).fail},
		{Keyword: gherkin.When, Pattern: `the cache can be written again`, Manual: "ends what makes writing the tool cache fail", Func: (*cache).recover},
		{Keyword: gherkin.Given, Pattern: `the cache takes (\S+) to read`, Manual: "delays every look-up in the tool cache",
			Example: `the cache takes 100ms to read`, Func: (*cache).slowDown},
		{Keyword: gherkin.Given, Pattern: `there is no cache`, Manual: "starts the runtime without a tool cache", Func: (*cache).drop},
		{Keyword: gherkin.Then, Pattern: `the cache of server "([^"]+)" holds the tools? "([^"]*)"`, Manual: "compares the names that were written last",
			Example: `the cache of server "docs" holds the tools "search"`, Func: (*cache).check},
		{Keyword: gherkin.Then, Pattern: `the cache of server "([^"]+)" was not written`, Manual: "checks that nothing was stored for a server",
			Example: `the cache of server "docs" was not written`, Func: (*cache).checkUnwritten},
		{Keyword: gherkin.Then, Pattern: `looking up the cached tools of server "([^"]+)" found "([^"]*)"`,
			Manual:  "compares what each look-up came to, in order: hit, absent, expired, other config, version, corrupt, not an array, unreadable",
			Example: `looking up the cached tools of server "docs" found "absent, hit"`, Func: (*cache).checkFound},
		{Keyword: gherkin.Then, Pattern: `the cache was written (\d+) times?`, Manual: "counts successful writes of all servers",
			Example: `the cache was written 1 time`, Func: (*cache).checkWrites},
	})
}

// fillCache uses the definition as it is now: change it afterwards and the entry
// belongs to another configuration.
func fillCache(tools []string, s *server) error {
	list := []json.RawMessage{}
	for _, tool := range tools {
		list = append(list, json.RawMessage(fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"}}`, tool)))
	}
	return nounOf[cache](s.w).Cache.Set(s.w.life, s.name, config.Fingerprint(s.config), list)
}

func (c *cache) fail(what string) error {
	c.failGet = c.failGet || what == "read"
	c.failSet = c.failSet || what == "written"
	return nil
}

func (c *cache) recover() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failSet = false
	return nil
}

func (c *cache) slowDown(d time.Duration) error {
	c.slow = d
	return nil
}

func (c *cache) drop() error {
	c.off = true
	return nil
}

func (c *cache) check(name string, tools []string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return same("the cache of "+name, splitNames(c.contents[name]), tools)
}

func (c *cache) checkUnwritten(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, written := c.contents[name]
	return same("whether the cache of "+name+" was written", written, false)
}

func (c *cache) checkWrites(n int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return same("writes of the cache", c.writes, n)
}

func (c *cache) checkFound(server string, want []string) error {
	var got []string
	for _, e := range c.seen(event.CacheRead, server) {
		got = append(got, e.Text)
	}
	return same("what looking up the cached tools of "+server+" found", got, want)
}
