package steps

import (
	"context"
	"errors"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

func agentsFilterSteps() []gherkin.Step {
	return gherkin.Noun("filter", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" (shows agents only|hides from agents) the tools? "([^"]*)"`,
			Manual: "filters tools by name, for all agents", Example: `server "docs" hides from agents the tool "delete"`,
			Func: filterTools},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" asks a function which tools it shows:`,
			Manual:  "filters tools for each agent, or for each of its runs; columns agent, run, shows, fails for (names of tools for which the function fails), panics for, waits for (until the run is given up)",
			Example: `server "docs" asks a function which tools it shows:`, Func: filterDynamically},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" caches its tools`, Manual: "keeps the list of tools until it is invalidated",
			Example: `server "docs" caches its tools`, Func: cacheTools},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" (turns failures into the text|lets failures through)(?: "([^"]*)")?`,
			Manual: "says what becomes of failed calls, whatever the agent says", Example: `server "docs" turns failures into the text "docs: "`,
			Func: serverFailure},
		{Keyword: gherkin.Given, Pattern: `server "([^"]+)" gives agents structured content alone`,
			Manual: "leaves the text of a result out where there is structured content", Example: `server "docs" gives agents structured content alone`,
			Func: structuredAlone},
		{Keyword: gherkin.When, Pattern: `the filter of server "([^"]+)" changes to (show only|hide) "([^"]*)"`,
			Manual: "replaces the filter from the next listing on", Example: `the filter of server "docs" changes to show only "search"`,
			Func: refilter},
		{Keyword: gherkin.When, Pattern: `the filter of server "([^"]+)" changes to a function that shows only "([^"]*)"`,
			Manual: "replaces the filter by one that is asked about each tool", Example: `the filter of server "docs" changes to a function that shows only "search"`,
			Func: refilterByFunction},
		{Keyword: gherkin.When, Pattern: `the filter of server "([^"]+)" is removed`, Manual: "shows all tools from the next listing on",
			Example: `the filter of server "docs" is removed`, Func: unfilter},
		{Keyword: gherkin.When, Pattern: `the tools of server "([^"]+)" are invalidated`, Manual: "has the next listing ask the server",
			Example: `the tools of server "docs" are invalidated`, Func: invalidate},
	})
}

func filterTools(s *host.AgentServerSettings, what string, tools []string) error {
	if what == "shows agents only" {
		s.Filter.Allowed = append([]string{}, tools...)
	} else {
		s.Filter.Blocked = tools
	}
	return nil
}

func filterDynamically(s *host.AgentServerSettings, table *gherkin.Table) error {
	list, err := rows(table, "agent", "run", "shows", "fails for", "panics for", "waits for")
	if err != nil {
		return err
	}
	s.Filter.Dynamic = func(ctx context.Context, who host.AgentFilterContext, tool protocol.Tool) (bool, error) {
		defer spoilTool(tool) // which is the function's own
		row := rowOf(who, list)
		if contains(splitNames(row["fails for"]), tool.Name) {
			return true, errors.New("the filter failed")
		}
		if contains(splitNames(row["panics for"]), tool.Name) {
			panic("the filter broke")
		}
		if contains(splitNames(row["waits for"]), tool.Name) {
			<-ctx.Done()
			return true, context.Cause(ctx)
		}
		return contains(splitNames(row["shows"]), tool.Name), nil
	}
	return nil
}

// rowOf is the first row for an agent and its run, nil if there is none; a row that
// names no run is for all of them.
func rowOf(who host.AgentFilterContext, list []map[string]string) map[string]string {
	for _, row := range list {
		if row["agent"] == who.Agent.Name && (row["run"] == "" || row["run"] == who.Run.ID) {
			return row
		}
	}
	return nil
}

func cacheTools(s *host.AgentServerSettings) error {
	s.CacheTools = true
	return nil
}

func structuredAlone(s *host.AgentServerSettings) error {
	s.Structured = true
	return nil
}

func serverFailure(s *host.AgentServerSettings, what, text string) error {
	s.Failure = failure(what, text)
	return nil
}

func refilterByFunction(s *host.AgentServer, tools []string) error {
	s.SetFilter(host.AgentFilter{Dynamic: func(_ context.Context, _ host.AgentFilterContext, tool protocol.Tool) (bool, error) {
		return contains(tools, tool.Name), nil
	}})
	return nil
}

func refilter(s *host.AgentServer, what string, tools []string) error {
	if what == "hide" {
		s.SetFilter(host.AgentFilter{Blocked: tools})
	} else {
		s.SetFilter(host.AgentFilter{Allowed: append([]string{}, tools...)})
	}
	return nil
}

func unfilter(s *host.AgentServer) error {
	s.SetFilter(host.AgentFilter{})
	return nil
}

func invalidate(s *host.AgentServer) error {
	s.InvalidateTools()
	return nil
}
