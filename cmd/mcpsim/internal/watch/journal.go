package watch

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/outside"
	"github.com/mcpsim/mcpsim/cmd/mcpsim/internal/ui"
	"github.com/mcpsim/mcpsim/runtime/event"
	"github.com/mcpsim/mcpsim/runtime/host"
)

// entry is one line of the log. Its text may have several lines, and secrets
// until it is told.
type entry struct {
	At     time.Time
	Kind   string
	Server string // "" if it is about no single one
	Level  string
	Text   string
	Path   string // of a settings file

	Row      *row                   // of entryServer
	Question *host.ApprovalQuestion // of entryApproval
}

// The kinds of entries.
const (
	entrySettings  = "settings"  // a file means something else now
	entryBroken    = "broken"    // a file cannot be used: what it said before stays
	entryRepaired  = "repaired"  // a broken file can be used again
	entryReconcile = "reconcile" // what a pass did
	entryServer    = "server"    // what became of a server
	entryApproval  = "approval"  // a server waits for a decision
	entryDecision  = "decision"  // what the user decided
	entryReload    = "reload"    // the user has asked for one
	entryLog       = "log"       // what the runtime logs
)

// The levels.
const (
	levelInfo  = "info"
	levelWarn  = "warn"
	levelError = "error"
)

// settingsRepaired is what [files] adds to the events of the runtime: a file
// that was broken can be used. Text is its path.
const settingsRepaired event.Kind = "settings.repaired"

// journal turns the events of the runtime into entries. It is their sink; its
// methods may be called from any goroutine.
type journal struct {
	changed chan struct{} // capacity 1: something is new
	redact  *outside.Redactor

	mu      sync.Mutex
	entries []entry
	said    map[string]bool   // entries of the log since the last pass began
	broken  map[string]string // by path: what was said of it
	phases  map[string]event.State
	live    map[string]bool   // has listed its tools
	why     map[string]string // why the last connection failed
	began   time.Time         // of the pass under way
	failed  []string          // in it
	passing bool
}

func newJournal(redact *outside.Redactor) *journal {
	return &journal{
		changed: make(chan struct{}, 1), redact: redact, said: map[string]bool{}, broken: map[string]string{},
		phases: map[string]event.State{}, live: map[string]bool{}, why: map[string]string{},
	}
}

// Emit takes an event. What says nothing new does not wake the loop: to look at a workspace
// may make it say once more that a file cannot be read.
func (j *journal) Emit(e event.Event) {
	j.mu.Lock()
	entry, news := j.read(e)
	if entry != nil {
		entry.At = e.At
		j.entries = append(j.entries, *entry)
	}
	j.mu.Unlock()
	if news || entry != nil {
		j.wake()
	}
}

// wake says that it is time to look.
func (j *journal) wake() {
	select {
	case j.changed <- struct{}{}:
	default:
	}
}

// take returns the new entries, in order.
func (j *journal) take() []entry {
	j.mu.Lock()
	defer j.mu.Unlock()
	taken := j.entries
	j.entries = nil
	return taken
}

// fate is what is known of the connection of a server.
type fate struct {
	live, failed bool
	why          string
}

// fates are those of all servers that have been started.
func (j *journal) fates() map[string]fate {
	j.mu.Lock()
	defer j.mu.Unlock()
	fates := make(map[string]fate, len(j.phases))
	for server, phase := range j.phases {
		fates[server] = fate{j.live[server], phase == event.Failed, j.redact.Text(j.why[server])}
	}
	return fates
}

// read is the entry for an event, nil for none, and whether it may change what the
// table shows; j.mu is held.
func (j *journal) read(e event.Event) (line *entry, news bool) {
	switch e.Kind {
	case event.SettingsChanged:
		text := fmt.Sprintf("%s settings %s: %s", e.Name, e.To, e.Text)
		return &entry{Kind: entrySettings, Level: levelInfo, Text: text}, true
	case event.SettingsBroken:
		if j.broken[e.Text] == e.Err {
			return nil, false
		}
		j.broken[e.Text] = e.Err
		return &entry{Kind: entryBroken, Level: levelError, Text: e.Err, Path: e.Text}, true
	case settingsRepaired:
		if j.broken[e.Text] == "" {
			return nil, true
		}
		delete(j.broken, e.Text)
		return &entry{Kind: entryRepaired, Level: levelInfo, Text: e.Text + " can be used again", Path: e.Text}, true
	case event.ServerState:
		j.state(e)
		return nil, true
	case event.ToolsChanged:
		j.live[e.Server] = j.phases[e.Server] == event.Ready
		return nil, true
	case event.ReconcileStart:
		j.began, j.failed, j.passing = e.At, nil, true
		clear(j.said)
		return nil, true
	case event.ReconcileEnd:
		j.passing = false
		return j.pass(e), true
	case event.ServerLog:
		return j.logged(e), false
	case event.GatingSet, event.ServersReplaced, event.ServersUpdated:
		return nil, true
	}
	return nil, false
}

// state follows the life of a server.
func (j *journal) state(e event.Event) {
	to := e.State()
	j.phases[e.Server], j.live[e.Server] = to, false
	switch to {
	case event.Failed:
		j.why[e.Server] = e.Err
		if j.passing && !slices.Contains(j.failed, e.Server) {
			j.failed = append(j.failed, e.Server)
		}
	case event.Ready:
		delete(j.why, e.Server)
	}
}

// pass says what a pass did, and which of the servers that it connected failed.
func (j *journal) pass(e event.Event) *entry {
	if e.Err != "" {
		return &entry{Kind: entryReconcile, Level: levelError, Text: e.Err}
	}
	entry := &entry{Kind: entryReconcile, Level: levelInfo, Text: e.Text}
	if e.Text == "" {
		entry.Text = "nothing to do"
	}
	if len(j.failed) > 0 {
		slices.Sort(j.failed)
		entry.Level, entry.Text = levelError, entry.Text+"; failed "+strings.Join(j.failed, ", ")
	}
	entry.Text += " (" + ui.Short(e.At.Sub(j.began)) + ")"
	return entry
}

// logged is an entry for what the runtime logs, unless that has been said: in the
// log since the pass began, or as the reason of a failure.
func (j *journal) logged(e event.Event) *entry {
	text := e.Text
	if e.Err != "" {
		text += ": " + e.Err
	}
	key := strings.Join([]string{e.Name, e.Server, text}, "\x00")
	known := j.said[key] || e.Err != "" && e.Err == j.why[e.Server]
	j.said[key] = true
	if known || e.Name != levelWarn && e.Name != levelError && e.Name != levelInfo {
		return nil
	}
	return &entry{Kind: entryLog, Server: e.Server, Level: e.Name, Text: text}
}
