package host_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// startLibrary starts the library with an environment, and returns what Start found.
func startLibrary(t *testing.T, env host.Env) host.StartResult {
	t.Helper()
	return startLibraryWith(t, host.OhMyPi(), env)
}

func startLibraryWith(t *testing.T, p host.Policy, env host.Env) host.StartResult {
	t.Helper()
	docs, stop := library()
	defer stop()
	h, err := host.New(p, env)
	assert.NilError(t, err)
	defer h.Close()
	return h.Start(t.Context(), []config.Server{docs})
}

func TestAWorkspaceNeedsAHome(t *testing.T) {
	t.Setenv("HOME", "")
	_, err := host.NewWorkspace(host.QwenCode(), host.Env{Dir: t.TempDir()}, host.WorkspaceOptions{})
	assert.Error(t, err, "finding the home directory: $HOME is not defined")
}

// A workspace whose home is not given has that of the user.
func TestAWorkspaceHasTheHomeOfItsUser(t *testing.T) {
	docs, stop := library()
	defer stop()
	home := t.TempDir()
	t.Setenv("HOME", home)
	assert.NilError(t, os.Mkdir(filepath.Join(home, ".qwen"), 0o700))
	assert.NilError(t, os.WriteFile(filepath.Join(home, ".qwen", "settings.json"), []byte(`{"mcpServers": {"docs": {"httpUrl": "`+docs.URL+`"}}}`), 0o600))
	w, err := host.NewWorkspace(host.QwenCode(), host.Env{Dir: t.TempDir()}, host.WorkspaceOptions{})
	assert.NilError(t, err)
	defer w.Close()
	assert.NilError(t, w.Start(t.Context()))
	_, err = w.ReadResource(t.Context(), "docs", "book:none")
	var missing *host.NotConnectedError
	assert.Check(t, !errors.As(err, &missing), "it is connected: %v", err)
}

// A variable of the environment names the file of decisions.
func TestDecisionsAreKeptWhereTheEnvironmentSays(t *testing.T) {
	docs, stop := library()
	defer stop()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "decisions.json")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("QWEN_CODE_MCP_APPROVALS_PATH", file)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, ".mcp.json"), []byte(`{"mcpServers": {"docs": {"httpUrl": "`+docs.URL+`"}}}`), 0o600))
	w, err := host.NewWorkspace(host.QwenCode(), host.Env{Dir: dir}, host.WorkspaceOptions{})
	assert.NilError(t, err)
	defer w.Close()
	assert.NilError(t, w.Start(t.Context()))
	assert.NilError(t, w.Approve(t.Context(), "docs"))
	kept, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Check(t, strings.Contains(string(kept), `"approved"`), "%s", kept)
}

// A server that is not known cannot be connected again.
func TestNoServerIsReconnected(t *testing.T) {
	h, err := host.New(host.OhMyPi(), host.Env{Dir: t.TempDir()})
	assert.NilError(t, err)
	defer h.Close()
	var missing *host.NotConnectedError
	assert.Check(t, errors.As(h.Reconnect(t.Context(), "docs"), &missing))
}

// TestNoRuntimeStartsNowhere: servers run in a directory, so one that was removed under a
// program's feet is an error of every runtime.
func TestNoRuntimeStartsNowhere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gone")
	assert.NilError(t, os.Mkdir(dir, 0o700))
	t.Chdir(dir)
	assert.NilError(t, os.Remove(dir))
	for name, begin := range map[string]func() error{
		"host":    func() error { _, err := host.New(host.OhMyPi(), host.Env{}); return err },
		"session": func() error { _, err := host.NewSession(host.OhMyPi(), host.Env{}, host.SessionOptions{}); return err },
		"room":    func() error { _, err := host.NewRoom(host.RoomServer(), host.Env{}, host.RoomOptions{}); return err },
		"workspace": func() error {
			_, err := host.NewWorkspace(host.QwenCode(), host.Env{}, host.WorkspaceOptions{})
			return err
		},
		"pool": func() error { _, err := host.NewPool(host.QwenCodePool(), host.Env{}); return err },
		"agents": func() error {
			_, err := host.NewAgents(host.OpenAIAgents(), host.Env{}, host.AgentsOptions{})
			return err
		},
	} {
		assert.ErrorContains(t, begin(), "finding the working directory: ", name)
	}
}

func TestSixtyFourMebibytesMayWait(t *testing.T) {
	assert.Equal(t, host.RoomServer().SendQueue, 67_108_864)
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestRequestsTakeTheProgramsWay(t *testing.T) {
	posts := make(chan string, 99)
	own := roundTripper(func(r *http.Request) (*http.Response, error) {
		posts <- r.Method
		return http.DefaultTransport.RoundTrip(r)
	})
	result := startLibrary(t, host.Env{HTTP: own})
	assert.DeepEqual(t, result.Connected, []string{"docs"})
	assert.Check(t, len(posts) >= 3, "initialize, notifications/initialized and tools/list at least")

	link := host.Link{HTTP: own}
	before := len(posts)
	startLibrary(t, host.Env{Link: func(config.Server) (host.Link, error) { return link, nil }})
	assert.Check(t, len(posts) > before)
}

func TestALinkThatFailsIsAFailedConnection(t *testing.T) {
	gone := errors.New("the proxy is gone")
	result := startLibrary(t, host.Env{Link: func(config.Server) (host.Link, error) { return host.Link{}, gone }})
	assert.Assert(t, is.Len(result.Errors, 1))
	assert.Check(t, is.ErrorIs(result.Errors[0].Err, gone))
}

// counted counts requests of a transport; it hides what else a transport can do.
type counted struct {
	transport.Transport
	n *int
}

func (c counted) Request(ctx context.Context, method string, params any) (json.RawMessage, error) {
	*c.n++
	return c.Transport.Request(ctx, method, params)
}

func TestATransportOfTheProgram(t *testing.T) {
	n := 0
	result := startLibrary(t, host.Env{Transport: func(s config.Server, builtin transport.Transport) (transport.Transport, error) {
		assert.Check(t, s.Name == "docs")
		return counted{builtin, &n}, nil
	}})
	assert.DeepEqual(t, result.Connected, []string{"docs"})
	assert.Check(t, n >= 2, n)
}

func TestRecordsOfTheRuntimeAreRecordsOfSlog(t *testing.T) {
	var text bytes.Buffer
	policy := host.OhMyPi()
	policy.GateVariable = "OMP_MCP_STARTUP_TIMEOUT_MS"
	_, err := host.New(policy, host.Env{
		Log:       slog.New(slog.NewTextHandler(&text, nil)),
		LookupEnv: func(string) (string, bool) { return "soon", true },
	})
	assert.NilError(t, err)
	assert.Check(t, is.Contains(text.String(), "level=WARN"))
	assert.Check(t, is.Contains(text.String(), "ignoring the environment variable "+"OMP_MCP_STARTUP_TIMEOUT_MS"))
}

// Jitter that is the same everywhere is none: all clients would come back at once.
func TestRandomBitsDiffer(t *testing.T) {
	assert.Check(t, host.Random("docs", 1) != host.Random("docs", 1))
}
