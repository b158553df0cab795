package host_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/transport"
)

// What is closed stays closed, unless its documentation says otherwise.
func TestNothingStartsAfterClose(t *testing.T) {
	docs, stop := library()
	t.Cleanup(stop)
	ctx := t.Context()

	h, err := host.New(host.OhMyPi(), host.Env{})
	assert.NilError(t, err)
	for range 2 { // a host can be started again
		assert.DeepEqual(t, h.Start(ctx, []config.Server{docs}).Connected, []string{"docs"})
		h.Close()
		h.Close()
	}

	s, err := host.NewSession(host.OhMyPi(), host.Env{}, host.SessionOptions{Discover: found{docs}})
	assert.NilError(t, err)
	s.Close()
	s.Start(ctx)
	_, err = s.Reload(ctx)
	assert.ErrorIs(t, err, host.ErrEnded)
	assert.Check(t, is.Len(s.Tools(), 0))

	files := &host.MemoryFiles{}
	files.WriteFile("/home/ann/.qwen/settings.json", `{"mcpServers": {"docs": {"httpUrl": "`+docs.URL+`"}}}`)
	w, err := host.NewWorkspace(host.QwenCode(), host.Env{Dir: "/project"}, host.WorkspaceOptions{
		Files: files, Home: "/home/ann", Approvals: new(host.MemoryApprovals),
	})
	assert.NilError(t, err)
	w.Close()
	assert.NilError(t, w.Start(ctx))
	assert.ErrorContains(t, w.Reload(ctx), "ended")
	assert.Equal(t, w.Status("docs"), host.Disconnected)

	r, err := host.NewRoom(host.RoomServer(), host.Env{}, host.RoomOptions{LazyLoad: true, Providers: []host.Provider{{ID: "a", URL: "ws://127.0.0.1:1"}}})
	assert.NilError(t, err)
	r.Close()
	r.Start()
	assert.Check(t, is.Len(r.Providers(), 0))
}

// found is a configuration of one server.
type found struct{ server config.Server }

func (f found) Discover(context.Context, host.DiscoveryFilter) (host.Discovered, error) {
	return host.Discovered{Configs: []config.Server{f.server}}, nil
}

// The zero value of a policy and a transport that is none are the ordinary thing.
func TestWhatIsMissingHasADefault(t *testing.T) {
	result := startLibraryWith(t, host.Policy{}, host.Env{
		Transport: func(config.Server, transport.Transport) (transport.Transport, error) { return nil, nil },
	})
	assert.DeepEqual(t, result.Connected, []string{"docs"})

	_, err := host.NewAgents(host.OpenAIAgents(), host.Env{}, host.AgentsOptions{Servers: []*host.AgentServerSettings{nil}})
	assert.Error(t, err, "server 1 of 1 has no settings")
}
