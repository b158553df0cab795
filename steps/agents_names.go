package steps

import (
	"errors"
	"fmt"

	"github.com/mcpsim/mcpsim/internal/gherkin"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// naming is what tools were named, once for every order in which they were given.
type naming struct {
	names []map[host.AgentToolOrigin]string
}

func agentsNamesSteps() []gherkin.Step {
	return gherkin.Noun("public name", []gherkin.Step{
		{Keyword: gherkin.Given, Pattern: `the public names? "([^"]+)" (?:is|are) reserved`,
			Manual:  "keeps names for the program's own tools and for handoffs; separated by commas",
			Example: `the public name "mcp_docs__search" is reserved`, Func: (*agents).reserveNames},
		{Keyword: gherkin.When, Pattern: `these tools get public names:`,
			Manual: "names tools after their servers, once for every order in which they can be given; columns server, tool",
			Func:   (*agents).nameTools},
		{Keyword: gherkin.Then, Pattern: `the public names are:`,
			Manual: "compares what each tool is named, which must be the same for every order; columns server, tool, name",
			Func:   (*agents).checkPublicNames},
	})
}

func (a *agents) reserveNames(names []string) error {
	a.reserved = append(a.reserved, names...)
	return nil
}

func (a *agents) nameTools(table *gherkin.Table) error {
	list, err := rows(table, "server", "tool")
	if err != nil {
		return err
	}
	orders, err := permutations(len(list))
	if err != nil {
		return err
	}
	a.naming = naming{}
	for _, order := range orders {
		var origins []host.AgentToolOrigin
		for _, row := range inOrder(list, order) {
			origins = append(origins, host.AgentToolOrigin{Server: row["server"], Tool: row["tool"]})
		}
		names := map[host.AgentToolOrigin]string{}
		for i, name := range host.AgentPrefixedNames(origins, a.reserved) {
			names[origins[i]] = name
		}
		a.naming.names = append(a.naming.names, names)
	}
	return nil
}

func (a *agents) checkPublicNames(table *gherkin.Table) error {
	list, err := rows(table, "server", "tool", "name")
	if err != nil {
		return err
	}
	if len(a.naming.names) == 0 {
		return errors.New(`no tools were named: say "these tools get public names:" first`)
	}
	want := map[host.AgentToolOrigin]string{}
	for _, row := range list {
		want[host.AgentToolOrigin{Server: row["server"], Tool: row["tool"]}] = row["name"]
	}
	for i, names := range a.naming.names {
		if err := same(fmt.Sprintf("the public names in order %d", i+1), names, want); err != nil {
			return err
		}
	}
	return nil
}
