package room

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// Every state of the manager has a public one, but for the end.
func TestEveryStateIsProjected(t *testing.T) {
	for state, want := range map[manager.State]RoomState{
		manager.Held:        Idle,
		manager.Connecting:  RoomConnecting,
		manager.Handshaking: RoomConnecting,
		manager.Backoff:     RoomConnecting,
		manager.Listing:     RoomConnected,
		manager.Ready:       RoomConnected,
		manager.Failed:      RoomError,
	} {
		got, ok := ProjectRoom(string(state))
		assert.Assert(t, ok, "%s", state)
		assert.Equal(t, got, want)
	}
	_, ok := ProjectRoom(string(manager.Closed))
	assert.Assert(t, !ok)
}
