package steps

import (
	"errors"
	"fmt"
	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"

	"github.com/cucumber/godog"
)

// naming is what tools were named, once for every order in which they were given.
type naming struct {
	names []map[host.AgentToolOrigin]string
}

func agentsNamesSteps() []Step {
	return gherkin.Noun("public name", []Step{
		{Keyword: Given, Pattern: `the public names? "([^"]+)" (?:is|are) reserved`,
			Manual:  "keeps names for the program's own tools and for handoffs; separated by commas",
			Example: `the public name "mcp_docs__search" is reserved`, Func: (*World).reserveNames},
		{Keyword: When, Pattern: `these tools get public names:`,
			Manual: "names tools after their servers, once for every order in which they can be given; columns server, tool",
			Func:   (*World).nameTools},
		{Keyword: Then, Pattern: `the public names are:`,
			Manual: "compares what each tool is named, which must be the same for every order; columns server, tool, name",
			Func:   (*World).checkPublicNames},
	})
}

func (w *World) reserveNames(names string) error {
	w.agents.reserved = append(w.agents.reserved, splitNames(names)...)
	return nil
}

func (w *World) nameTools(table *godog.Table) error {
	list, err := rows(table, "server", "tool")
	if err != nil {
		return err
	}
	orders, err := permutations(len(list))
	if err != nil {
		return err
	}
	w.agents.naming = naming{}
	for _, order := range orders {
		var origins []host.AgentToolOrigin
		for _, row := range inOrder(list, order) {
			origins = append(origins, host.AgentToolOrigin{Server: row["server"], Tool: row["tool"]})
		}
		names := map[host.AgentToolOrigin]string{}
		for i, name := range host.AgentPrefixedNames(origins, w.agents.reserved) {
			names[origins[i]] = name
		}
		w.agents.naming.names = append(w.agents.naming.names, names)
	}
	return nil
}

func (w *World) checkPublicNames(table *godog.Table) error {
	list, err := rows(table, "server", "tool", "name")
	if err != nil {
		return err
	}
	if len(w.agents.naming.names) == 0 {
		return errors.New(`no tools were named: say "these tools get public names:" first`)
	}
	want := map[host.AgentToolOrigin]string{}
	for _, row := range list {
		want[host.AgentToolOrigin{Server: row["server"], Tool: row["tool"]}] = row["name"]
	}
	for i, names := range w.agents.naming.names {
		if err := same(fmt.Sprintf("the public names in order %d", i+1), names, want); err != nil {
			return err
		}
	}
	return nil
}
