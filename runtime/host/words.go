package host

import (
	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/shell"
	"github.com/mcpsim/mcpsim/runtime/internal/simplecall"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
	"time"
)

// What all runtimes have in common.
type (
	// Callbacks tell a program what changes: OnToolsChanged, OnResourcesChanged,
	// OnPromptsChanged, OnResourceUpdated and OnNotification. They must not block; each may
	// be nil.
	Callbacks = manager.Callbacks
	// StartResult is what [Host.Start] found: Tools, Errors, Connected and Pending.
	StartResult = manager.Result
	// ServerError is the failure Err of one Server.
	ServerError = manager.ServerError
	// ServerView is the state of one server at one moment: Name, State, Status, Err, Config.
	ServerView = manager.ServerView
	// State is where a server's life stands, as events tell it.
	State = manager.State
	// Status is the public view of a server.
	Status = manager.Status
	// Tool is one tool of a server in the view: Name for models, Original for the server,
	// Description, InputSchema, Server, and Deferred for one known from the cache only.
	Tool = toolbridge.Tool
	// Output is what a call yields: Text for the model, IsError, and Err, which says why.
	Output = toolbridge.Output
	// UnknownToolError says that no tool of the view has this Name.
	UnknownToolError = manager.UnknownToolError
	// NotConnectedError says that Server has no connection and that none is on its way.
	NotConnectedError = manager.NotConnectedError
	// RPCError is the error answer of a server: Code, Message, Data.
	RPCError = jsonrpc.Error
	// JSONSyntaxError says that what a server sent is not JSON.
	JSONSyntaxError = jsonrpc.SyntaxError
	// IDSource makes request ids; it may be called from any goroutine.
	IDSource = jsonrpc.IDSource
	// Cache keeps definitions of tools for a fast start. What it cannot read or write costs
	// time only.
	Cache = toolcache.Cache
	// CachedTools is what a cache has for a server.
	CachedTools = toolcache.Found
	// Commands runs the commands of definitions and remembers what they printed. Make it
	// with [NewCommands].
	Commands = secrets.Commands
	// CommandRunner runs one command line and returns what it printed.
	CommandRunner = secrets.Runner
	// CommandRunnerFunc makes a function a [CommandRunner].
	CommandRunnerFunc = secrets.RunnerFunc
	// Shell is the system's shell as a [CommandRunner]; Starter and Environ must be set.
	Shell = shell.Shell
	// Credential is what a login yielded: Access, Refresh, Expires.
	Credential = secrets.Credential
	// CredentialStore keeps credentials by id.
	CredentialStore = secrets.Store
	// MemoryCredentials keeps them in memory; the zero value is empty.
	MemoryCredentials = secrets.Memory
	// SimpleCaller posts single requests to servers over HTTP, without a connection.
	SimpleCaller = simplecall.Caller
)

// The states that programs ask for.
const (
	StateConnecting = manager.Connecting
	StateReady      = manager.Ready
	StateFailed     = manager.Failed
	StateClosed     = manager.Closed
)

// The values of [Status].
const (
	Connected    = manager.StatusConnected
	Connecting   = manager.StatusConnecting
	Disconnected = manager.StatusDisconnected
)

// CacheUnreadable is why a cache found nothing.
const (
	CacheUnreadable = toolcache.Unreadable
)

// NewMemoryCache keeps tools as long as the program runs.
func NewMemoryCache(clk clock.Clock) Cache { return toolcache.NewMemory(clk) }

// NewDiskCache keeps tools in files below dir, which several processes may share.
func NewDiskCache(dir string, clk clock.Clock) Cache { return toolcache.NewDisk(dir, clk) }

// NewCommands runs each command once, and again only if it has failed.
func NewCommands(r CommandRunner, clk clock.Clock) *Commands { return secrets.NewCommands(r, clk) }

// NewCredentialDirectory keeps credentials in files below dir, which only their owner may
// read and several processes may share.
func NewCredentialDirectory(dir string) CredentialStore { return secrets.NewDirectory(dir) }

// ClockSnowflakes makes unique ids that follow a clock; node is from 0 to 1023.
func ClockSnowflakes(now func() time.Time, node int64) IDSource {
	return jsonrpc.ClockSnowflakes(now, node)
}
