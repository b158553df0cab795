package steps

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cucumber/godog"

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

func agentsToolsSteps() []Step {
	return gherkin.Noun("agent", []Step{
		{Keyword: Given, Pattern: `an agent "([^"]+)"`, Manual: "makes an agent that takes names and schemas as servers give them",
			Example: `an agent "writer"`, Func: (*World).makeAgent},
		{Keyword: Given, Pattern: `agent "([^"]+)" names tools after their servers`,
			Manual: "has the public names of tools begin with mcp_ and their server", Example: `agent "writer" names tools after their servers`,
			Func: (*World).prefixNames},
		{Keyword: Given, Pattern: `agent "([^"]+)" wants strict schemas`, Manual: "has schemas converted to strict form where that is possible",
			Example: `agent "writer" wants strict schemas`, Func: (*World).wantStrict},
		{Keyword: Given, Pattern: `agent "([^"]+)" (turns failures into the text|lets failures through)(?: "([^"]*)")?`,
			Manual:  "says what becomes of failed calls: a text, which is followed by the failure, or the error itself",
			Example: `agent "writer" turns failures into the text "agent: "`, Func: (*World).agentFailure},
		{Keyword: When, Pattern: `agent "([^"]+)" lists its tools`,
			Manual:  "begins to list the tools of all active servers in a new run; listings are numbered from 1",
			Example: `agent "writer" lists its tools`, Func: (*World).listFor},
		{Keyword: When, Pattern: `tools are listed without (an agent|a run)`,
			Manual:  "begins to list the tools of all active servers for nobody in particular; it counts as a listing",
			Example: `tools are listed without an agent`, Func: (*World).listForNobody},
		{Keyword: When, Pattern: `agent "([^"]+)" calls tool "([^"]+)"`,
			Manual:  "begins a call, by its public name, of a tool of the agent's last listing, without arguments; it counts as a call",
			Example: `agent "writer" calls tool "search"`, Func: (*World).invoke},
		{Keyword: When, Pattern: `agent "([^"]+)" calls tool "([^"]+)" with:`, Manual: "begins a call with this input, as a model gives it",
			Example: `agent "writer" calls tool "search" with:`, Func: (*World).invokeWith},
		{Keyword: When, Pattern: `everything that listing (\d+) returned is overwritten`,
			Manual:  "changes each byte of the schemas and metadata that the agent was given",
			Example: `everything that listing 1 returned is overwritten`, Func: (*World).overwrite},
		{Keyword: When, Pattern: `the program overwrites the tools that server "([^"]+)" gives it`,
			Manual:  "lists the tools of one server, without an agent, and changes each byte of them; it counts as an operation",
			Example: `the program overwrites the tools that server "docs" gives it`, Func: (*World).overwriteTools},
		{Keyword: Then, Pattern: `listing (\d+) has the tools "([^"]*)"`, Manual: "compares public names, in order",
			Example: `listing 1 has the tools "search, send"`, Func: (*World).checkListing},
		{Keyword: Then, Pattern: `listing (\d+) fails with "(.*)"`, Manual: "compares the error text of a listing",
			Example: `listing 1 fails with "no"`, Func: (*World).checkListingFails},
		{Keyword: Then, Pattern: `listing (\d+) ended at (\S+)`, Manual: "checks when a listing ended, to the millisecond",
			Example: `listing 1 ended at 1s`, Func: (*World).listingEnded},
		{Keyword: Then, Pattern: `listing (\d+) describes the tools as:`,
			Manual:  "compares tools in order; columns name, server, original (name on the server), strict (yes, no), schema (exact JSON), meta, description",
			Example: `listing 1 describes the tools as:`, Func: (*World).checkDescribed},
	})
}

func (w *World) makeAgent(name string) error {
	_ = w.agent(name)
	return nil
}

func (w *World) prefixNames(name string) error {
	w.agent(name).PrefixNames = true
	return nil
}

func (w *World) wantStrict(name string) error {
	w.agent(name).StrictSchemas = true
	return nil
}

func (w *World) agentFailure(name, what, text string) error {
	w.agent(name).Failure = failure(what, text)
	return nil
}

func failure(what, text string) host.AgentFailure {
	if what == "lets failures through" {
		return host.PropagateAgentFailure()
	}
	return host.ConvertAgentFailure(func(_ context.Context, err error) string { return text + err.Error() })
}

func (w *World) listFor(name string) error {
	agent := w.agent(name)
	agent.Reserved = w.agents.reserved
	return w.list(name, &host.AgentRun{ID: name}, agent)
}

func (w *World) listForNobody(without string) error {
	if without == "a run" {
		return w.list("nobody", nil, &host.Agent{})
	}
	return w.list("nobody", &host.AgentRun{}, nil)
}

// list begins a listing of all active servers.
func (w *World) list(name string, run *host.AgentRun, agent *host.Agent) error {
	if err := w.ensureManager(); err != nil {
		return err
	}
	servers := w.agents.manager.Active()
	l := &listing{agent: name}
	w.agents.listings = append(w.agents.listings, l)
	n := len(w.agents.listings)
	l.begin(w, fmt.Sprintf("listing %d", n), fmt.Sprintf("%s/listing-%d", name, n), func(ctx context.Context) (err error) {
		l.functions, err = host.AgentFunctions(ctx, servers, run, agent)
		return err
	})
	return w.ground.settle()
}

func (w *World) listing(n int) (*listing, error) {
	l, err := numbered("listing", w.agents.listings, n)
	if err == nil {
		err = l.ended()
	}
	return l, err
}

// goodListing is a listing that has succeeded.
func (w *World) goodListing(n int) (*listing, error) {
	l, err := w.listing(n)
	if err == nil && l.err != nil {
		err = fmt.Errorf("listing %d failed: %w", n, l.err)
	}
	return l, err
}

func (w *World) invoke(agent, tool string) error { return w.invokeInput(agent, tool, "") }

func (w *World) invokeWith(agent, tool string, input *gherkin.DocString) error {
	return w.invokeInput(agent, tool, input.Content)
}

func (w *World) invokeInput(agent, tool, input string) error {
	f, err := w.listedFunction(agent, tool)
	if err != nil {
		return err
	}
	w.launchCall(agent, host.Tool{Name: tool}, func(ctx context.Context) (host.Output, error) {
		text, err := f.Invoke(ctx, input)
		return host.Output{Text: text}, err
	})
	return w.ground.settle()
}

// listedFunction is a tool of the last listing of an agent.
func (w *World) listedFunction(agent, tool string) (host.AgentFunction, error) {
	for n := len(w.agents.listings); n > 0; n-- {
		if w.agents.listings[n-1].agent != agent {
			continue
		}
		l, err := w.goodListing(n)
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

func (w *World) overwrite(n int) error {
	l, err := w.goodListing(n)
	if err != nil {
		return err
	}
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

func (w *World) overwriteTools(name string) error {
	s, err := w.managedServer(name)
	if err != nil {
		return err
	}
	w.operateBeside(name, func(ctx context.Context, _ *operation) error {
		tools, err := s.ListTools(ctx, nil, nil)
		for i, t := range tools {
			spoil(t.InputSchema, t.Meta, t.Raw)
			tools[i] = protocol.Tool{}
		}
		return err
	})
	return w.ground.settle()
}

func (w *World) checkListing(n int, want string) error {
	l, err := w.goodListing(n)
	if err != nil {
		return err
	}
	return same(fmt.Sprintf("the tools of listing %d", n), publicNames(l.functions), splitNames(want))
}

func (w *World) checkListingFails(n int, want string) error {
	l, err := w.listing(n)
	switch {
	case err != nil:
		return err
	case l.err == nil:
		return fmt.Errorf("listing %d has the tools %q", n, publicNames(l.functions))
	}
	return same(fmt.Sprintf("the error of listing %d", n), l.err.Error(), want)
}

func (w *World) listingEnded(n int, at string) error {
	l, err := numbered("listing", w.agents.listings, n)
	if err != nil {
		return err
	}
	return l.endedAt(at)
}

func (w *World) checkDescribed(n int, table *godog.Table) error {
	l, err := w.goodListing(n)
	if err != nil {
		return err
	}
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
	return sameTable(fmt.Sprintf("the tools of listing %d", n), table, got,
		"name", "server", "original", "strict", "schema", "meta", "description")
}
