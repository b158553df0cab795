package room

import (
	"testing"

	"gotest.tools/v3/assert"

	"github.com/mcpsim/mcpsim/runtime/internal/manager"
)

// The states of the manager that begin no public one follow an attempt or a wait, or
// are the end.
func TestEveryStateIsProjected(t *testing.T) {
	for state, want := range map[manager.State]RoomState{
		manager.Held:        Idle,
		manager.Listing:     RoomConnected,
		manager.Failed:      RoomError,
		manager.Connecting:  "",
		manager.Handshaking: "",
		manager.Backoff:     "",
		manager.Ready:       "",
		manager.Closed:      "",
	} {
		got, ok := ProjectRoom(string(state))
		assert.Equal(t, ok, want != "", "%s", state)
		assert.Equal(t, got, want)
	}
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
