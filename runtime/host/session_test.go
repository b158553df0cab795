package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// OMP-LC-118: the loader for programs without a session returns what that of a
// session returns, in shape and in content.
func TestBothLoadersReturnTheSame(t *testing.T) {
	docs, stop := library()
	defer stop()
	files := host.DiscoverFiles(host.DiscoveryOptions{
		Home: "/home/ann", Dir: "/project", Files: host.DiscoveryMemory{
			"/home/ann/.claude.json": `{"mcpServers": {"exa": {"type": "http", "url": "https://mcp.exa.ai/mcp?exaApiKey=key-1"}}}`,
			"/project/.mcp.json": `{"mcpServers": {
				"docs": {"type": "http", "url": "` + docs.URL + `"},
				"mail": {"command": "no-such-command"}
			}}`,
		},
	}, nil)
	env := host.Env{Dir: "/project"}
	s, err := host.NewSession(host.OhMyPi(), env, host.SessionOptions{
		Discover: files,
		Setenv:   func(string, string) error { return nil },
	})
	assert.NilError(t, err)
	defer s.Close()
	s.Start(t.Context())
	h, err := host.New(host.OhMyPi(), env)
	assert.NilError(t, err)
	defer h.Close()
	alone := h.Load(t.Context(), files, host.DiscoveryFilter{})

	assert.DeepEqual(t, alone.ExaKeys, session.Keys{"key-1"})
	assert.DeepEqual(t, alone.Connected, []string{"docs"})
	assert.DeepEqual(t, alone, s.Loaded(),
		cmp.Comparer(func(a, b error) bool { return a.Error() == b.Error() }))
}

// Without a discoverer the files of this machine are looked at, and a user without a home
// is an error.
func TestFilesOfTheMachineAreLookedAt(t *testing.T) {
	docs, stop := library()
	defer stop()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, ".mcp.json"), []byte(`{"mcpServers": {"docs": {"type": "http", "url": "`+docs.URL+`"}}}`), 0o600))
	h, err := host.New(host.OhMyPi(), host.Env{Dir: dir})
	assert.NilError(t, err)
	defer h.Close()
	noHome := strings.NewReplacer("$HOME", "home", "%userprofile%", "home")
	for home, want := range map[string]string{"": "[] [{.mcp.json  finding the home directory: home is not defined}]", t.TempDir(): "[docs] []"} {
		t.Setenv("HOME", home)
		t.Setenv("USERPROFILE", home)
		found := h.Load(t.Context(), nil, host.DiscoveryFilter{})
		text := fmt.Sprint(found.Connected, " ", found.Errors)
		assert.Check(t, noHome.Replace(text) == want, text)
	}
}

// Without another way to set variables, the key of an Exa server is set in the environment
// of the process.
func TestTheKeyIsExportedToTheProcess(t *testing.T) {
	t.Setenv("EXA_API_KEY", "")
	assert.NilError(t, os.Unsetenv("EXA_API_KEY"))
	s, err := host.NewSession(host.OhMyPi(), host.Env{Dir: "/project"}, host.SessionOptions{
		Discover: host.DiscoverFiles(host.DiscoveryOptions{Home: "/home/ann", Dir: "/project", Files: host.DiscoveryMemory{
			"/home/ann/.claude.json": `{"mcpServers": {"exa": {"type": "http", "url": "https://mcp.exa.ai/mcp?exaApiKey=key-1"}}}`,
		}}, nil),
	})
	assert.NilError(t, err)
	defer s.Close()
	s.Start(t.Context())
	assert.Equal(t, os.Getenv("EXA_API_KEY"), "key-1")
}

// A session finds its servers in the user's and the project's configuration,
// shows their tools beside the program's own, and follows what changes.
func ExampleNewSession() {
	docs, stop := library()
	defer stop()

	own := host.SessionTool{Name: "read", Call: func(context.Context, json.RawMessage) (host.Output, error) {
		return host.Output{Text: "contents of a file"}, nil
	}}
	// Without Discover, the files of this machine are looked at.
	files := host.DiscoveryMemory{"/project/.mcp.json": `{"mcpServers": {"docs": {"type": "http", "url": "` + docs.URL + `"}}}`}
	s, err := host.NewSession(host.OhMyPi(), host.Env{}, host.SessionOptions{
		Tools:    []host.SessionTool{own},
		Discover: host.DiscoverFiles(host.DiscoveryOptions{Dir: "/project", Files: files}, nil),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	s.Start(context.Background())
	for _, failure := range s.Loaded().Errors {
		fmt.Println("failed:", failure.Path, failure.Err)
	}
	for _, tool := range s.Active() {
		out, err := s.Call(context.Background(), tool.Name, nil)
		fmt.Println(tool.Name, "-", out.Text, err)
	}

	delete(files, "/project/.mcp.json") // a user edits the configuration
	if _, err := s.Reload(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(s.Tools()), "tool is left")
	// Output:
	// read - contents of a file <nil>
	// mcp__docs_search - 2 books found <nil>
	// 1 tool is left
}
