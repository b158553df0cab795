package host_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/host"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
)

// A session that is closed while it looks for its servers, at the start or for a reload,
// starts none of them afterwards.
func TestNothingOutlivesACloseDuringTheStart(t *testing.T) {
	for _, way := range []string{"start", "reload"} {
		docs, stop := library()
		looking, closed := make(chan struct{}), make(chan struct{})
		late := lateDiscovery(func() { close(looking); <-closed }, docs)
		s, err := host.NewSession(host.OhMyPi(), host.Env{}, host.SessionOptions{Discover: late})
		assert.NilError(t, err)
		returned := make(chan struct{})
		go func() {
			defer close(returned)
			if way == "start" {
				s.Start(t.Context())
				return
			}
			_, _ = s.Reload(t.Context())
		}()
		<-looking
		s.Close()
		close(closed)
		<-returned
		assert.Equal(t, s.Host().Status("docs"), host.Disconnected, way)
		assert.Check(t, is.Len(s.Loaded().Connected, 0), way)
		assert.Check(t, is.Len(s.Host().Start(t.Context(), []config.Server{docs}).Connected, 0), way)
		stop()
	}
}

// lateDiscovery finds a server once before has returned.
func lateDiscovery(before func(), server config.Server) host.SessionDiscoverer {
	return session.DiscoverFunc(func(context.Context, host.DiscoveryFilter) (host.Discovered, error) {
		before()
		return host.Discovered{Configs: []config.Server{server}}, nil
	})
}
