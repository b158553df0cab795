package host

import (
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"net"
	"net/http"
)

// The words of [NewRoom].
type (
	// RoomOptions are the settings of a room server: LazyLoad, Providers, Defaults.
	RoomOptions = control.ServerSettings
	// Provider is one provider as it is configured or asked for: ID, URL, Visibility.
	Provider = room.Definition
	// ProviderStatus is how a provider is: ID, State, Attempts, Changed, Err, Retry.
	ProviderStatus = room.Provider
	// Guard says who may give commands over HTTP.
	Guard = control.Guard
	// OperatorOptions are an operator's: where the room server is, and how it is reached.
	OperatorOptions = control.OperatorOptions
	// OperatorSettings are the settings file of an operator.
	OperatorSettings = control.OperatorSettings
)

// Where the roles listen if nothing else is said.
const (
	DefaultRoomAddr     = control.DefaultServerAddr
	DefaultOperatorAddr = control.DefaultOperatorAddr
)

// NewRoomAPI is the HTTP interface of a room.
func NewRoomAPI(r *Room, g Guard) http.Handler { return control.NewServer(r, g) }

// NewOperator forwards commands and questions to a room server.
func NewOperator(o OperatorOptions) http.Handler { return control.NewOperator(o) }

// ServeControl serves either, with limits on time and size, until l is closed.
func ServeControl(l net.Listener, h http.Handler) error { return control.Serve(l, h) }

// DefaultRoomOptions are those of an empty settings file.
func DefaultRoomOptions() RoomOptions { return control.DefaultServerSettings() }

// ParseRoomOptions reads the settings file of a room server; file is for messages. What
// cannot be read is a *[config.SyntaxError]; what was left out are problems.
func ParseRoomOptions(file string, data []byte) (RoomOptions, []config.Problem, error) {
	return control.ParseServerSettings(file, data)
}

// ParseOperatorSettings reads that of an operator likewise.
func ParseOperatorSettings(file string, data []byte) (OperatorSettings, []config.Problem, error) {
	return control.ParseOperatorSettings(file, data)
}
