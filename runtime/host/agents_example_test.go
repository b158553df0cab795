package host_test

import (
	"context"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/host"
)

// An agent framework connects its servers, gives their tools to an agent and cleans
// up.
func ExampleNewAgents() {
	docs, stop := library()
	defer stop()

	manager, err := host.NewAgents(host.OpenAIAgents(), host.Env{}, host.AgentsOptions{Servers: []*host.AgentServerSettings{{Config: docs}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer manager.Close()
	active, err := manager.Connect(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	writer := &host.Agent{Name: "writer", PrefixNames: true}
	functions, err := host.AgentFunctions(context.Background(), active, nil, writer)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range functions {
		fmt.Println(f.Name, "-", f.Description)
	}
	out, err := functions[0].Invoke(context.Background(), `{"query": "gophers"}`)
	fmt.Println(out, err)
	// Output:
	// mcp_docs__search - Finds books.
	// 2 books found <nil>
}
