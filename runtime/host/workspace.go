package host

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/internal/workspace"
	"github.com/mcpsim/mcpsim/runtime/protocol"
)

// WorkspacePolicy is the behaviour of a [Workspace] as plain values.
type WorkspacePolicy struct {
	Policy
	// Settings is what concerns servers that settings define.
	Settings SettingsPolicy
}

// QwenCode is the runtime of the qwen-code documents: what settings files say is
// what runs, by difference and without a restart. A start is bounded, a server that
// offers nothing has failed, a lost connection stays lost until a reconcile retries it,
// and tools go before a changed server connects. Run it with [NewWorkspace].
func QwenCode() WorkspacePolicy {
	return WorkspacePolicy{Policy: Policy{
		Manager: manager.Policy{
			Discovery:  manager.Discovery{Stdio: 30 * time.Second, Remote: 5 * time.Second}, // S-QWEN-23
			EmptyFails: true,                                                                // S-QWEN-24
			Naming:     admission.ToolName,                                                  // S-QWEN-40
		},
		ConnPolicy: ConnPolicy{
			Timeout:                10 * time.Minute,
			Client:                 protocol.Implementation{Name: "qwen-code-mcp-client", Version: "0.0.1"},
			Revision:               protocol.Revision20250618,
			ListenAfterInitialized: true,
			LegacySSE:              true, // S-QWEN-06
			IntegerIDs:             true,
			SendQueue:              boundedQueue,
		},
	}}
}

// qwenPool is what the documents say of the pool (S-QWEN-33).
var qwenPool = pool.Limits{Drain: 30 * time.Second, MaxIdle: 5 * time.Minute}

// QwenCodePool is [QwenCode] with connections that all workspaces of a process share.
func QwenCodePool() WorkspacePolicy {
	p := QwenCode()
	p.Settings.Pool = qwenPool
	return p
}

// Workspace runs the servers of settings files and follows the files: a user who saves
// one sees the servers change, and nothing else. Its methods may be called from any
// goroutine.
type Workspace struct {
	servers
	run  *workspace.Workspace
	pool *Pool // its own, nil if it has none
}

// NewWorkspace wires a workspace. It reads and starts nothing. The error is about env,
// or says why the pool cannot be used: the policy has none, or its directory is another.
func NewWorkspace(p WorkspacePolicy, env Env, o WorkspaceOptions) (*Workspace, error) {
	env, err := env.complete()
	if err != nil {
		return nil, err
	}
	shared, own, err := poolOf(p, env, o.Pool)
	if err != nil {
		return nil, err
	}
	m := newManagerThrough(p.Policy, env, through(shared, env))
	run, err := workspace.New(o, workspace.Wiring{
		Manager: m, Policy: p.Settings, Dir: env.Dir, LookupEnv: env.LookupEnv, Clock: env.Clock, Events: env.Events,
	})
	return &Workspace{servers{m}, run, own}, err
}

// Start reads the settings, connects what they define, and begins to follow them.
// It returns when all servers have settled; a server or a file that cannot be
// used is no error. Ending ctx ends the connects. Further calls are no-ops.
func (w *Workspace) Start(ctx context.Context) error { return w.run.Start(ctx) }

// StopFollowing takes the workspace off its settings: no change reaches it any more.
// Servers run on. Further calls are no-ops.
func (w *Workspace) StopFollowing() { w.run.StopFollowing() }

// OnSettings has a program told of every change of the followed settings, whether or not it
// concerns servers, side by side with the workspace itself. It may be called at any time.
// The result ends that; it may be called again.
func (w *Workspace) OnSettings(told SettingsListener) (dispose func()) { return w.run.OnSettings(told) }

// Close stops following the settings, disconnects every server and waits until nothing
// is left. Further calls are no-ops; Start does nothing then, and what would connect
// servers fails.
func (w *Workspace) Close() {
	w.run.Close()
	if w.pool != nil {
		w.pool.Close()
	}
}

// Reload reads everything again and brings the servers in line, whether or not anything
// has changed. It shares passes with changes of settings.
func (w *Workspace) Reload(ctx context.Context) error { return w.run.Reload(ctx) }

// Set changes one setting in the file of a scope, "user" or "workspace", and keeps
// everything else there, comments included. It counts from the next change or reload on.
func (w *Workspace) Set(scope string, key []string, value any) error {
	return w.run.Set(scope, key, value)
}

// Reinitialize replaces the servers of the settings and brings what runs in line; those
// of extensions and those that the program has added stay. Before Start it only
// replaces them.
func (w *Workspace) Reinitialize(ctx context.Context, servers SettingsMap) error {
	return w.run.Reinitialize(ctx, servers)
}

// AddServers adds to the servers of the settings before Start; afterwards it fails with
// [ErrRunning].
func (w *Workspace) AddServers(servers SettingsMap) error { return w.run.AddServers(servers) }

// AddServer adds a server, over one of the same name, and brings what runs in line. No
// change of settings removes it.
func (w *Workspace) AddServer(ctx context.Context, entry SettingsEntry) error {
	return w.run.AddServer(ctx, entry)
}

// RemoveServer takes a server out that was added, and brings what runs in line.
func (w *Workspace) RemoveServer(ctx context.Context, name string) error {
	return w.run.RemoveServer(ctx, name)
}

// SetExtension installs an extension, or brings another version of it: its servers are
// exactly these from now on, and what runs is brought in line. Servers of settings, and
// of extensions that were installed before, win over those of the same name. Before Start
// it only takes note.
func (w *Workspace) SetExtension(ctx context.Context, name string, servers SettingsMap) error {
	return w.run.SetExtension(ctx, name, servers)
}

// RemoveExtension takes an extension out with its servers, and brings what runs in line.
// A name that is not known is no error.
func (w *Workspace) RemoveExtension(ctx context.Context, name string) error {
	return w.run.RemoveExtension(ctx, name)
}

// SettingsServers are the servers of the settings as they count now. They are shared and
// read-only.
func (w *Workspace) SettingsServers() SettingsMap { return w.run.SettingsServers() }

// Gating are the lists that say who may connect now. They are shared and read-only.
func (w *Workspace) Gating() Gating { return w.run.Gating() }

// Queue are the servers that wait for a decision, as it was computed last: at the
// start and whenever OnApproval is called. The result belongs to the caller, except for
// its lists.
func (w *Workspace) Queue() []ApprovalQuestion { return w.run.Queue() }

// Approve remembers that servers may connect as they are defined now, and connects
// them, all in one pass. Those whose decision could not be kept are the error, and harm
// the others in nothing.
func (w *Workspace) Approve(ctx context.Context, names ...string) error {
	return w.run.Approve(ctx, names...)
}

// Reject remembers that a server may not connect as it is defined now.
func (w *Workspace) Reject(name string) error { return w.run.Reject(name) }

// Unavailable is why the tools of a server are not there: "removed", "not_allowed",
// "excluded" or "pending_approval"; empty for one that may connect and for one that was
// never configured.
func (w *Workspace) Unavailable(server string) string { return string(w.run.Unavailable(server)) }

// Call calls a tool like [Host.Call]. A tool of a server that is not there is a
// [*MissingToolError].
func (w *Workspace) Call(ctx context.Context, name string, arguments json.RawMessage) (Output, error) {
	return w.run.Call(ctx, name, arguments)
}

// Dialog is what the settings dialog shows, as it would be opened now.
func (w *Workspace) Dialog() SettingsDialog { return w.run.Dialog() }

// Detail is what a person sees of one server beside its line in the View. It is false for
// a name that was never configured.
func (w *Workspace) Detail(name string) (ServerDetail, bool) { return w.run.Detail(name) }

// Missing are the servers that are configured and may not connect, and why, in
// configured order; then those that were removed since the start.
func (w *Workspace) Missing() []MissingServer { return w.run.Missing() }

// View is what a person sees of the servers: those that may be connected, and those
// that may not and why, in configured order.
func (w *Workspace) View() View { return w.run.View() }
