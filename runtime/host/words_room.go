package host

import (
	"net"
	"net/http"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
)

// The words of [NewRoom].
type (
	// RoomOptions are the settings of a room server. The zero value has no providers.
	//
	//	LazyLoad   bool          providers wait for a load command; off: Start connects them
	//	Providers  []Provider    in configured order
	//	Defaults   RoomDefaults  who may call tools, and how often
	//	Members    []struct      entities with tokens: ID, TokenEnv, Scopes; see Entities
	//	LogLevel   event.Level   the least grave records that are logged; empty: all
	RoomOptions = control.ServerSettings

	// RoomDefaults is what holds for the tools of all providers.
	//
	//	PerMinute        int       calls of one provider in any minute; 0: 60, at most 100,000
	//	Scopes           []string  each must be met by a scope of the caller, such as "net:*"
	//	AllowedEntities  string    who may call: "public", "team" or "owner"; empty: public
	RoomDefaults = room.Defaults

	// RoomEntity is a person or a program that sees and uses tools. The zero value is a
	// visitor without scopes.
	//
	//	ID      string    for people
	//	Role    RoomRole
	//	Scopes  []string  what it may do, such as "net:read"; an owner may do everything
	RoomEntity = room.Entity

	// RoomRole is how close an entity is to a room.
	RoomRole = room.Role

	// GuardMember is an entity that a token stands for: Token and RoomEntity.
	GuardMember = control.Member

	// ForbiddenError says that an entity may not use a tool that it sees: Tool.
	ForbiddenError = room.ForbiddenError

	// RateLimitError says that a provider has had all the calls that a minute may have.
	//
	//	Provider   string
	//	PerMinute  int
	//	After      time.Duration  when to come back; more than 0
	RateLimitError = room.RateLimitError

	// Provider is one provider as it is configured or asked for: ID, URL of its WebSocket,
	// and Visibility, which says who sees it and its tools: "room" is every entity, "team"
	// members and the owner, "owner" the owner; empty: as it was, which is "room" at first.
	Provider = room.Definition

	// ProviderStatus is how a provider is.
	//
	//	ID          string
	//	Visibility  string       as it was said; empty: it was not
	//	State       string type  "idle", "connecting", "connected" or "error"
	//	Attempts    int          those begun in this or the last cycle; 0 while idle
	//	Changed     time.Time    of State
	//	Err         string       the last failure; empty once connected
	//	Retry       time.Time    of the next attempt; zero unless one is scheduled
	ProviderStatus = room.Provider

	// Guard says who may give commands over HTTP. The zero value lets in programs that reach
	// this machine under a name of its own.
	//
	//	Token    string         demanded as "Authorization: Bearer …"; empty: none is
	//	Members  []GuardMember  entities that see and use tools, and give no commands
	//	Hosts    []string       further names of this machine, without a port
	//	AnyHost  bool           every name counts
	Guard = control.Guard

	// OperatorOptions are an operator's.
	//
	//	BaseURL    string       of the room server
	//	Providers  []Provider   what a load command without providers means
	//	Token      string       what the room server demands; empty: nothing
	//	Dial       DialFunc     reaches the room server; nil: TCP
	//	Clock      clock.Clock  nil: the wall clock
	//	Guard      Guard        of the operator's own routes
	OperatorOptions = control.OperatorOptions

	// OperatorSettings is the settings file of an operator: BaseURL and Providers, see
	// [OperatorOptions].
	OperatorSettings = control.OperatorSettings
)

// Where the roles listen if nothing else is said.
const (
	DefaultRoomAddr     = control.DefaultServerAddr
	DefaultOperatorAddr = control.DefaultOperatorAddr
)

// The roles of entities.
const (
	RoomVisitor = room.Visitor // sees and uses what is for every entity
	RoomMember  = room.Member  // and what is for the team
	RoomOwner   = room.Owner   // and everything else
)

// NewRoomAPI is the HTTP interface of a room. It belongs to no listener: serve it with
// [ServeControl] or an [http.Server].
func NewRoomAPI(r *Room, g Guard) http.Handler { return control.NewServer(r.run, g) }

// NewOperator forwards commands and questions to a room server; one that cannot be reached
// is an answer 502.
func NewOperator(o OperatorOptions) http.Handler {
	if o.Clock == nil {
		o.Clock = clock.Real()
	}
	return control.NewOperator(o)
}

// ServeControl serves either, with limits on time and size, until l is closed, which is no
// error, or fails. Connections that are open then are closed.
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
