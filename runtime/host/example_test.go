package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/mcpsim/mcpsim/fakeserver"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// library is a server with one tool, here in this process. Any MCP server will
// do: the runtime reaches it over HTTP, on the wall clock.
func library() (config.Server, func()) {
	fake, err := fakeserver.New(&fakeserver.Script{
		Name:  "library",
		Tools: []fakeserver.Tool{{Name: "search", Description: "Finds books.", Answer: fakeserver.Answer{Text: "2 books found"}}},
	}, fakeserver.Options{})
	if err != nil {
		panic(err)
	}
	web := httptest.NewServer(fake.Handler())
	stop := func() {
		fake.Close()
		web.Close()
	}
	return config.Server{Name: "docs", Type: config.HTTP, URL: web.URL + "/mcp"}, stop
}

// A host starts the servers of a session, shows their tools and calls them.
func Example() {
	docs, stop := library()
	defer stop()

	h, err := host.New(host.OhMyPi(), host.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	result := h.Start(context.Background(), []config.Server{docs})
	for _, tool := range result.Tools {
		fmt.Println(tool.Name, "-", tool.Description)
	}
	out, err := h.Call(context.Background(), "mcp__docs_search", json.RawMessage(`{"query": "gophers"}`))
	fmt.Println(out.Text, err)
	// Output:
	// mcp__docs_search - Finds books.
	// 2 books found <nil>
}

// One broken server harms no other: Start does not fail, and its result names the
// servers that did.
func ExampleHost_Start() {
	docs, stop := library()
	defer stop()
	broken := config.Server{Name: "mail", Command: "no-such-command"}

	h, err := host.New(host.OhMyPi(), host.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	result := h.Start(context.Background(), []config.Server{broken, docs})
	fmt.Println("connected:", result.Connected)
	for _, failure := range result.Errors {
		fmt.Println("failed:", failure.Server, "-", failure.Err)
	}
	fmt.Println("mail is", h.Status("mail"))
	// Output:
	// connected: [docs]
	// failed: mail - exec: "no-such-command": executable file not found in $PATH
	// mail is disconnected
}

// What goes wrong in a call is output for the model, not an error: errors are
// for calls that were given up and for tools that do not exist.
func ExampleHost_Call() {
	docs, stop := library()
	defer stop()

	h, err := host.New(host.OhMyPi(), host.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer h.Close()
	h.Start(context.Background(), []config.Server{docs})

	out, err := h.Call(context.Background(), "mcp__docs_search", nil)
	fmt.Println(out.Text, out.IsError, err)

	_, err = h.Call(context.Background(), "mcp__docs_burn", nil)
	fmt.Println(err)

	givenUp, cancel := context.WithCancelCause(context.Background())
	cancel(fmt.Errorf("the user pressed escape"))
	_, err = h.Call(givenUp, "mcp__docs_search", nil)
	fmt.Println(err)
	// Output:
	// 2 books found false <nil>
	// no tool named "mcp__docs_burn"
	// the user pressed escape
}

// A profile is a value: change single fields of it. Events are the one place to
// watch a runtime from.
func ExampleNew() {
	docs, stop := library()
	defer stop()

	policy := host.OhMyPi()
	policy.Timeout = 5 * time.Second
	policy.Revision = "2025-11-25"
	h, err := host.New(policy, host.Env{Events: event.SinkFunc(func(e event.Event) {
		if e.Kind == event.ServerState {
			fmt.Println(e.Server, "is", e.To)
		}
	})})
	if err != nil {
		fmt.Println(err)
		return
	}
	h.Start(context.Background(), []config.Server{docs})
	h.Close()
	// Output:
	// docs is connecting
	// docs is handshaking
	// docs is listing
	// docs is ready
	// docs is closed
}
