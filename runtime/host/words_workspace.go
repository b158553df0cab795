package host

import (
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
	"github.com/mcpsim/mcpsim/runtime/internal/status"
	"github.com/mcpsim/mcpsim/runtime/internal/workspace"
)

// The words of [NewWorkspace].
type (
	// WorkspaceOptions say where a workspace finds its settings, and what comes from
	// elsewhere. The zero value is a trusted workspace with the files of this machine.
	//
	//	Files       Files            nil: those of the machine
	//	Home        string           the user's directory; empty: that of this process
	//	System      string           path of settings above all others; empty: none
	//	SystemDefaults  string       path of settings below all others; empty: none
	//	Approvals   ApprovalStorage  nil: ~/.qwen/mcpApprovals.json
	//	Session     SettingsMap      servers of the session
	//	MCPConfig   SettingsMap      servers of a command line, which win over Session
	//	Extensions  SettingsMap      servers of extensions that are installed at the start
	//	Launched    []string         names that may connect whatever settings say; nil: no bound
	//	Trusted     func() (bool, error)  asked by each pass; nil: it is trusted
	//	WorkingDir  string           where decisions are kept; empty: Env.Dir
	//	Pool        *Pool            shared, if the policy has one; nil: the workspace's own
	//	OnApproval  func()           servers wait for a decision; it must not block
	WorkspaceOptions = workspace.Options

	// SettingsPolicy is what differs between versions. The zero value is what the documents
	// say.
	//
	//	Pool              struct         connections are shared if Drain is set
	//	  .Drain, .MaxIdle  time.Duration  how long one lives after its last user, and after it was
	//	                                 first idle; 0: no limit
	//	FiltersReconnect  bool           an edit of trust or tool filters connects anew
	//	Globs             bool           mcp.allowed and mcp.excluded hold patterns
	//	SplitApprovals    bool           decisions are looked up under Env.Dir, not WorkingDir
	//	WatchProject      bool           .mcp.json is followed like a settings file
	SettingsPolicy = workspace.Policy

	// MissingToolError explains in Text why a tool is not there and what to do about it. It
	// wraps an [*UnknownToolError].
	MissingToolError = workspace.MissingToolError

	// Pool is what workspaces share: connections to stdio and WebSocket servers. Users tells
	// how many use each, by name::fingerprint, Dir where its processes run; Close closes all
	// and waits. Make it with [NewPool].
	Pool = pool.Pool

	// Gating are the lists that say who may connect: Allowed (nil: all, empty: none),
	// Excluded, and Pending, who wait for a decision.
	Gating = admission.Lists

	// ApprovalQuestion is what a user is told of a server that waits for a decision: Name,
	// Transport, Source (its file), and the names of its Env variables and Headers. It holds
	// no values.
	ApprovalQuestion = approval.Question

	// ApprovalStorage keeps decisions in one document: Read, Change, and String, its name.
	ApprovalStorage = approval.Storage

	// DiskApprovals keeps decisions in the file of this path.
	DiskApprovals = approval.Disk

	// MemoryApprovals keeps decisions in memory; the zero value is empty.
	MemoryApprovals = approval.Memory

	// Files are read, changed and watched: ReadFile, Change, Watch.
	Files = hotreload.Files

	// OSFiles are those of the machine.
	OSFiles = hotreload.OS

	// MemoryFiles are files in memory; the zero value has none. WriteFile, Remove, MakeDir
	// and RemoveDir change them; Watched tells which directories are watched.
	MemoryFiles = hotreload.Memory

	// SettingsChange is one settings file that means something else than before: Scope, such
	// as "user", its Path, and Type: modified, created or deleted.
	SettingsChange = hotreload.Change

	// SettingsListener is told of changes of settings, of at most one per scope. Its error is
	// logged and has no other effect; one that takes more than 30 s is not waited for. ctx
	// ends when the workspace is closed.
	SettingsListener = hotreload.Listener

	// SettingsEntry is the definition of one server as settings write it. It is read-only.
	//
	//	Name        string
	//	Definition  map[string]any  the JSON object as encoding/json decodes it
	//	Scope       string type     which settings; set when they are read
	//	Extension   string          name of the extension that brings it; empty: none
	//	Place       config.Source   where the file names it
	//
	// Server returns the definition that connections use, or why there is none.
	SettingsEntry = settings.Entry

	// SettingsMap are servers in order, one of each name; nil has none. It is read-only. Get
	// looks one up, Names are the names, Filter returns a part.
	SettingsMap = settings.Map

	// SettingsFile is what one settings file says: Path, Servers, Allowed and Excluded (nil:
	// not set), Values, all of it as encoding/json decodes it, and Problems.
	SettingsFile = settings.File

	// View is what a person sees of all servers: Lines in configured order, and a Hint below
	// them, empty if there is none.
	View = status.View

	// StatusLine is one server of a [View]: Name, Text, how it is or why it is not
	// connected, and Style.
	StatusLine = status.Line

	// ServerDetail is one server for people, without any value that could be secret.
	//
	//	StatusLine                   that of the [View]; the reason for a server that is not in it
	//	Reason     string            removed, not_allowed, excluded, pending_approval, untrusted;
	//	                             empty: it may connect
	//	Advice     string            what a person can do about the reason
	//	Source     string            who brings it: "user settings", ".mcp.json", "session", …
	//	Place      string            where its file names it: path:line:column; empty: no file
	//	Transport  string            stdio, http, sse, websocket, sdk, unknown
	//	Config     string            the definition in a line, values as ***
	//	Error      string            why it failed; empty: it did not
	//	Tools      []Tool            those in the view
	//	LeftOut    []LeftOutTool     those it has listed and that are not in the view
	//	Prompts    []string          names
	//	Resources  []string          URIs
	ServerDetail = workspace.Detail

	// LeftOutTool is a tool that is not in the view: Name, on the server, and Reason.
	LeftOutTool = manager.LeftOut

	// SettingsDialog is what can be changed in the settings dialog: Settings, each with Key
	// and Value, nil if no file sets it; Restart are the keys among them that were changed
	// since the start and count from the next one on.
	SettingsDialog = workspace.Dialog

	// MissingServer is a server that may not connect: Name, Reason and Advice as in a
	// [ServerDetail].
	MissingServer = workspace.Missing

	// StatusStyle is how a line is meant.
	StatusStyle = status.Style
)

// StatusPendingText is the text of a server that waits for a decision.
const StatusPendingText = status.PendingText

// The values of [StatusStyle].
const (
	StatusGood    = status.Good
	StatusNeutral = status.Neutral
	StatusWarning = status.Warning
	StatusBad     = status.Bad
)

// ErrRunning says that servers cannot be added to a running workspace.
var ErrRunning = workspace.ErrRunning

// StoreApproval remembers in storage whether servers of the project in dir may connect as
// they are defined, outside a running [Workspace]. A document that cannot be understood is
// left as it is; that is an error.
func StoreApproval(storage ApprovalStorage, dir string, approved bool, servers ...SettingsEntry) error {
	decision := approval.Rejected
	if approved {
		decision = approval.Approved
	}
	return approval.NewStore(storage).Decide(dir, decision, servers...)
}

// ParseSettings reads a settings file; path is for messages. A file that is no JSON is a
// *[config.SyntaxError], what is wrong inside are problems of the result.
func ParseSettings(path string, data []byte) (SettingsFile, error) { return settings.Parse(path, data) }

// ParseSettingsServers reads a .mcp.json likewise.
func ParseSettingsServers(path string, data []byte) (SettingsMap, []config.Problem, error) {
	return settings.ParseServers(path, data)
}

// SettingsMerge puts servers together; of one name the last counts.
func SettingsMerge(maps ...SettingsMap) SettingsMap { return settings.Merge(maps...) }
