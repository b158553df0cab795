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

// roomMoves are the six documented transitions (ROOM-36 to 41); the one from
// connecting to itself is a failed attempt that will be followed by another.
var roomMoves = map[[2]RoomState]bool{
	{Idle, RoomConnecting}:           true,
	{RoomConnecting, RoomConnected}:  true,
	{RoomConnecting, RoomConnecting}: true,
	{RoomConnecting, RoomError}:      true,
	{RoomConnected, RoomConnecting}:  true,
	{RoomError, RoomConnecting}:      true,
}

// RoomMove reports whether a provider may go from one state to another (ROOM-42).
// A provider that becomes known comes from none and is idle.
func RoomMove(from, to RoomState) bool {
	return from == "" && to == Idle || roomMoves[[2]RoomState{from, to}]
}
