package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
)

// OMP-LC-118: the loader for programs without a session returns what that of a
// session returns, in shape and in content.
var (
	_ func(context.Context, host.Policy, host.Seams, session.LoadOptions) (session.Loaded, error) = host.DiscoverMCPServers
	_ func(context.Context, session.LoadOptions) session.Loaded                                   = session.Load
	_ func(*session.Session) session.Loaded                                                       = (*session.Session).Loaded
)

func TestBothLoadersReturnTheSame(t *testing.T) {
	docs, stop := library()
	defer stop()
	files := host.DiscoverFiles(discovery.Options{
		Home: "/home/ann", Dir: "/project", Files: discovery.Memory{
			"/home/ann/.claude.json": `{"mcpServers": {"exa": {"type": "http", "url": "https://mcp.exa.ai/mcp?exaApiKey=key-1"}}}`,
			"/project/.mcp.json": `{"mcpServers": {
				"docs": {"type": "http", "url": "` + docs.URL + `"},
				"mail": {"command": "no-such-command"}
			}}`,
		},
	})
	seams := host.Seams{Dir: "/project"}
	wiring := session.Wiring{Discover: files}
	s, err := host.NewSession(t.Context(), host.OhMyPi(), seams, session.Options{
		Wiring: wiring,
		Setenv: func(string, string) error { return nil },
	})
	assert.NilError(t, err)
	defer s.Manager().StopAll()
	alone, err := host.DiscoverMCPServers(t.Context(), host.OhMyPi(), seams, session.LoadOptions{Wiring: wiring})
	assert.NilError(t, err)
	defer alone.Manager.StopAll()

	assert.DeepEqual(t, alone.ExaKeys, session.Keys{"key-1"})
	assert.DeepEqual(t, alone.Connected, []string{"docs"})
	assert.Assert(t, alone.Manager != s.Manager())
	assert.DeepEqual(t, alone, s.Loaded(),
		cmpopts.IgnoreTypes((*manager.Manager)(nil)),
		cmp.Comparer(func(a, b error) bool { return a.Error() == b.Error() }))
}

// A session finds its servers in the user's and the project's configuration,
// shows their tools beside the program's own, and follows what changes.
func ExampleNewSession() {
	docs, stop := library()
	defer stop()

	own := session.Tool{Name: "read", Call: func(context.Context, json.RawMessage) (toolbridge.Output, error) {
		return toolbridge.Output{Text: "contents of a file"}, nil
	}}
	// Without Wiring, the files of this machine are looked at.
	files := discovery.Memory{"/project/.mcp.json": `{"mcpServers": {"docs": {"type": "http", "url": "` + docs.URL + `"}}}`}
	s, err := host.NewSession(context.Background(), host.OhMyPi(), host.Seams{}, session.Options{
		Tools:  []session.Tool{own},
		Wiring: session.Wiring{Discover: host.DiscoverFiles(discovery.Options{Dir: "/project", Files: files})},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Manager().StopAll() // servers do not end with the session
	defer s.Close()
	for _, failure := range s.Loaded().Errors {
		fmt.Println("failed:", failure.Path, failure.Err)
	}
	for _, tool := range s.Active() {
		out, err := s.Call(context.Background(), tool.Name, nil)
		fmt.Println(tool.Name, "-", out.Text, err)
	}

	delete(files, "/project/.mcp.json") // somebody edits the configuration
	if _, err := s.Reload(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(s.Tools()), "tool is left")
	// Output:
	// read - contents of a file <nil>
	// mcp__docs_search - 2 books found <nil>
	// 1 tool is left
}
