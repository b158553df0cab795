package room

// RoomState is the public state of a provider of a room server (ROOM-08).
type RoomState string

const (
	Idle           RoomState = "idle"       // known and not connecting
	RoomConnecting RoomState = "connecting" // an attempt is under way, or the next one is scheduled
	RoomConnected  RoomState = "connected"  // connected and operational
	RoomError      RoomState = "error"      // no attempts are left, until a program asks
)

// roomStates projects the states of the manager that begin a public one. Attempts and
// waits are events of their own, and the end of an earlier life changes nothing.
var roomStates = map[string]RoomState{
	"held":    Idle,
	"listing": RoomConnected, // the handshake has succeeded
	"failed":  RoomError,
}

// ProjectRoom is the public state that a state of the manager begins, if any.
func ProjectRoom(state string) (RoomState, bool) {
	public, ok := roomStates[state]
	return public, ok
}

// title is the name of a state in the log: None for one that was not known.
func (s RoomState) title() string {
	if s == "" {
		return "None"
	}
	return string(s[0]-'a'+'A') + string(s[1:])
}
