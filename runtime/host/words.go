package host

import (
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/conn"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/internal/shell"
	"github.com/mcpsim/mcpsim/runtime/internal/simplecall"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
)

type (
	Gating                 = admission.Lists
	AgentsConn             = agents.Conn
	AgentsConnector        = agents.Connector
	AgentsFatalError       = agents.FatalError
	AgentsFunction         = agents.Function
	AgentsLife             = agents.Life
	AgentsManager          = agents.Manager
	AgentsOptions          = agents.Options
	AgentsManagerPolicy    = agents.Policy
	AgentsServer           = agents.Server
	AgentsSettings         = agents.Settings
	AgentsSurroundings     = agents.Surroundings
	Agent                  = agenttools.Agent
	AgentApproval          = agenttools.Approval
	AgentFailure           = agenttools.Failure
	AgentFilter            = agenttools.Filter
	AgentFilterContext     = agenttools.FilterContext
	AgentFunctionTool      = agenttools.Function
	AgentToolOrigin        = agenttools.Origin
	AgentRun               = agenttools.Run
	ApprovalDisk           = approval.Disk
	ApprovalMemory         = approval.Memory
	ApprovalQuestion       = approval.Question
	ApprovalState          = approval.State
	ApprovalStorage        = approval.Storage
	Conn                   = conn.Conn
	Guard                  = control.Guard
	OperatorOptions        = control.OperatorOptions
	OperatorSettings       = control.OperatorSettings
	Provider               = control.Provider
	RoomSettings           = control.ServerSettings
	DiscoveryFile          = discovery.File
	DiscoveryLeftOut       = discovery.LeftOut
	DiscoveryMemory        = discovery.Memory
	DiscoveryOptions       = discovery.Options
	DiscoveryResult        = discovery.Result
	Files                  = hotreload.Files
	MemoryFiles            = hotreload.Memory
	OSFiles                = hotreload.OS
	RPCError               = jsonrpc.Error
	IDSource               = jsonrpc.IDSource
	JSONSyntaxError        = jsonrpc.SyntaxError
	ManagerConn            = manager.Conn
	ManagerLife            = manager.Life
	Manager                = manager.Manager
	ManagerOptions         = manager.Options
	StartResult            = manager.Result
	ServerError            = manager.ServerError
	State                  = manager.State
	PoolLimits             = pool.Limits
	Commands               = secrets.Commands
	Credential             = secrets.Credential
	MemoryCredentials      = secrets.Memory
	CommandRunnerFunc      = secrets.RunnerFunc
	SessionDiscoverOptions = session.DiscoverOptions
	SessionDiscovered      = session.Discovered
	SessionDiscoverer      = session.Discoverer
	SessionEditor          = session.Editor
	SessionLoadOptions     = session.LoadOptions
	SessionLoaded          = session.Loaded
	SessionManagerOptions  = session.ManagerOptions
	SessionOptions         = session.Options
	Session                = session.Session
	SessionSettings        = session.Settings
	SessionTool            = session.Tool
	SessionWiring          = session.Wiring
	SettingsEntry          = settings.Entry
	SettingsFile           = settings.File
	SettingsMap            = settings.Map
	SettingsPath           = settings.Path
	Shell                  = shell.Shell
	SimpleCaller           = simplecall.Caller
	StatusLine             = status.Line
	StatusRoomState        = status.RoomState
	StatusServer           = status.Server
	StatusStyle            = status.Style
	Output                 = toolbridge.Output
	Tool                   = toolbridge.Tool
	Cache                  = toolcache.Cache
	CachedTools            = toolcache.Found
)

const (
	AgentsDefaultRetryBase = agents.DefaultRetryBase
	AgentsUnlimited        = agents.Unlimited
	ApprovalFileName       = approval.FileName
	DefaultOperatorAddr    = control.DefaultOperatorAddr
	DefaultRoomAddr        = control.DefaultServerAddr
	DiscoveryShadowed      = discovery.Shadowed
	StateClosed            = manager.Closed
	StateConnecting        = manager.Connecting
	StateFailed            = manager.Failed
	StateReady             = manager.Ready
	Connected              = manager.StatusConnected
	Connecting             = manager.StatusConnecting
	Disconnected           = manager.StatusDisconnected
	SettingsHTTP           = settings.HTTP
	SettingsProjectFile    = settings.ProjectFile
	StatusBad              = status.Bad
	StatusConnected        = status.Connected
	StatusConnecting       = status.Connecting
	StatusDisconnected     = status.Disconnected
	StatusGood             = status.Good
	StatusNeutral          = status.Neutral
	StatusPending          = status.Pending
	StatusPendingText      = status.PendingText
	StatusRejected         = status.Rejected
	StatusWarning          = status.Warning
	CacheUnreadable        = toolcache.Unreadable
)

var (
	AgentsFunctions           = agents.Functions
	NewAgentsManager          = agents.New
	NewAgentsServer           = agents.NewServer
	AgentsWithOwner           = agents.WithOwner
	NewAgentApproval          = agenttools.ApprovalFunc
	ConvertAgentTool          = agenttools.Convert
	ConvertAgentToolWith      = agenttools.ConvertWith
	ParseAgentApproval        = agenttools.ParseApproval
	AgentPrefixedNames        = agenttools.PrefixedNames
	AgentPropagate            = agenttools.Propagate
	NewApprovalStore          = approval.NewStore
	DefaultRoomSettings       = control.DefaultServerSettings
	NewOperator               = control.NewOperator
	NewRoomAPI                = control.NewServer
	ParseOperatorSettings     = control.ParseOperatorSettings
	ParseRoomSettings         = control.ParseServerSettings
	ServeControl              = control.Serve
	DiscoveryLoad             = discovery.Load
	ClockSnowflakes           = jsonrpc.ClockSnowflakes
	NewManager                = manager.New
	NewCommands               = secrets.NewCommands
	SessionLoad               = session.Load
	SettingsClassify          = settings.Classify
	SettingsEqual             = settings.Equal
	SettingsMerge             = settings.Merge
	ParseSettings             = settings.Parse
	ParseSettingsServers      = settings.ParseServers
	SettingsSplitConnectionID = settings.SplitConnectionID
	StatusRoomMove            = status.RoomMove
	NewDiskCache              = toolcache.NewDisk
	NewMemoryCache            = toolcache.NewMemory
)
