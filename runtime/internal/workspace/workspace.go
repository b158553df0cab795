package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/mcpsim/mcpsim/runtime/clock"
	"github.com/mcpsim/mcpsim/runtime/config"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/internal/admission"
	"github.com/mcpsim/mcpsim/runtime/internal/approval"
	"github.com/mcpsim/mcpsim/runtime/internal/hotreload"
	"github.com/mcpsim/mcpsim/runtime/internal/manager"
	"github.com/mcpsim/mcpsim/runtime/internal/pool"
	"github.com/mcpsim/mcpsim/runtime/internal/reconcile"
	"github.com/mcpsim/mcpsim/runtime/internal/settings"
)

// Options say where a workspace finds its settings, and what comes from
// elsewhere. The zero value is a trusted workspace with the files of this machine.
type Options struct {
	Files hotreload.Files // nil: those of the machine
	// Home is the user's directory; empty: that of this process. The project's is
	// Env.Dir.
	Home string
	// System and SystemDefaults are the paths of the settings above and below all
	// others; empty: there are none.
	System, SystemDefaults string
	// Approvals keeps the decisions about servers that come with projects; nil: the
	// file that [approval.FileVariable] names, or ~/.qwen/mcpApprovals.json
	// (S-QWEN-12).
	Approvals approval.Storage
	// Session are servers that the session brings, MCPConfig those of the option
	// --mcp-config, which win (S-QWEN-01). Extensions are those of extensions that are
	// installed at the start; see [Workspace.SetExtension].
	Session, MCPConfig, Extensions settings.Map
	// Launched is the option --allowed-mcp-server-names: a bound that no setting
	// widens (QWEN-98). nil: it was not given; empty: none is allowed (A-Q21).
	Launched []string
	// Trusted says whether the directory is trusted, asked anew by each pass; nil:
	// it is (S-QWEN-41).
	Trusted func() (bool, error)
	// WorkingDir is where the program runs, if that is not the project's directory:
	// decisions are kept under its name (QWEN-96, D-Q8).
	WorkingDir string
	// Pool is shared with other workspaces of the process, if the policy has a pool;
	// nil: the workspace has its own and closes it.
	Pool *pool.Pool
	// OnApproval is told that servers wait for a decision; see [Workspace.Queue].
	// It must not block.
	OnApproval func()
}

// Workspace runs the servers of settings files and follows the files: when
// one is saved, the servers change, and nothing else. Its methods may be called
// from any goroutine.
type Workspace struct {
	m          *manager.Manager
	o          Options
	in         Wiring
	files      *settingsFiles
	watcher    *hotreload.Watcher
	gate       *hotreload.Gate
	approvals  *approval.Store
	reconciler *reconcile.Reconciler
	read       readings // of the pass under way alone

	mu       sync.Mutex
	begun    bool
	settings settings.Map // replaced as a whole (QWEN-42)
	replaced bool         // before the start: the files do not say what the servers are
	added    settings.Map // by the program; they win (S-QWEN-03)
	// extensions are the servers of those installed, in their order; one name may be
	// there twice, and the first counts.
	extensions []settings.Entry
	merged     settings.Map // of these three: every server, admitted or not (S-QWEN-03)
	lists      admission.Lists
	names      admission.Names     // of the merged map, before admission
	queue      []approval.Question // who waits for a decision
	dispose    func()              // takes the gate off the watcher
	booted     map[string]any      // values of settings at the start, by key; nil before
}

// ErrRunning is what adding to the settings' servers of a running workspace fails
// with: they are replaced, as a whole (QWEN-41).
var ErrRunning = errors.New("the workspace is running: its servers can be replaced, not added to")

// Wiring is what a workspace runs in. All of it must be set.
type Wiring struct {
	Manager   *manager.Manager // belongs to the workspace
	Policy    Policy
	Dir       string // the project's
	LookupEnv config.Lookup
	Clock     clock.Clock
	Events    event.Sink
}

// New makes a workspace. It reads and starts nothing.
func New(o Options, in Wiring) (*Workspace, error) {
	o, err := o.complete(in)
	if err != nil {
		return nil, err
	}
	w := &Workspace{m: in.Manager, o: o, in: in, extensions: o.Extensions, read: readings{}}
	w.merge()
	w.files = newSettingsFiles(o, in.Dir, func(p config.Problem) { w.log("warn", p.Server, p.String(), nil) })
	w.approvals = approval.NewStore(o.Approvals)
	w.reconciler = reconcile.New(reconcile.Options{
		Driver: driver{w}, Wanted: w.wanted, Clock: in.Clock, Events: in.Events,
	})
	w.watcher = hotreload.NewWatcher(hotreload.Options{
		Files: o.Files, Watched: w.files.watched(in.Policy.WatchProject), Contents: w.files, Clock: in.Clock, Events: in.Events,
	})
	w.gate = hotreload.NewGate(hotreload.GateOptions{
		Runtime: w, Assemble: w.assemble, OnApproval: w.recomputeQueue, Clock: in.Clock, Events: in.Events,
	})
	return w, nil
}

func (o Options) complete(in Wiring) (Options, error) {
	if o.WorkingDir == "" {
		o.WorkingDir = in.Dir
	}
	if o.Files == nil {
		o.Files = hotreload.OS{}
	}
	if o.Home == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return o, fmt.Errorf("finding the home directory: %w", err)
		}
		o.Home = home
	}
	if o.Approvals == nil {
		named, _ := in.LookupEnv(approval.FileVariable)
		o.Approvals = approval.Disk(cmp.Or(named, filepath.Join(o.Home, ".qwen", approval.FileName)))
	}
	return o, nil
}

// Start reads the settings, connects what they define, and begins to follow them.
// It returns when all servers have settled; a server or a file that cannot be
// used is no error. Further calls are no-ops.
func (w *Workspace) Start(ctx context.Context) error {
	w.mu.Lock()
	begun := w.begun
	w.begun = true
	w.mu.Unlock()
	if begun {
		return nil
	}
	w.watcher.Start() // first, so that nothing is missed
	w.report(w.files.load())
	booted := w.dialogValues()
	w.set(w.first())
	dispose := w.watcher.AddListener(w.gate.Changed)
	w.mu.Lock()
	w.dispose, w.booted = dispose, booted
	w.mu.Unlock()
	err := w.reconciler.Reconcile(ctx)
	w.recomputeQueue()
	return err
}

// StopFollowing takes the workspace off its settings: no change reaches it any more
// (QWEN-23). Servers run on. Further calls are no-ops.
func (w *Workspace) StopFollowing() {
	w.mu.Lock()
	dispose := w.dispose
	w.mu.Unlock()
	if dispose != nil {
		dispose()
	}
}

// OnSettings registers a further listener to the followed settings (QWEN-22, QWEN-23). It
// must not close the workspace. dispose takes it off.
func (w *Workspace) OnSettings(told hotreload.Listener) (dispose func()) {
	return w.watcher.AddListener(told)
}

// Close stops following the settings, and disconnects every server. A workspace that has
// not been started cannot be started any more.
func (w *Workspace) Close() {
	w.mu.Lock()
	w.begun = true
	w.mu.Unlock()
	w.watcher.Stop()
	w.reconciler.Close()
	w.gate.Close()
	w.m.End()
}
