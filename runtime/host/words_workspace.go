package host

import (
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
	"github.com/mcpsim/mcpsim/runtime/internal/workspace"
)

// The words of [NewWorkspace].
type (
	// WorkspaceOptions say where settings are found, what comes from elsewhere, who decides
	// about trust and approval, and which Pool is shared. The zero value is a trusted
	// workspace with the files of this machine.
	WorkspaceOptions = workspace.Options
	// SettingsPolicy is what differs between versions: Pool, FiltersReconnect, Globs,
	// SplitApprovals, WatchProject. The zero value is what the documents say.
	SettingsPolicy = workspace.Policy
	// MissingToolError explains why a tool is not there; it wraps an [*UnknownToolError].
	MissingToolError = workspace.MissingToolError
	// Pool is what workspaces share: connections to stdio and WebSocket servers. Users tells
	// how many use each, by name::fingerprint; Close closes all and waits.
	Pool = pool.Pool
	// PoolLimits say how long a connection without users lives: Drain, MaxIdle.
	PoolLimits = pool.Limits
	// Gating are the lists that say who may connect: Allowed, Excluded, Pending.
	Gating = admission.Lists
	// ApprovalQuestion is what a user is told of a server that waits for a decision.
	ApprovalQuestion = approval.Question
	// ApprovalState is a decision: "approved" or "rejected".
	ApprovalState = approval.State
	// ApprovalStorage keeps decisions.
	ApprovalStorage = approval.Storage
	// ApprovalDisk keeps them in the file of this path.
	ApprovalDisk = approval.Disk
	// ApprovalMemory keeps them in memory; the zero value is empty.
	ApprovalMemory = approval.Memory
	// ApprovalStore decides about servers outside a workspace. Make it with
	// [NewApprovalStore].
	ApprovalStore = approval.Store
	// Files are read, replaced and watched.
	Files = hotreload.Files
	// OSFiles are those of the machine.
	OSFiles = hotreload.OS
	// MemoryFiles are files in memory; the zero value has none.
	MemoryFiles = hotreload.Memory
	// SettingsEntry is the Definition of a server of a Name, as settings write it.
	SettingsEntry = settings.Entry
	// SettingsMap are servers in order.
	SettingsMap = settings.Map
	// SettingsPath is the path of a setting: {"mcp", "excluded"}.
	SettingsPath = settings.Path
	// SettingsFile is what one settings file says.
	SettingsFile = settings.File
	// View is what a person sees of all servers: Lines and a Hint.
	View = status.View
	// StatusLine is one server of a [View]: Name, Text, Style.
	StatusLine = status.Line
	// StatusServer is what a line is made from.
	StatusServer = status.Server
	// StatusStyle is how a line is meant.
	StatusStyle = status.Style
)

// Names of files.
const (
	ApprovalFileName    = approval.FileName
	SettingsProjectFile = settings.ProjectFile
)

// SettingsHTTP is the transport of servers over HTTP.
const (
	SettingsHTTP = settings.HTTP
)

// What lines of a [View] say.
const (
	StatusConnected    = status.Connected
	StatusConnecting   = status.Connecting
	StatusDisconnected = status.Disconnected
	StatusPending      = status.Pending
	StatusPendingText  = status.PendingText
	StatusRejected     = status.Rejected
)

// The values of [StatusStyle].
const (
	StatusGood    = status.Good
	StatusNeutral = status.Neutral
	StatusWarning = status.Warning
	StatusBad     = status.Bad
)

// Errors for [errors.Is].
var (
	ErrRunning = workspace.ErrRunning // servers cannot be added to a running workspace
)

// NewApprovalStore decides about servers outside a workspace.
func NewApprovalStore(storage ApprovalStorage) *ApprovalStore { return approval.NewStore(storage) }

// ParseSettings reads a settings file; path is for messages. A file that is no JSON is a
// *[config.SyntaxError], what is wrong inside are problems of the result.
func ParseSettings(path string, data []byte) (SettingsFile, error) { return settings.Parse(path, data) }

// ParseSettingsServers reads a .mcp.json likewise.
func ParseSettingsServers(path string, data []byte) (SettingsMap, []config.Problem, error) {
	return settings.ParseServers(path, data)
}

// SettingsMerge puts servers together; of one name the last counts.
func SettingsMerge(maps ...SettingsMap) SettingsMap { return settings.Merge(maps...) }

// SettingsClassify says which kind of key a path is, and whether a change of it counts.
func SettingsClassify(path SettingsPath) (settings.Key, bool) { return settings.Classify(path) }
