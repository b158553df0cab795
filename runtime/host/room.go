package host

import (
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/runtime/backoff"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/control"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/manager"
	"github.com/mcpsim/mcpsim/runtime/protocol"
	"github.com/mcpsim/mcpsim/runtime/status"
)

// RoomServer is the runtime of the RoomServer documents: providers behind
// WebSockets that are connected on command, five attempts with growing and jittered
// waits, then an error that only another command ends. Nothing waits for a provider.
// Run it with [NewRoom].
func RoomServer() Policy {
	return Policy{
		Manager: manager.Policy{
			Gate:            manager.NoGate,       // ROOM-14, ROOM-29
			Connect:         backoff.RoomServer(), // ROOM-46 to 48
			Reconnect:       backoff.RoomServer(), // ROOM-40, A-R13
			NoCallReconnect: true,                 // ROOM-49
			KeepUnlisted:    true,                 // S-ROOM-11
			Naming:          func(provider, tool string) string { return provider + ":" + tool },
		},
		Timeout:                10 * time.Second,
		Client:                 protocol.Implementation{Name: "RoomServer", Version: "1.0.0"},
		Revision:               protocol.Revision20250618,
		ListenAfterInitialized: true,
		IntegerIDs:             true,
	}
}

// Room runs the providers of a room server. Its methods may be called from any
// goroutine.
type Room struct {
	*manager.Manager
	clk    manager.Options
	board  *status.Board
	stamp  func(event.Event)
	mu     sync.Mutex // commands come one after the other
	loaded map[string]config.Server
}

var _ control.Runtime = (*Room)(nil)
