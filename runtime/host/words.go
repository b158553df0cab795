package host

import (
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/agents"
	"github.com/mcpsim/mcpsim/runtime/internal/agenttools"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/control"
	"github.com/mcpsim/mcpsim/runtime/internal/discovery"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/jsonrpc"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/internal/room"
	"github.com/mcpsim/mcpsim/runtime/internal/secrets"
	"github.com/mcpsim/mcpsim/runtime/internal/session"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/internal/shell"
	"github.com/mcpsim/mcpsim/runtime/internal/simplecall"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
	"github.com/mcpsim/mcpsim/runtime/internal/toolbridge"
	"github.com/mcpsim/mcpsim/runtime/internal/toolcache"
	"github.com/mcpsim/mcpsim/runtime/internal/workspace"
)

type (
	Gating              = admission.Lists
	AgentsFatalError    = agents.FatalError
	AgentsFunction      = agents.Function
	AgentsManagerPolicy = agents.Policy
	AgentsServer        = agents.Server
	AgentsSettings      = agents.Settings
	Agent               = agenttools.Agent
	AgentApproval       = agenttools.Approval
	AgentFailure        = agenttools.Failure
	AgentFilter         = agenttools.Filter
	AgentFilterContext  = agenttools.FilterContext
	AgentFunctionTool   = agenttools.Function
	AgentToolOrigin     = agenttools.Origin
	AgentRun            = agenttools.Run
	ApprovalDisk        = approval.Disk
	ApprovalMemory      = approval.Memory
	ApprovalQuestion    = approval.Question
	ApprovalState       = approval.State
	ApprovalStorage     = approval.Storage
	Guard               = control.Guard
	OperatorOptions     = control.OperatorOptions
	OperatorSettings    = control.OperatorSettings
	RoomOptions         = control.ServerSettings
	DiscoveryFile       = discovery.File
	DiscoveryLeftOut    = discovery.LeftOut
	DiscoveryMemory     = discovery.Memory
	DiscoveryOptions    = discovery.Options
	DiscoveryResult     = discovery.Result
	Files               = hotreload.Files
	MemoryFiles         = hotreload.Memory
	OSFiles             = hotreload.OS
	RPCError            = jsonrpc.Error
	IDSource            = jsonrpc.IDSource
	JSONSyntaxError     = jsonrpc.SyntaxError
	Callbacks           = manager.Callbacks
	StartResult         = manager.Result
	ServerError         = manager.ServerError
	ServerView          = manager.ServerView
	State               = manager.State
	Status              = manager.Status
	UnknownToolError    = manager.UnknownToolError
	Pool                = pool.Pool
	PoolLimits          = pool.Limits
	Provider            = room.Definition
	ProviderStatus      = room.Provider
	Commands            = secrets.Commands
	Credential          = secrets.Credential
	CredentialStore     = secrets.Store
	MemoryCredentials   = secrets.Memory
	CommandRunnerFunc   = secrets.RunnerFunc
	DiscoverOptions     = session.DiscoverOptions
	Discovered          = session.Discovered
	SessionDiscoverer   = session.Discoverer
	SessionEditor       = session.Editor
	Loaded              = session.Loaded
	SessionOptions      = session.Options
	SessionSettings     = session.Settings
	SessionTool         = session.Tool
	SettingsEntry       = settings.Entry
	SettingsFile        = settings.File
	SettingsMap         = settings.Map
	SettingsPath        = settings.Path
	Shell               = shell.Shell
	SimpleCaller        = simplecall.Caller
	StatusLine          = status.Line
	StatusServer        = status.Server
	StatusRoomState     = room.RoomState
	StatusStyle         = status.Style
	View                = status.View
	NotConnectedError   = toolbridge.NotConnectedError
	Output              = toolbridge.Output
	Tool                = toolbridge.Tool
	Cache               = toolcache.Cache
	CachedTools         = toolcache.Found
	MissingToolError    = workspace.MissingToolError
	SettingsPolicy      = workspace.Policy
	WorkspaceOptions    = workspace.Options
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
	ErrRunning                = workspace.ErrRunning
	ErrDisabled               = session.ErrDisabled
	ErrNameRequired           = session.ErrNameRequired
	ErrStillPending           = session.ErrStillPending
	AgentsFunctions           = agents.Functions
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
	NewCommands               = secrets.NewCommands
	SettingsClassify          = settings.Classify
	SettingsEqual             = settings.Equal
	SettingsMerge             = settings.Merge
	ParseSettings             = settings.Parse
	ParseSettingsServers      = settings.ParseServers
	SettingsSplitConnectionID = settings.SplitConnectionID
	StatusRoomMove            = room.RoomMove
	NewDiskCache              = toolcache.NewDisk
	NewMemoryCache            = toolcache.NewMemory
)
