package agenttools_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"pgregory.net/rapid"

	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

var bg = context.Background()

func tool(name string) protocol.Tool {
	return protocol.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`), Meta: json.RawMessage(`{"a":1}`)}
}

func named(tools []protocol.Tool) string {
	var out []string
	for _, t := range tools {
		out = append(out, t.Name)
	}
	return strings.Join(out, " ")
}

func TestFilter(t *testing.T) {
	tools := []protocol.Tool{tool("a"), tool("b"), tool("c")}
	fails := func(_ context.Context, who agenttools.FilterContext, tool protocol.Tool) (bool, error) {
		tool.Meta[0] = 'x' // a copy
		switch tool.Name {
		case "a":
			return true, errors.New("broken")
		case "b":
			panic("worse")
		}
		return who.Run.ID == "1" && who.Agent.Name == "helper" && who.Server == "docs", nil
	}
	who := agenttools.FilterContext{Run: &agenttools.Run{ID: "1"}, Agent: &agenttools.Agent{Name: "helper"}, Server: "docs"}
	for name, tt := range map[string]struct {
		filter agenttools.Filter
		want   string
		failed string
	}{
		"none":                   {want: "a b c"},
		"allowed":                {filter: agenttools.Filter{Allowed: []string{"c", "a", "x"}}, want: "a c"},
		"allowed is empty":       {filter: agenttools.Filter{Allowed: []string{}}},
		"blocked":                {filter: agenttools.Filter{Blocked: []string{"b"}}, want: "a c"},
		"allowed, then blocked":  {filter: agenttools.Filter{Allowed: []string{"a", "b"}, Blocked: []string{"b"}}, want: "a"},
		"dynamic, some failures": {filter: agenttools.Filter{Dynamic: fails}, want: "c", failed: "Error applying tool filter to tool 'a' on server 'docs': broken | Error applying tool filter to tool 'b' on server 'docs': panic: worse"},
	} {
		kept, failed, err := tt.filter.Apply(bg, who, tools)
		assert.NilError(t, err, name)
		assert.Equal(t, named(kept), tt.want, name)
		var texts []string
		for _, f := range failed {
			texts = append(texts, f.Error())
		}
		assert.Equal(t, strings.Join(texts, " | "), tt.failed, name)
		for _, k := range kept {
			k.Meta[0] = 'x'
		}
	}
	assert.DeepEqual(t, tools, []protocol.Tool{tool("a"), tool("b"), tool("c")}) // OAI-60, OAI-61
}

func TestDynamicFilterNeedsItsContext(t *testing.T) { // OAI-67
	dynamic := agenttools.Filter{Dynamic: func(context.Context, agenttools.FilterContext, protocol.Tool) (bool, error) { return true, nil }}
	for _, who := range []agenttools.FilterContext{{}, {Run: new(agenttools.Run)}, {Agent: new(agenttools.Agent)}} {
		_, _, err := dynamic.Apply(bg, who, nil)
		assert.Equal(t, err, agenttools.ErrFilterContext)
	}
	_, _, err := dynamic.Apply(bg, agenttools.FilterContext{Run: new(agenttools.Run), Agent: new(agenttools.Agent)}, nil)
	assert.NilError(t, err)
	ctx, cancel := context.WithCancelCause(bg)
	cancel(errors.New("gone"))
	_, _, err = agenttools.Filter{}.Apply(ctx, agenttools.FilterContext{}, []protocol.Tool{tool("a")})
	assert.Error(t, err, "gone")
}

func TestPrefixedNames(t *testing.T) { // S-OAI-28
	long := strings.Repeat("x", 80)
	for _, tt := range []struct {
		origins  []agenttools.Origin
		reserved []string
		want     []string
	}{
		{origins: []agenttools.Origin{{"docs", "search"}}, want: []string{"mcp_docs__search"}},
		{origins: []agenttools.Origin{{"docs", "search"}}, reserved: []string{"mcp_docs__search"}, want: []string{"mcp_docs__search_15de6fa1"}},
		{origins: []agenttools.Origin{{"docs", "search"}, {"docs", "search!"}}, want: []string{"mcp_docs__search_15de6fa1", "mcp_docs__search_afdecfe2"}},
		{origins: []agenttools.Origin{{"foo", "create_issue"}, {"foo!", "create_issue"}}, want: []string{"mcp_foo__create_issue_b2b06633", "mcp_foo__create_issue_48819d22"}},
		{origins: []agenttools.Origin{{"!", "--é"}}, want: []string{"mcp_server__tool"}},
		{origins: []agenttools.Origin{{"s", long}}, want: []string{"mcp_s__" + strings.Repeat("x", 48) + "_"}},
	} {
		got := agenttools.PrefixedNames(tt.origins, tt.reserved)
		for i, name := range got {
			assert.Assert(t, len(name) <= 64 && strings.HasPrefix(name, tt.want[i]), "%s, want %s", name, tt.want[i])
		}
	}
}

// origins draws tools of few servers and few characters, so that names collide.
var origins = rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) agenttools.Origin {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("ab!-")), 1, 3, -1)
	return agenttools.Origin{Server: word.Draw(t, "server"), Tool: word.Draw(t, "tool")}
}), 0, 8, rapid.ID[agenttools.Origin])

func TestNamesDoNotDependOnOrder(t *testing.T) { // OAI-74
	rapid.Check(t, func(t *rapid.T) {
		all := origins.Draw(t, "origins")
		var reserved []string
		if len(all) > 0 && rapid.Bool().Draw(t, "reserved") {
			reserved = agenttools.PrefixedNames(all[:1], nil)
		}
		other := rapid.Permutation(all).Draw(t, "order")
		names, again := agenttools.PrefixedNames(all, reserved), agenttools.PrefixedNames(other, reserved)
		public := map[agenttools.Origin]string{}
		for i, o := range all {
			public[o] = names[i]
			if slices.Contains(reserved, names[i]) || slices.Index(names, names[i]) != i {
				t.Fatalf("%q is taken", names[i])
			}
		}
		for i, o := range other {
			if public[o] != again[i] {
				t.Fatalf("%v is %q and %q", o, public[o], again[i])
			}
		}
	})
}

// A tool may be called what the hash makes of another one.
func TestNamesThatLookLikeHashes(t *testing.T) { // OAI-74
	all := []agenttools.Origin{{"docs", "search"}, {"docs", "search!"}, {"docs", "search_15de6fa1"}, {"docs", "search_afdecfe2"}}
	want := map[agenttools.Origin]string{}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(all).Draw(t, "order")
		for i, name := range agenttools.PrefixedNames(order, nil) {
			if was := want[order[i]]; was != "" && was != name {
				t.Fatalf("%v is %q and %q", order[i], was, name)
			}
			want[order[i]] = name
		}
	})
}

func TestDuplicates(t *testing.T) { // S-OAI-27
	const advice = ". Pass `include_server_in_tool_names=True` to `MCPUtil.get_all_function_tools()` or set `mcp_config={'include_server_in_tool_names': True}` on the agent to prefix tool names with their server name and avoid collisions."
	servers := []string{"one", "two", "three"}
	across := [][]string{{"zeta", "alpha"}, {"alpha", "b"}, {"zeta"}}
	assert.Error(t, agenttools.CheckUnique(servers, across, false), "Duplicate tool names found across MCP servers: alpha, zeta"+advice)
	assert.NilError(t, agenttools.CheckUnique(servers, across, true))
	within := [][]string{{"a"}, {"b", "c", "b"}, {"a", "a"}}
	assert.Error(t, agenttools.CheckUnique(servers, within, true), "Duplicate tool names found on MCP server `three`: a")
	assert.NilError(t, agenttools.CheckUnique(servers, [][]string{{"a"}, {"b"}, nil}, false))
}

func TestDuplicatesDoNotDependOnOrder(t *testing.T) { // OAI-73
	type listing struct {
		server string
		tools  []string
	}
	word := rapid.SampledFrom([]string{"a", "b", "c", "d"})
	check := func(all []listing, prefixed bool) string {
		var servers []string
		var tools [][]string
		for _, l := range all {
			servers, tools = append(servers, l.server), append(tools, l.tools)
		}
		if err := agenttools.CheckUnique(servers, tools, prefixed); err != nil {
			return err.Error()
		}
		return ""
	}
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) listing {
			return listing{word.Draw(t, "server"), rapid.SliceOfN(word, 0, 3).Draw(t, "tools")}
		}), 0, 4).Draw(t, "servers")
		prefixed := rapid.Bool().Draw(t, "prefixed")
		want := check(all, prefixed)
		for i := range all {
			all[i].tools = rapid.Permutation(all[i].tools).Draw(t, "answer")
		}
		if got := check(rapid.Permutation(all).Draw(t, "order"), prefixed); got != want {
			t.Fatalf("%q, then %q", want, got)
		}
	})
}

func TestFailure(t *testing.T) { // OAI-56 to OAI-58
	broken, gone := errors.New("broken"), errors.New("gone")
	says := func(text string) agenttools.Failure {
		return agenttools.ConvertWith(func(context.Context, error) string { return text })
	}
	var unset agenttools.Failure
	ended, cancel := context.WithCancelCause(bg)
	cancel(gone)
	for name, tt := range map[string]struct {
		server, agent agenttools.Failure
		want          string
	}{
		"server":              {says("server"), says("agent"), "server"},
		"agent":               {unset, says("agent"), "agent"},
		"default":             {unset, unset, "An error occurred while running the tool. Please try again. Error: broken"},
		"server propagates":   {agenttools.Propagate(), says("agent"), ""},
		"agent propagates":    {unset, agenttools.Propagate(), ""},
		"server still speaks": {says("server"), agenttools.Propagate(), "server"},
	} {
		failure := tt.server.Or(tt.agent)
		got, err := failure.Output(bg, broken)
		assert.Equal(t, got, tt.want, name)
		assert.Equal(t, err == broken, tt.want == "", name) //nolint:errorlint // the very error
		got, err = failure.Output(ended, broken)
		assert.Equal(t, got, "", name)
		assert.Equal(t, err, gone, name)
	}
}

func TestInput(t *testing.T) { // S-OAI-32
	for input, want := range map[string]string{
		"":            `{}`,
		` {"a": 1} `:  `{"a": 1}`,
		"{":           "Invalid JSON input for tool search: {",
		"[1]":         "Invalid JSON input for tool search: expected a JSON object",
		"null":        "Invalid JSON input for tool search: expected a JSON object",
		"  ":          "Invalid JSON input for tool search:   ",
		`{"a":1}junk`: `Invalid JSON input for tool search: {"a":1}junk`,
	} {
		got, err := agenttools.ReadInput("search", input)
		if err != nil {
			got = json.RawMessage(err.Error())
		}
		assert.Equal(t, string(got), want, input)
	}
}

func TestArguments(t *testing.T) { // OAI-54, S-OAI-22
	const schema = `{"type":"object","required":["b","a",7,"b"]}`
	const prefix = "Failed to call tool 'search' on MCP server 'docs': "
	for _, tt := range []struct{ schema, arguments, want string }{
		{schema, `{"a":1,"b":null}`, ""},
		{schema, `{"a":1}`, prefix + "missing required parameters: b"},
		{schema, ``, prefix + "missing required parameters: a, b"},
		{schema, `{}`, prefix + "missing required parameters: a, b"},
		{schema, `[]`, prefix + "arguments must be an object."},
		{schema, `null`, prefix + "arguments must be an object."},
		{`{}`, `[]`, ""},
		{`{"required":"a"}`, `{}`, ""},
		{``, `{}`, ""},
		{`7`, `{}`, ""},
	} {
		err := agenttools.CheckArguments(agenttools.Origin{Server: "docs", Tool: "search"}, json.RawMessage(tt.schema), json.RawMessage(tt.arguments))
		text := ""
		if err != nil {
			text = err.Error()
		}
		assert.Equal(t, text, tt.want, "%s %s", tt.schema, tt.arguments)
	}
}
