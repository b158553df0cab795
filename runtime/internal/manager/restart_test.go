package manager_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// qwen is the policy of a runtime that replaces changed servers.
func qwen() manager.Policy {
	return manager.Policy{
		Discovery:  manager.Discovery{Stdio: 30 * time.Second, Remote: 5 * time.Second},
		EmptyFails: true,
	}
}

func (b *bench) restart(servers ...config.Server) {
	b.begin("restart", func() { b.Restart(context.Background(), servers) })
}

// history is what happened to the servers, in order.
func (b *bench) history() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, e := range b.events {
		switch {
		case e.Kind == event.ToolsChanged:
			out = append(out, fmt.Sprintf("%s has %q", e.Server, e.Text))
		case e.Kind == event.ServerState && e.To != string(manager.Handshaking) && e.To != string(manager.Listing):
			out = append(out, e.Server+" "+e.To)
		}
	}
	b.events = nil
	return out
}

// QWEN-49: disconnect, purge, connect; others are not touched.
func TestRestartReplaces(t *testing.T) {
	simulate(t, qwen(), func(b *bench) {
		b.start("a", "b")
		b.history()
		b.fakes.set("a", behaviour{tools: "new", close: time.Second})
		b.restart(definition("a"))
		assert.Check(t, is.DeepEqual(b.toolNames(), []string{"mcp__b_echo"})) // nothing is called that is about to go
		b.after(2 * time.Second)
		assert.Check(t, is.DeepEqual(b.history(), []string{"a closed", `a has ""`, "a connecting", "a ready", `a has "mcp__a_new"`}))
		assert.Check(t, is.Equal(b.fakes.attempts("b"), 1))
		assert.Check(t, is.Len(b.fakes.open("a"), 1))
	})
}

// QWEN-57: what was is gone, whatever comes of the new connection.
func TestARestartThatFailsLeavesNothing(t *testing.T) {
	simulate(t, qwen(), func(b *bench) {
		b.start("a")
		b.fakes.set("a", behaviour{listFails: true})
		b.restart(definition("a"))
		assert.Check(t, is.Len(b.toolNames(), 0))
		assert.Check(t, is.Equal(b.view("a").State, manager.Failed))
		b.restart(config.Server{Name: "a"}) // a definition that cannot be used
		assert.Check(t, is.ErrorContains(b.view("a").Err, "requires"))
		b.fakes.set("a", behaviour{})
		b.restart(definition("a"))
		assert.Check(t, is.DeepEqual(b.toolNames(), []string{"mcp__a_echo"}))
	})
}

// S-QWEN-23: by transport, or as the server says; and a late success is none.
func TestDiscoveryIsBounded(t *testing.T) {
	own := definition("own")
	own.Discovery = 200 * time.Millisecond
	for _, c := range []struct {
		server config.Server
		limit  time.Duration
	}{
		{definition("stdio"), 30 * time.Second},
		{config.Server{Name: "http", Type: config.HTTP, URL: "http://http.test/mcp"}, 5 * time.Second},
		{own, 200 * time.Millisecond},
	} {
		t.Run(c.server.Name, func(t *testing.T) {
			simulate(t, qwen(), func(b *bench) {
				b.fakes.set(c.server.Name, behaviour{list: c.limit + time.Second})
				b.restart(c.server)
				b.after(c.limit - time.Millisecond)
				assert.Check(t, is.Equal(b.view(c.server.Name).State, manager.Listing))
				b.after(2 * time.Millisecond)
				want := fmt.Sprintf("MCP server '%s' discovery timed out after %dms", c.server.Name, c.limit.Milliseconds())
				assert.Check(t, is.Error(b.view(c.server.Name).Err, want))
				assert.Check(t, is.ErrorIs(b.view(c.server.Name).Err, clock.ErrTimeout))
				b.after(time.Hour)
				assert.Check(t, is.Len(b.toolNames(), 0))
			})
		})
	}
}

// S-QWEN-24
func TestAServerThatOffersNothing(t *testing.T) {
	for _, fails := range []bool{false, true} {
		p := qwen()
		p.EmptyFails = fails
		simulate(t, p, func(b *bench) {
			b.fakes.set("a", behaviour{empty: true})
			b.start("a")
			assert.Check(t, is.Equal(b.view("a").Connected, !fails))
			if fails {
				assert.Check(t, is.Error(b.view("a").Err, "No prompts, tools, or resources found on the server."))
			}
		})
	}
}

// A-Q1: an edit of a filter counts without a new connection.
func TestRefilter(t *testing.T) {
	simulate(t, qwen(), func(b *bench) {
		b.start("a")
		cfg := definition("a")
		cfg.ExcludeTools = []string{"echo"}
		b.Refilter(cfg)
		assert.Check(t, is.Len(b.toolNames(), 0))
		cfg.ExcludeTools, cfg.IncludeTools = nil, []string{"echo(text)"}
		b.Refilter(cfg)
		assert.Check(t, is.Len(b.toolNames(), 1))
		b.Refilter(definition("nobody"))
		assert.Check(t, is.Equal(b.fakes.attempts("a"), 1))
		assert.Check(t, is.Equal(b.fakes.listed("a"), 1))
	})
}
