package steps

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// listing is what an agent was told of tools, numbered from 1.
type listing struct {
	attempt
	agent     string
	functions []host.AgentFunction
}

func agentsToolsSteps() []gherkin.Step {
	return gherkin.Noun("agent", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `an agent "([^"]+)"`, Manual: "makes an agent that takes names and schemas as servers give them",
			Example: `an agent "writer"`, Func: makeAgent},
		{Keyword: gherkin.Given, Pattern: `agent "([^"]+)" names tools after their servers`,
			Manual: "has the public names of tools begin with mcp_ and their server", Example: `agent "writer" names tools after their servers`,
			Func: prefixNames},
		{Keyword: gherkin.Given, Pattern: `agent "([^"]+)" wants strict schemas`, Manual: "has schemas converted to strict form where that is possible",
			Example: `agent "writer" wants strict schemas`, Func: wantStrict},
		{Keyword: gherkin.Given, Pattern: `agent "([^"]+)" (turns failures into the text|lets failures through)(?: "([^"]*)")?`,
			Manual:  "says what becomes of failed calls: a text, which is followed by the failure, or the error itself",
			Example: `agent "writer" turns failures into the text "agent: "`, Func: agentFailure},
		{Keyword: gherkin.When, Pattern: `agent "([^"]+)" lists its tools(?: in the run "([^"]+)")?`,
			Manual:  "begins to list the tools of all active servers, in the run that has the agent's name if none is said; listings are numbered from 1",
			Example: `agent "writer" lists its tools`, Func: (*agents).listFor},
		{Keyword: gherkin.When, Pattern: `tools are listed without (an agent|a run)`,
			Manual:  "begins to list the tools of all active servers for no agent, or in no run; it counts as a listing",
			Example: `tools are listed without an agent`, Func: (*agents).listWithout},
		{Keyword: gherkin.When, Pattern: `agent "([^"]+)" calls tool "([^"]+)"`,
			Manual:  "begins a call, by its public name, of a tool of the agent's last listing, without arguments; it counts as a call",
			Example: `agent "writer" calls tool "search"`, Func: (*agents).invoke},
		{Keyword: gherkin.When, Pattern: `agent "([^"]+)" calls tool "([^"]+)" with:`, Manual: "begins a call with this input, as a model gives it",
			Example: `agent "writer" calls tool "search" with:`, Func: (*agents).invokeWith},
		{Keyword: gherkin.When, Pattern: `everything that listing (\d+) returned is overwritten`,
			Manual:  "changes each byte of the schemas and metadata that the agent was given",
			Example: `everything that listing 1 returned is overwritten`, Func: (*listing).overwrite},
		{Keyword: gherkin.When, Pattern: `the program overwrites the tools that server "([^"]+)" gives it`,
			Manual:  "lists the tools of one server, without an agent, and changes each byte of them; it counts as an operation",
			Example: `the program overwrites the tools that server "docs" gives it`, Func: (*agents).overwriteTools},
		{Keyword: gherkin.Then, Pattern: `operation (\d+) was given the tools:`,
			Manual:  "compares tools as they were before the program overwrote them; columns name, schema, output schema, annotations, meta, definition",
			Example: `operation 2 was given the tools:`, Func: (*operation).checkGiven},
		{Keyword: gherkin.Then, Pattern: `listing (\d+) has the tools "([^"]*)"`, Manual: "compares public names, in order",
			Example: `listing 1 has the tools "search, send"`, Func: (*listing).checkTools},
		{Keyword: gherkin.Then, Pattern: `listing (\d+) describes the tools as:`,
			Manual:  "compares tools in order; columns name, server, original (name on the server), strict (yes, no), schema (exact JSON), meta, description",
			Example: `listing 1 describes the tools as:`, Func: (*listing).checkDescribed},
	})
}

func makeAgent(*host.Agent) error { return nil }

func prefixNames(agent *host.Agent) error {
	agent.PrefixNames = true
	return nil
}

func wantStrict(agent *host.Agent) error {
	agent.StrictSchemas = true
	return nil
}

func agentFailure(agent *host.Agent, what, text string) error {
	agent.Failure = failure(what, text)
	return nil
}

func failure(what, text string) host.AgentFailure {
	if what == "lets failures through" {
		return host.PropagateAgentFailure()
	}
	return host.ConvertAgentFailure(func(_ context.Context, err error) string { return text + err.Error() })
}

func (a *agents) listFor(m *host.Agents, agent *host.Agent, run string) error {
	agent.Reserved = a.reserved
	return a.list(m, agent.Name, &host.AgentRun{ID: cmp.Or(run, agent.Name)}, agent)
}

func (a *agents) listWithout(m *host.Agents, without string) error {
	if without == "a run" {
		return a.list(m, "nobody", nil, &host.Agent{})
	}
	return a.list(m, "nobody", &host.AgentRun{}, nil)
}

// list begins a listing of all active servers.
func (a *agents) list(m *host.Agents, name string, run *host.AgentRun, agent *host.Agent) error {
	servers := m.Active()
	l := &listing{agent: name}
	l.got = func() string { return strings.Join(publicNames(l.functions), ", ") }
	a.listings = append(a.listings, l)
	n := len(a.listings)
	l.begin(a.World, fmt.Sprintf("listing %d", n), fmt.Sprintf("%s/listing-%d", name, n), func(ctx context.Context) (err error) {
		l.functions, err = host.AgentFunctions(ctx, servers, run, agent)
		return err
	})
	return a.ground.settle()
}

// listing is a listing that has succeeded.
func (a *agents) listing(n int) (*listing, error) { return successful("listing", a.listings, n) }

func (a *agents) invoke(agent, tool string) error { return a.invokeInput(agent, tool, "") }

func (a *agents) invokeWith(agent, tool string, input *gherkin.DocString) error {
	return a.invokeInput(agent, tool, input.Content)
}

func (a *agents) invokeInput(agent, tool, input string) error {
	f, err := a.listedFunction(agent, tool)
	if err != nil {
		return err
	}
	a.launchCall(agent, host.Tool{Name: tool}, func(ctx context.Context) (host.Output, error) {
		text, err := f.Invoke(ctx, input)
		return host.Output{Text: text}, err
	})
	return a.ground.settle()
}

// listedFunction is a tool of the last listing of an agent.
func (a *agents) listedFunction(agent, tool string) (host.AgentFunction, error) {
	for n := len(a.listings); n > 0; n-- {
		if a.listings[n-1].agent != agent {
			continue
		}
		l, err := a.listing(n)
		if err != nil {
			return host.AgentFunction{}, err
		}
		for _, f := range l.functions {
			if f.Name == tool {
				return f, nil
			}
		}
		return host.AgentFunction{}, fmt.Errorf("agent %q has no tool %q, only %q", agent, tool, publicNames(l.functions))
	}
	return host.AgentFunction{}, fmt.Errorf("agent %q has not listed its tools", agent)
}

func publicNames(functions []host.AgentFunction) []string {
	var names []string
	for _, f := range functions {
		names = append(names, f.Name)
	}
	return names
}

func (l *listing) overwrite() error {
	for _, f := range l.functions {
		spoil(f.Schema, f.Meta)
	}
	return nil
}

// spoil changes each byte of texts.
func spoil(texts ...json.RawMessage) {
	for _, text := range texts {
		for i := range text {
			text[i] = 'X'
		}
	}
}

func (a *agents) overwriteTools(s *host.AgentServer) error {
	return a.operateBeside(s, func(ctx context.Context, o *operation) error {
		tools, err := s.ListTools(ctx, nil, nil)
		for i, t := range tools {
			o.tools = append(o.tools, map[string]string{
				"name": t.Name, "schema": string(t.InputSchema), "output schema": string(t.OutputSchema),
				"annotations": string(t.Annotations), "meta": string(t.Meta), "definition": string(t.Raw),
			})
			spoilTool(t)
			tools[i] = protocol.Tool{}
		}
		return err
	})
}

func spoilTool(t protocol.Tool) {
	spoil(t.InputSchema, t.OutputSchema, t.Annotations, t.Meta, t.Raw)
}

func (o *operation) checkGiven(table *gherkin.Table) error {
	return sameTable("the tools of "+o.name, table, o.tools, "name", "schema", "output schema", "annotations", "meta", "definition")
}

func (l *listing) checkTools(want []string) error {
	return same("the tools of "+l.name, publicNames(l.functions), want)
}

func (l *listing) checkDescribed(table *gherkin.Table) error {
	var got []map[string]string
	for _, f := range l.functions {
		strict := "no"
		if f.Strict {
			strict = "yes"
		}
		got = append(got, map[string]string{
			"name": f.Name, "server": f.Server.Name(), "original": f.Original, "strict": strict,
			"schema": string(f.Schema), "meta": string(f.Meta), "description": f.Description,
		})
	}
	return sameTable("the tools of "+l.name, table, got,
		"name", "server", "original", "strict", "schema", "meta", "description")
}
