package host_test

import (
	"context"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
)

// An agent framework connects its servers, gives their tools to an agent and cleans
// up.
func ExampleNewAgents() {
	docs, stop := library()
	defer stop()

	manager, err := host.NewAgents(host.OpenAIAgents(), host.Seams{}, []agents.Settings{{Config: docs}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer manager.Close()
	active, err := manager.ConnectAll(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	writer := &agenttools.Agent{Name: "writer", PrefixNames: true}
	functions, err := agents.Functions(context.Background(), active, nil, writer)
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
