package manager

import (
	"context"
	"errors"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/connect"
)

type noConnector struct{}

func (noConnector) Connect(context.Context, config.Server, connect.Options) (connect.Conn, error) {
	return nil, errors.New("refused")
}

// A caller may have found a server just before it was stopped: the request
// comes when no owner is left to meet it.
func TestRequestAfterTheEndIsRefused(t *testing.T) {
	m := New(Options{Connector: noConnector{}, Clock: clock.Real()})
	m.Start(t.Context(), []config.Server{{Name: "a", Command: "a"}})
	s := m.server("a")
	m.Stop("a")
	assert.ErrorIs(t, wait(t.Context(), s.requestReconnect()), errStopped)
}

// The owner may be on its way out when a request comes.
func TestRequestAtTheEndIsRefused(t *testing.T) {
	m := New(Options{Connector: noConnector{}, Clock: clock.Real()})
	m.Start(t.Context(), []config.Server{{Name: "a", Command: "a"}})
	s := m.server("a")
	s.stop(errStopped)
	assert.ErrorIs(t, wait(t.Context(), s.requestReconnect()), errStopped)
	m.Stop("a")
}

func TestProject(t *testing.T) {
	for state, want := range map[State]Status{
		Connecting: StatusConnecting, Handshaking: StatusConnecting, Listing: StatusConnecting,
		Backoff: StatusConnecting, Ready: StatusDisconnected, Failed: StatusDisconnected,
		Closed: StatusDisconnected, "": StatusDisconnected,
	} {
		assert.Equal(t, project(state, false), want, state)
		assert.Equal(t, project(state, true), StatusConnected, state)
	}
}
