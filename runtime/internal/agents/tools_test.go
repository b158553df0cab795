package agents_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

var (
	ann    = &agenttools.Agent{Name: "ann"}
	aRun   = &agenttools.Run{ID: "1"}
	twoOf  = []string{`{"name":"x","inputSchema":{"type":"object","required":["q"]},"_meta":{"k":1}}`, `{"name":"y"}`}
	xAlone = agenttools.Filter{Allowed: []string{"x"}}
)

// listed are the names of the tools that s shows.
func listed(t *testing.T, s *agents.Server, run *agenttools.Run, agent *agenttools.Agent) string {
	t.Helper()
	tools, err := s.ListTools(bg, run, agent)
	assert.Check(t, err)
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return strings.Join(names, "")
}

func TestCacheHoldsTheWholeList(t *testing.T) { // OAI-59, 62, 63, 65, 66
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{CacheTools: true, Filter: xAlone}, behaviour{tools: twoOf})
		assert.Check(t, listed(t, s, nil, nil) == "x")
		s.SetFilter(agenttools.Filter{})
		assert.Check(t, listed(t, s, nil, nil) == "xy")
		assert.Check(t, b.fakes.seen() == "tools/list")
		s.InvalidateTools()
		assert.Check(t, listed(t, s, nil, nil)+listed(t, s, nil, nil) == "xyxy")
		assert.Check(t, b.fakes.seen() == "tools/list")
		s.SetFilter(xAlone)
		assert.Check(t, listed(t, s, nil, nil) == "x")
		assert.Check(t, s.Cleanup(bg))
		assert.Check(t, s.Connect(bg))
		s.SetFilter(agenttools.Filter{})
		b.fakes.seen()
		assert.Check(t, listed(t, s, nil, nil) == "xy")
		assert.Check(t, b.fakes.seen() == "") // A-O5
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestWhatIsNotCached(t *testing.T) { // OAI-64, A-O6
	for _, tt := range []struct {
		cache bool
		tools []string
		lists int
	}{{false, twoOf, 3}, {true, nil, 3}, {true, twoOf, 1}} {
		simulate(t, func(b *bench) {
			s := b.connected(agents.Settings{CacheTools: tt.cache}, behaviour{tools: tt.tools})
			for range 3 {
				listed(t, s, nil, nil)
			}
			assert.Check(t, strings.Count(b.fakes.seen(), "tools/list") == tt.lists)
			assert.Check(t, s.Cleanup(bg))
		})
	}
}

func TestOneFetchForAll(t *testing.T) { // OAI-62
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{CacheTools: true}, behaviour{tools: twoOf, request: time.Second})
		for i := range 3 {
			b.sim.Go(fmt.Sprint(i), func() { assert.Check(t, listed(t, s, nil, nil) == "xy") })
		}
		assert.Check(t, b.sim.Sleep(time.Minute))
		assert.Check(t, b.fakes.seen() == "tools/list")
		assert.Check(t, s.Cleanup(bg))
	})
}

// A list that was asked for before an invalidation is not kept after it.
func TestInvalidatedWhileFetching(t *testing.T) { // OAI-63
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{CacheTools: true}, behaviour{tools: twoOf, request: time.Second})
		b.sim.Go("first", func() { listed(t, s, nil, nil) })
		assert.Check(t, b.sim.Sleep(time.Millisecond))
		s.InvalidateTools()
		assert.Check(t, b.sim.Sleep(time.Minute))
		listed(t, s, nil, nil)
		listed(t, s, nil, nil)
		assert.Check(t, b.fakes.seen() == "tools/list | tools/list")
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestResultsAreTheCallers(t *testing.T) { // OAI-61
	simulate(t, func(b *bench) {
		spoil := func(_ context.Context, _ agenttools.FilterContext, tool protocol.Tool) (bool, error) {
			tool.InputSchema[0] = 'x'
			return true, nil
		}
		s := b.connected(agents.Settings{CacheTools: true}, behaviour{tools: twoOf[:1]})
		for _, f := range []agenttools.Filter{{}, xAlone, {Dynamic: spoil}} {
			s.SetFilter(f)
			tools, err := s.ListTools(bg, aRun, ann)
			assert.Check(t, err)
			assert.Check(t, string(tools[0].InputSchema)+string(tools[0].Meta)+string(tools[0].Raw) ==
				`{"type":"object","required":["q"]}{"k":1}`+twoOf[0])
			tools[0].InputSchema[0], tools[0].Meta[0], tools[0].Raw[0], tools[0].Description = 'x', 'x', 'x', "x"
		}
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestFiltersPerAgentAndRun(t *testing.T) { // OAI-60, 67, 68
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{CacheTools: true, Filter: agenttools.Filter{
			Dynamic: func(_ context.Context, who agenttools.FilterContext, tool protocol.Tool) (bool, error) {
				if who.Run.ID == "broken" && tool.Name == "x" {
					return false, errRefused
				}
				return who.Agent.Name == "ann" || tool.Name == "y", nil
			},
		}}, behaviour{tools: twoOf})
		assert.Check(t, listed(t, s, aRun, ann) == "xy")
		assert.Check(t, listed(t, s, aRun, &agenttools.Agent{Name: "bob"}) == "y")
		assert.Check(t, b.happened(event.ServerLog) == "")
		assert.Check(t, listed(t, s, &agenttools.Run{ID: "broken"}, ann) == "y")
		assert.Check(t, b.happened(event.ServerLog) == "a error")
		_, err := s.ListTools(bg, nil, ann)
		assert.Check(t, errors.Is(err, agenttools.ErrFilterContext))
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestToolsThatCannotBeReadAreLeftOut(t *testing.T) {
	simulate(t, func(b *bench) {
		s := b.connected(agents.Settings{}, behaviour{tools: []string{`7`, twoOf[1]}})
		assert.Check(t, listed(t, s, nil, nil) == "y")
		assert.Check(t, b.happened(event.ServerLog) == "a warn")
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestArgumentsAreCheckedHere(t *testing.T) { // OAI-54, OAI-55
	simulate(t, func(b *bench) {
		s := b.connected(budgetOf(3), behaviour{tools: twoOf})
		_, err := s.CallTool(bg, "x", nil) // never listed
		assert.Check(t, err)
		listed(t, s, nil, nil)
		b.fakes.seen()
		took := b.elapsed(func() {
			_, err = s.CallTool(bg, "x", nil)
			assert.Check(t, err != nil && err.Error() == "Failed to call tool 'x' on MCP server 'a': missing required parameters: q", err)
		})
		assert.Check(t, took == 0 && b.fakes.seen() == "" && b.waits() == "")
		_, err = s.CallTool(bg, "x", []byte(`{"q":1}`))
		assert.Check(t, err)
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestFunctions(t *testing.T) { // OAI-73, 74, 80
	simulate(t, func(b *bench) {
		m := b.manager(agents.DefaultPolicy(), "docs", "mail")
		b.fakes.of("docs").tools, b.fakes.of("mail").tools = twoOf, []string{`{"name":"y","title":"Y"}`}
		active, err := m.ConnectAll(bg)
		assert.Check(t, err)
		_, err = agents.Functions(bg, active, nil, nil)
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "Duplicate tool names found across MCP servers: y. Pass"), err)
		agent := &agenttools.Agent{PrefixNames: true, StrictSchemas: true, Reserved: []string{"mcp_mail__y"}}
		functions, err := agents.Functions(bg, active, nil, agent)
		assert.Check(t, err)
		var names []string
		for _, f := range functions {
			names = append(names, fmt.Sprintf("%s/%s=%s %t", f.Server.Name(), f.Original, f.Name, f.Strict))
		}
		want := "docs/x=mcp_docs__x true, docs/y=mcp_docs__y true, mail/y=mcp_mail__y_"
		assert.Check(t, strings.HasPrefix(strings.Join(names, ", "), want), names)
		out, err := functions[2].Invoke(bg, "")
		assert.Check(t, err)
		assert.Check(t, out == "done y", out) // by its own name
		assert.Check(t, functions[2].Description == "Y")
		assert.Check(t, m.CleanupAll(bg))
		_, err = agents.Functions(bg, active, nil, agent)
		assert.Check(t, errors.Is(err, agents.ErrNotConnected))
	})
}

// invoked calls the only tool of a server as an agent does.
func invoked(ctx context.Context, b *bench, s *agents.Server, agent *agenttools.Agent, input string) string {
	functions, err := agents.Functions(bg, []*agents.Server{s}, aRun, agent)
	if !assert.Check(b.t, err == nil && len(functions) == 1, "%v", err) {
		return ""
	}
	out, err := functions[0].Invoke(ctx, input)
	if err != nil {
		return "ERROR " + err.Error()
	}
	return out
}

func TestFailuresOfCalls(t *testing.T) { // OAI-56 to 58, S-OAI-31, S-OAI-32
	const standard = "An error occurred while running the tool. Please try again. Error: "
	says := func(who string) agenttools.Failure {
		return agenttools.ConvertWith(func(_ context.Context, err error) string { return who + ": " + err.Error() })
	}
	for _, tt := range []struct {
		name          string
		server, agent agenttools.Failure
		err           error
		input, want   string
	}{
		{name: "default", err: rpc(-32000), want: standard + "MCP error -32000: no"},
		{name: "agent", agent: says("agent"), err: errHTTP(500), want: "agent: Failed to call tool 'y' on MCP server 'a': HTTP error 500"},
		{name: "server", server: says("server"), agent: says("agent"), err: errRefused, want: "server: Error invoking MCP tool y on server 'a': refused"},
		{name: "propagate", server: agenttools.Propagate(), agent: says("agent"), err: rpc(7), want: "ERROR MCP error 7: no"},
		{name: "cancelled by the session", err: context.Canceled, want: standard + "Failed to call tool 'y' on MCP server 'a': tool execution was cancelled."},
		{name: "bad input", input: "[]", want: standard + "Invalid JSON input for tool y: expected a JSON object"},
	} {
		simulate(t, func(b *bench) {
			s := b.connected(agents.Settings{Failure: tt.server}, behaviour{tools: twoOf[1:], fails: func(n int, _ bool) error {
				if n == 1 {
					return nil // the list
				}
				return tt.err
			}})
			got := invoked(bg, b, s, &agenttools.Agent{Failure: tt.agent}, tt.input)
			assert.Check(t, got == tt.want, "%s: %s", tt.name, got)
			b.fakes.of("a").request = time.Minute
			s.InvalidateTools()
			b.fakes.of("a").fails = nil
			got = invoked(b.cancelAfter(90*time.Second), b, s, &agenttools.Agent{Failure: tt.agent}, "{}")
			assert.Check(t, got == "ERROR gone", "%s: %s", tt.name, got)
			assert.Check(t, s.Cleanup(bg))
		})
	}
}

func TestApprovalOfFunctions(t *testing.T) {
	simulate(t, func(b *bench) {
		approval, err := agenttools.ParseApproval([]byte(`{"y":"always"}`))
		assert.Check(t, err)
		unsure := agenttools.ApprovalFunc(func(context.Context, *agenttools.Run, *agenttools.Agent, protocol.Tool) (bool, error) {
			return true, io.ErrUnexpectedEOF
		})
		s := b.connected(agents.Settings{Config: config.Server{Command: "a"}, Approval: approval}, behaviour{tools: twoOf})
		functions, err := agents.Functions(bg, []*agents.Server{s}, aRun, &agenttools.Agent{PrefixNames: true})
		assert.Check(t, err)
		for i, want := range []bool{false, true} {
			needed, err := functions[i].NeedsApproval(bg)
			assert.Check(t, err)
			assert.Check(t, needed == want)
		}
		assert.Check(t, s.Cleanup(bg))

		s = b.connected(agents.Settings{Config: config.Server{Command: "a"}, Approval: unsure}, behaviour{tools: twoOf})
		functions, err = agents.Functions(bg, []*agents.Server{s}, aRun, &agenttools.Agent{PrefixNames: true})
		assert.Check(t, err)
		needed, err := functions[0].NeedsApproval(bg)
		assert.Check(t, needed && errors.Is(err, io.ErrUnexpectedEOF), "an approval that cannot be decided: %t, %v", needed, err)
		assert.Check(t, s.Cleanup(bg))
	})
}

func TestOutput(t *testing.T) {
	for _, tt := range []struct {
		result     string
		structured bool
		want       string
	}{
		{`{"content":[{"type":"text","text":"a"},{"type":"image","data":"AA","mimeType":"image/png"}]}`, false,
			"a\n" + `{"type":"image","data":"AA","mimeType":"image/png"}`},
		{`{"content":[{"type":"text","text":"a"}],"structuredContent":{"b":1}}`, false, "a"},
		{`{"content":[{"type":"text","text":"a"}],"structuredContent":{"b":1}}`, true, `{"b":1}`},
		{`{"content":[{"type":"text","text":"a"}],"structuredContent":null}`, true, "a"},
		{`{"content":[{"type":"text","text":"a"}],"structuredContent":{"b":1},"isError":true}`, true, "a"},
		{`{"content":[]}`, true, ""},
	} {
		simulate(t, func(b *bench) {
			s := b.connected(agents.Settings{Structured: tt.structured}, behaviour{tools: twoOf[1:], result: tt.result})
			got := invoked(bg, b, s, nil, "")
			assert.Check(t, got == tt.want, "%s: %s", tt.result, got)
			b.fakes.of("a").result = "[]"
			got = invoked(bg, b, s, nil, "")
			assert.Check(t, strings.Contains(got, "Error invoking MCP tool y on server 'a': reading the result"), got)
			assert.Check(t, s.Cleanup(bg))
		})
	}
}

func TestSchemasThatCannotBeStrict(t *testing.T) { // OAI-69, OAI-71
	simulate(t, func(b *bench) {
		const open = `{"type":"object","properties":{},"additionalProperties":true}`
		s := b.connected(agents.Settings{}, behaviour{tools: []string{`{"name":"x","inputSchema":` + open + `}`}})
		functions, err := agents.Functions(bg, []*agents.Server{s}, nil, &agenttools.Agent{StrictSchemas: true})
		assert.Check(t, err)
		assert.Check(t, !functions[0].Strict && string(functions[0].Schema) == open)
		assert.Check(t, b.happened(event.ServerLog) == "a info")
		assert.Check(t, s.Cleanup(bg))
	})
}
