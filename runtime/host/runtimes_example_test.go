package host_test

import (
	"context"
	"fmt"

	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// A workspace follows its settings: a server that is added to the file is connected.
func ExampleNewWorkspace() {
	docs, stop := library()
	defer stop()

	files := &host.MemoryFiles{}
	files.WriteFile("/home/ann/.qwen/settings.json", `{"mcpServers": {"docs": {"httpUrl": "`+docs.URL+`"}}}`)
	w, err := host.NewWorkspace(host.QwenCode(), host.Env{Dir: "/project"}, host.WorkspaceOptions{
		Files: files, Home: "/home/ann", Approvals: new(host.MemoryApprovals),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	if err := w.Start(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range w.View().Lines {
		fmt.Println(line)
	}
	out, err := w.Call(context.Background(), "mcp__docs__search", nil)
	fmt.Println(out.Text, err)
	// Output:
	// docs: connected
	// 2 books found <nil>
}

// A room server's runtime connects providers on command, and tells how they are.
func ExampleNewRoom() {
	moves := make(chan string, 9)
	room, err := host.NewRoom(host.RoomServer(), host.Env{Events: event.SinkFunc(func(e event.Event) {
		if e.Kind == event.ProviderState {
			moves <- e.Server + " is " + e.To
		}
	})}, host.RoomOptions{
		LazyLoad: true, Providers: []host.Provider{{ID: "docs", URL: "ws://127.0.0.1:1"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer room.Close()
	room.Start()
	fmt.Println(<-moves)
	room.Load([]host.Provider{{ID: "docs", URL: "ws://127.0.0.1:1"}})
	fmt.Println(<-moves)
	// Output:
	// docs is idle
	// docs is connecting
}
